package config

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/cli-runtime/pkg/genericiooptions"
	"k8s.io/kubectl/pkg/cmd/create"
	cmdutil "k8s.io/kubectl/pkg/cmd/util"
	"k8s.io/kubectl/pkg/util/hash"
	"sigs.k8s.io/kustomize/api/hasher"
	"sigs.k8s.io/kustomize/api/ifc"
	"sigs.k8s.io/kustomize/api/kv"
	"sigs.k8s.io/kustomize/api/provider"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"kubesem/oracle/kubernetes/input"
	"kubesem/oracle/kubernetes/output"
	"kubesem/oracle/wire"
)

// configHash asks for the hashes of an object: that of kubectl, and that of kustomize.
func configHash(in json.RawMessage) (any, error) {
	var args struct{ Object json.RawMessage }
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	var kind struct{ Kind string }
	if err := json.Unmarshal(args.Object, &kind); err != nil {
		return nil, err
	}
	answer := map[string]any{}
	if kind.Kind == "Secret" {
		secret := &v1.Secret{}
		if err := input.Decode(args.Object, v1.SchemeGroupVersion.WithKind("Secret"), secret); err != nil {
			return nil, err
		}
		answer["kubectl"] = output.TextOrError(hash.SecretHash(secret))
	} else {
		configMap := &v1.ConfigMap{}
		if err := input.Decode(args.Object, v1.SchemeGroupVersion.WithKind("ConfigMap"), configMap); err != nil {
			return nil, err
		}
		answer["kubectl"] = output.TextOrError(hash.ConfigMapHash(configMap))
	}
	node, err := yaml.ConvertJSONToYamlNode(string(args.Object))
	if err != nil {
		return nil, err
	}
	answer["kustomize"] = output.TextOrError((&hasher.Hasher{}).Hash(node))
	return answer, nil
}

// writeFile writes a file of its own, and returns what removes it.
func writeFile(content wire.Text) (file string, remove func(), err error) {
	folder, err := os.MkdirTemp("", "oracle")
	if err != nil {
		return "", nil, err
	}
	file = filepath.Join(folder, "env")
	return file, func() { os.RemoveAll(folder) }, os.WriteFile(file, []byte(content), 0o600)
}

// configEnvFile asks for the pairs of an env file.
func configEnvFile(in json.RawMessage) (any, error) {
	var args struct {
		Content     wire.Text
		Environment map[string]string
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	file, remove, err := writeFile(args.Content)
	if err != nil {
		return nil, err
	}
	defer remove()
	setEnvironment(args.Environment)
	answer := map[string]any{"kustomize": kustomizePairs(string(args.Content))}
	pairs := [][]any{}
	err = cmdutil.AddFromEnvFile(file, func(key, value string) error {
		pairs = append(pairs, []any{output.Text(key), output.Text(value)})
		return nil
	})
	if err != nil {
		answer["error"] = strings.ReplaceAll(err.Error(), file, "FILE")
	} else {
		answer["pairs"] = pairs
	}
	return answer, nil
}

// kustomizePairs asks kustomize for the pairs of an env file.
func kustomizePairs(content string) any {
	loader := kv.NewLoader(oneFile(content), provider.NewDepProvider().GetFieldValidator())
	pairs, err := loader.Load(types.KvPairSources{EnvSources: []string{"FILE"}})
	if err != nil {
		return map[string]string{"error": err.Error()}
	}
	texts := [][]any{}
	for _, pair := range pairs {
		texts = append(texts, []any{output.Text(pair.Key), output.Text(pair.Value)})
	}
	return map[string]any{"pairs": texts}
}

// oneFile is a loader for which each path has the same content.
type oneFile string

func (content oneFile) Repo() string { return "" }

func (content oneFile) Root() string { return "" }

func (content oneFile) Load(string) ([]byte, error) { return []byte(content), nil }

func (content oneFile) Cleanup() error { return nil }

func (content oneFile) New(string) (ifc.Loader, error) { return content, nil }

// setEnvironment sets variables of this process. They stay, since other questions are answered at the same time.
func setEnvironment(variables map[string]string) {
	for name, value := range variables {
		os.Setenv(name, value)
	}
}

// createCase is one kubectl create. A file with entries is a folder; the argument names the file below the folder of the
// case, with ROOT for that folder.
type createCase struct {
	Kind, Name, Type string
	Files            []struct {
		Argument string
		Path     string
		Content  *wire.Text
		Entries  map[string]wire.Text
	}
	Literals    []string
	EnvFiles    []wire.Text
	AppendHash  bool
	Environment map[string]string
}

func configCreate(in json.RawMessage) (any, error) {
	var args createCase
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	root, err := os.MkdirTemp("", "oracle")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(root)
	setEnvironment(args.Environment)
	files, envFiles, err := args.write(root)
	if err != nil {
		return nil, err
	}
	made, err := args.create(files, envFiles)
	if err != nil {
		return map[string]string{"error": strings.ReplaceAll(err.Error(), root, "ROOT")}, nil
	}
	return map[string]any{"object": made}, nil
}

// write writes the files and returns the arguments of kubectl.
func (args *createCase) write(root string) (files, envFiles []string, err error) {
	for _, file := range args.Files {
		path := filepath.Join(root, file.Path)
		files = append(files, strings.ReplaceAll(file.Argument, "ROOT", root))
		if file.Content == nil {
			err = errors.Join(err, os.MkdirAll(path, 0o700))
			for name, content := range file.Entries {
				err = errors.Join(err, os.WriteFile(filepath.Join(path, name), []byte(content), 0o600))
			}
			continue
		}
		err = errors.Join(err, os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(*file.Content), 0o600))
	}
	for i, content := range args.EnvFiles {
		path := filepath.Join(root, "env-"+string(rune('a'+i)))
		envFiles = append(envFiles, path)
		err = errors.Join(err, os.WriteFile(path, []byte(content), 0o600))
	}
	return files, envFiles, err
}

func (args *createCase) create(files, envFiles []string) (made runtime.Object, err error) {
	keep := func(object runtime.Object) error {
		made = object
		return nil
	}
	if args.Kind == "Secret" {
		options := create.NewSecretOptions(genericiooptions.NewTestIOStreamsDiscard())
		options.Name, options.Type, options.AppendHash = args.Name, args.Type, args.AppendHash
		options.FileSources, options.LiteralSources, options.EnvFileSources = files, args.Literals, envFiles
		options.DryRunStrategy, options.PrintObj = cmdutil.DryRunClient, keep
		if err = options.Validate(); err == nil {
			err = options.Run()
		}
		return made, err
	}
	options := create.NewConfigMapOptions(genericiooptions.NewTestIOStreamsDiscard())
	options.Name, options.AppendHash = args.Name, args.AppendHash
	options.FileSources, options.LiteralSources, options.EnvFileSources = files, args.Literals, envFiles
	options.DryRunStrategy, options.PrintObj = cmdutil.DryRunClient, keep
	if err = options.Validate(); err == nil {
		err = options.Run()
	}
	return made, err
}
