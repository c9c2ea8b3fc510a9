package config

import (
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"sort"
	"strings"

	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/kubernetes/fake"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	podshelper "k8s.io/kubernetes/pkg/apis/core/pods"
	"k8s.io/kubernetes/pkg/fieldpath"
	"k8s.io/kubernetes/pkg/kubelet"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	"k8s.io/kubernetes/pkg/kubelet/envvars"
	"k8s.io/kubernetes/pkg/kubelet/util/env"
	utilnode "k8s.io/kubernetes/pkg/util/node"
	"k8s.io/kubernetes/pkg/volume"
	"k8s.io/kubernetes/third_party/forked/golang/expansion"

	"kubesem/oracle/kubernetes/input"
	"kubesem/oracle/kubernetes/objects"
	"kubesem/oracle/kubernetes/output"
	"kubesem/oracle/kubernetes/quiet"
	"kubesem/oracle/wire"
)

func configExpand(in json.RawMessage) (any, error) {
	var args struct {
		Text      string
		Variables map[string]string
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	return map[string]any{
		"text": output.Text(expansion.Expand(args.Text, expansion.MappingFuncFor(args.Variables))),
	}, nil
}

// configField asks for a field of a Pod as a file of a downward API volume.
func configField(in json.RawMessage) (any, error) {
	var args struct {
		Pod        json.RawMessage
		APIVersion string
		FieldPath  string
	}
	pod := &v1.Pod{}
	if err := input.Pod(in, &args, &args.Pod, pod); err != nil {
		return nil, err
	}
	answer := map[string]any{"volume": output.TextOrError(fieldpath.ExtractFieldPathAsString(pod, args.FieldPath))}
	label, _, err := podshelper.ConvertDownwardAPIFieldLabel(args.APIVersion, args.FieldPath, "")
	answer["label"] = output.TextOrError(label, err)
	return answer, nil
}

// configEnvFileValue asks for the value of a key in a file, as fileKeyRef does.
func configEnvFileValue(in json.RawMessage) (any, error) {
	var args struct {
		Content wire.Text
		Key     string
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	file, remove, err := writeFile(args.Content)
	if err != nil {
		return nil, err
	}
	defer remove()
	value, err := env.ParseEnv(file, args.Key)
	if err != nil {
		return map[string]string{"error": strings.ReplaceAll(err.Error(), file, "FILE")}, nil
	}
	return map[string]any{"value": output.Text(value)}, nil
}

// envServices asks for the variables that Services give to a container, and for those of each Service. Services with
// similar names make the same variable; which one counts is random.
func envServices(in json.RawMessage) (any, error) {
	var args struct {
		Services  []*v1.Service
		Namespace string
		Links     bool
	}
	if err := input.Objects(in, &args); err != nil {
		return nil, err
	}
	knowing := kubelet.ForEnvironment(&fake.Clientset{}, nil, "", nil, args.Services, nil, nil)
	variables, err := knowing.ServiceVariables(args.Namespace, args.Links)
	if err != nil {
		return nil, err
	}
	each := []map[string]string{}
	for _, service := range args.Services {
		own := map[string]string{}
		for _, variable := range envvars.FromServices([]*v1.Service{service}) {
			own[variable.Name] = variable.Value
		}
		each = append(each, own)
	}
	return map[string]any{"variables": variables, "each": each}, nil
}

type folderMounter struct {
	volume.Mounter
	path string
}

func (m folderMounter) GetPath() string { return m.path }

type environmentCase struct {
	Pod        json.RawMessage
	Container  string
	ConfigMaps []*v1.ConfigMap
	Secrets    []*v1.Secret
	Services   []*v1.Service
	Node       *v1.Node
	PodIPs     []string
	// Files by volume and path.
	Files map[string]map[string]string
}

// envContainer asks the kubelet for the environment of a container, and what is expanded with it.
func envContainer(in json.RawMessage) (any, error) {
	var args environmentCase
	pod := &v1.Pod{}
	if err := input.PodObjects(in, &args, &args.Pod, pod); err != nil {
		return nil, err
	}
	legacyscheme.Scheme.Default(pod)
	container := findContainer(pod, args.Container)
	root, err := os.MkdirTemp("", "oracle")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(root)
	volumes, err := args.volumes(root)
	if err != nil {
		return nil, err
	}
	podIP := ""
	if len(args.PodIPs) > 0 {
		podIP = args.PodIPs[0]
	}
	variables, err := args.kubelet().MakeEnvironmentVariables(quiet.Context, pod, container, podIP, args.PodIPs, volumes)
	if err != nil {
		return map[string]string{"error": strings.ReplaceAll(err.Error(), root, "ROOT")}, nil
	}
	sort.Slice(variables, func(i, j int) bool { return variables[i].Name < variables[j].Name })
	named := [][]any{}
	for _, variable := range variables {
		named = append(named, []any{variable.Name, output.Text(variable.Value)})
	}
	command, arguments := kubecontainer.ExpandContainerCommandAndArgs(container, variables)
	subPaths := []any{}
	for _, mount := range container.VolumeMounts {
		if path, err := kubecontainer.ExpandContainerVolumeMounts(mount, variables); err != nil {
			subPaths = append(subPaths, map[string]string{"error": err.Error()})
		} else {
			subPaths = append(subPaths, output.Text(path))
		}
	}
	static := kubecontainer.ExpandContainerCommandOnlyStatic(container.Command, container.Env)
	return map[string]any{
		"variables": named, "command": output.Texts(command), "args": output.Texts(arguments),
		"subPaths": subPaths, "static": output.Texts(static),
	}, nil
}

func findContainer(pod *v1.Pod, name string) *v1.Container {
	for _, list := range [][]v1.Container{pod.Spec.InitContainers, pod.Spec.Containers} {
		for i := range list {
			if list[i].Name == name {
				return &list[i]
			}
		}
	}
	panic("no container " + name)
}

// kubelet knows the objects of the case. The addresses of its node are those it was started with.
func (args *environmentCase) kubelet() *kubelet.Kubelet {
	args.Node.Name = "node"
	addresses, err := utilnode.GetNodeHostIPs(args.Node)
	if err != nil {
		addresses = []net.IP{}
	}
	nodes := cache.NewIndexer(cache.MetaNamespaceKeyFunc, nil)
	if err := nodes.Add(args.Node); err != nil {
		panic(err)
	}
	return kubelet.ForEnvironment(&fake.Clientset{}, corelisters.NewNodeLister(nodes), args.Node.Name, addresses,
		args.Services, objects.ConfigMapsOf(args.ConfigMaps), objects.SecretsOf(args.Secrets))
}

func (args *environmentCase) volumes(root string) (kubecontainer.VolumeMap, error) {
	volumes := kubecontainer.VolumeMap{}
	for name, files := range args.Files {
		folder := filepath.Join(root, name)
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return nil, err
		}
		for path, content := range files {
			file := filepath.Join(folder, path)
			if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
				return nil, err
			}
			if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
				return nil, err
			}
		}
		volumes[name] = kubecontainer.VolumeInfo{Mounter: folderMounter{path: folder}}
	}
	return volumes, nil
}
