package util

import (
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"
	"kubesem/upstream/record"
)

// answer writes the entry of a ConfigMap that is made with it, or the error. A key may be no key of a ConfigMap.
func answer(call *record.Call, key, value string, err error) {
	switch {
	case err != nil:
		call.Out(record.Map{"error": err.Error()})
	case len(validation.IsConfigMapKey(key)) > 0:
		call.NoResult()
	default:
		call.Out(record.Map{"object": record.Map{"data": record.Map{key: value}}})
	}
}

func ParseFileSource(source string) (string, string, error) {
	key, path, err := orig_ParseFileSource(source)
	name, argument := "file", source
	if err == nil {
		name = strings.Trim(path, "/")
		argument = strings.TrimSuffix(source, path) + "ROOT/" + name
	}
	file := record.Map{"argument": argument, "path": name, "content": "x"}
	answer(record.Begin("config.create", record.Map{
		"kind": "ConfigMap", "name": "web", "files": []record.Map{file},
	}), key, "x", err)
	return key, path, err
}

func ParseLiteralSource(source string) (string, string, error) {
	call := record.Begin("config.create", record.Map{
		"kind": "ConfigMap", "name": "web", "literals": []string{source},
	})
	key, value, err := orig_ParseLiteralSource(source)
	answer(call, key, value, err)
	return key, value, err
}
