package parsers

import "kubesem/upstream/record"

func ParseImageName(image string) (string, string, string, error) {
	call := record.Begin("image.parse", record.Text(image))
	name, tag, digest, err := orig_ParseImageName(image)
	if err != nil {
		call.Err(record.AnyError)
	} else {
		call.Out(record.Map{"name": name, "tag": tag, "digest": digest})
	}
	return name, tag, digest, err
}
