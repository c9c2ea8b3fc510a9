package generators

import (
	"encoding/json"
	"fmt"

	"kubesem/upstream/record"
	"sigs.k8s.io/kustomize/api/ifc"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// begin asks about a generator with its files. The name gets no hash, which a later step adds.
func begin(field, kind string, ldr ifc.KvLoader, args types.GeneratorArgs) *record.Call {
	files, generator := record.Map{}, record.Map{
		"name": args.Name, "namespace": args.Namespace, "literals": append([]string{}, args.LiteralSources...),
	}
	sources, envs := []string{}, []string{}
	for i, source := range args.FileSources {
		pairs, err := ldr.Load(types.KvPairSources{FileSources: []string{source}})
		if err != nil || len(pairs) != 1 {
			record.Skip("config.generate", "there is no file")
			return nil
		}
		path := fmt.Sprintf("file-%d", i)
		sources, files[path] = append(sources, pairs[0].Key+"="+path), record.Text(pairs[0].Value)
	}
	for i, source := range args.EnvSources {
		pairs, err := ldr.Load(types.KvPairSources{EnvSources: []string{source}})
		if err != nil {
			record.Skip("config.generate", "there is no file")
			return nil
		}
		path, content := fmt.Sprintf("env-%d", i), ""
		for _, pair := range pairs {
			content += pair.Key + "=" + pair.Value + "\n"
		}
		envs, files[path] = append(envs, path), record.Text(content)
	}
	options := record.Map{"disableNameSuffixHash": true}
	if given := args.Options; given != nil {
		options["immutable"] = given.Immutable
		if given.Labels != nil {
			options["labels"] = given.Labels
		}
		if given.Annotations != nil {
			options["annotations"] = given.Annotations
		}
	}
	generator["files"], generator["envs"], generator["options"] = sources, envs, options
	if kind != "" {
		generator["type"] = kind
	}
	return record.Begin("config.generate", record.Map{
		"kustomization": record.Map{field: []record.Map{generator}}, "files": files,
	})
}

func answer(call *record.Call, made *yaml.RNode, err error) (*yaml.RNode, error) {
	if err != nil {
		// A later step adds to the error.
		call.NoResult()
	} else if object, unread := made.MarshalJSON(); unread == nil {
		call.Out(record.Map{"objects": []json.RawMessage{object}})
	}
	return made, err
}

func MakeConfigMap(ldr ifc.KvLoader, args *types.ConfigMapArgs) (*yaml.RNode, error) {
	call := begin("configMapGenerator", "", ldr, args.GeneratorArgs)
	made, err := orig_MakeConfigMap(ldr, args)
	return answer(call, made, err)
}

func MakeSecret(ldr ifc.KvLoader, args *types.SecretArgs) (*yaml.RNode, error) {
	call := begin("secretGenerator", args.Type, ldr, args.GeneratorArgs)
	made, err := orig_MakeSecret(ldr, args)
	return answer(call, made, err)
}

// ParseFileSource asks about a generator with this file.
func ParseFileSource(source string) (string, string, error) {
	key, path, err := orig_ParseFileSource(source)
	files := record.Map{}
	if err == nil {
		files[path] = "x"
	}
	call := record.Begin("config.generate", record.Map{"files": files, "kustomization": record.Map{
		"configMapGenerator": []record.Map{{"name": "web", "files": []string{source}}},
	}})
	if err != nil {
		call.NoResult()
	} else {
		call.Out(record.Map{"objects": []record.Map{{"data": record.Map{key: "x"}}}})
	}
	return key, path, err
}
