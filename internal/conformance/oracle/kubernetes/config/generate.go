package config

import (
	"encoding/json"
	"path/filepath"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/yaml"

	"kubesem/oracle/wire"
)

// configGenerate asks kustomize for the objects of a kustomization, whose files are in memory.
func configGenerate(in json.RawMessage) (any, error) {
	var args struct {
		Kustomization json.RawMessage
		Files         map[string]wire.Text
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	files := filesys.MakeFsInMemory()
	if err := files.WriteFile("/kustomization.yaml", args.Kustomization); err != nil {
		return nil, err
	}
	for path, content := range args.Files {
		if err := files.WriteFile(filepath.Join("/", path), []byte(content)); err != nil {
			return nil, err
		}
	}
	made, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(files, "/")
	if err != nil {
		return map[string]string{"error": err.Error()}, nil
	}
	objects := []json.RawMessage{}
	for _, resource := range made.Resources() {
		text, err := resource.AsYAML()
		if err != nil {
			return map[string]string{"error": err.Error()}, nil
		}
		object, err := yaml.YAMLToJSON(text)
		if err != nil {
			return map[string]string{"error": err.Error()}, nil
		}
		objects = append(objects, object)
	}
	return map[string]any{"objects": objects}, nil
}
