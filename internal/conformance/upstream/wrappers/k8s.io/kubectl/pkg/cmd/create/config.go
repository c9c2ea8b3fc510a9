package create

import (
	"os"
	"path/filepath"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"kubesem/upstream/record"
)

// creation is one kubectl create with its files, which are below ROOT in the question.
type creation struct {
	question record.Map
	paths    []string
	missing  bool
}

func (c *creation) read(path string) any {
	content, err := os.ReadFile(path)
	c.missing = c.missing || err != nil
	return record.Text(content)
}

// file describes the argument of a --from-file.
func (c *creation) file(argument string) record.Map {
	path := argument[strings.LastIndex(argument, "=")+1:]
	if strings.Count(argument, "=") > 1 || path == "" || argument[0] == '=' {
		return record.Map{"argument": argument, "path": "file", "content": ""}
	}
	c.paths = append(c.paths, path)
	absolute, _ := filepath.Abs(path)
	file := record.Map{"argument": strings.TrimSuffix(argument, path) + "ROOT" + absolute, "path": absolute}
	info, err := os.Stat(path)
	if err != nil {
		c.missing = true
	} else if !info.IsDir() {
		file["content"] = c.read(path)
	} else {
		entries := record.Map{}
		listed, _ := os.ReadDir(path)
		for _, entry := range listed {
			if entry.Type().IsRegular() {
				entries[entry.Name()] = c.read(filepath.Join(path, entry.Name()))
			}
		}
		file["entries"] = entries
	}
	return file
}

// environment has the variables that lines of an env file name.
func environment(content string) record.Map {
	found := record.Map{}
	for _, line := range strings.Split(content, "\n") {
		if value, isSet := os.LookupEnv(strings.TrimSpace(line)); isSet {
			found[strings.TrimSpace(line)] = value
		}
	}
	return found
}

func describe(kind, name string, appendHash bool, files, literals, envFiles []string) *creation {
	c := &creation{question: record.Map{
		"kind": kind, "name": name, "appendHash": appendHash, "literals": append([]string{}, literals...),
	}}
	described := []record.Map{}
	for _, argument := range files {
		described = append(described, c.file(argument))
	}
	contents, variables := []any{}, record.Map{}
	for _, path := range envFiles {
		content := c.read(path)
		contents = append(contents, content)
		for name, value := range environment(string(content.(record.Text))) {
			variables[name] = value
		}
	}
	c.question["files"], c.question["envFiles"], c.question["environment"] = described, contents, variables
	return c
}

// answer writes the object or the error; the oracle checks the options before.
func (c *creation) answer(object func() any, err, invalid error) {
	switch {
	case c.missing:
		record.Skip("config.create", "there is no file")
	case invalid != nil:
		record.Begin("config.create", c.question).Out(record.Map{"error": invalid.Error()})
	case err != nil && len(c.question["envFiles"].([]any)) > 0:
		record.Begin("config.create", c.question).NoResult()
	case err != nil:
		text := err.Error()
		for _, path := range c.paths {
			absolute, _ := filepath.Abs(path)
			text = strings.ReplaceAll(text, path, "ROOT"+absolute)
		}
		record.Begin("config.create", c.question).Out(record.Map{"error": text})
	default:
		record.Begin("config.create", c.question).Out(record.Map{"object": object()})
	}
}

func (o *ConfigMapOptions) createConfigMap() (*corev1.ConfigMap, error) {
	c := describe("ConfigMap", o.Name, o.AppendHash, o.FileSources, o.LiteralSources, o.EnvFileSources)
	made, err := o.orig_createConfigMap()
	c.answer(func() any {
		shown := made.DeepCopy()
		shown.Namespace = ""
		return shown
	}, err, o.Validate())
	return made, err
}

func (o *CreateSecretOptions) createSecret() (*corev1.Secret, error) {
	c := describe("Secret", o.Name, o.AppendHash, o.FileSources, o.LiteralSources, o.EnvFileSources)
	c.question["type"] = o.Type
	made, err := o.orig_createSecret()
	c.answer(func() any {
		shown := made.DeepCopy()
		shown.Namespace = ""
		return shown
	}, err, o.Validate())
	return made, err
}
