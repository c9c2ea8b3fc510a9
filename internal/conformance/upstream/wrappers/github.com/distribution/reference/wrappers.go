package reference

import "kubesem/upstream/record"

func Parse(s string) (Reference, error) {
	call := record.Begin("image.reference", record.Text(s))
	parsed, err := orig_Parse(s)
	if err != nil {
		call.Err(record.AnyError)
		return parsed, err
	}
	out := record.Map{"string": parsed.String()}
	if named, ok := parsed.(Named); ok {
		out["name"], out["domain"], out["path"] = named.Name(), Domain(named), Path(named)
	}
	if tagged, ok := parsed.(Tagged); ok {
		out["tag"] = tagged.Tag()
	}
	if digested, ok := parsed.(Digested); ok {
		out["digest"] = digested.Digest().String()
	}
	call.Out(out)
	return parsed, err
}

func ParseNormalizedNamed(s string) (Named, error) {
	call := record.Begin("image.parse", record.Text(s))
	named, err := orig_ParseNormalizedNamed(s)
	if err != nil {
		call.Err(record.AnyError)
		return named, err
	}
	call.Out(record.Map{
		"domain": Domain(named), "path": Path(named), "normalized": named.String(),
		"familiarName": FamiliarName(named),
	})
	return named, err
}

func ParseDockerRef(ref string) (Named, error) {
	call := record.Begin("image.parse", record.Text(ref))
	named, err := orig_ParseDockerRef(ref)
	if err != nil {
		call.Err(record.AnyError)
	} else {
		call.Out(record.Map{"pulled": named.String()})
	}
	return named, err
}
