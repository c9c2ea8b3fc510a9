package config

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"syscall"

	authenticationv1 "k8s.io/api/authentication/v1"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/controller/ttl"
	"k8s.io/kubernetes/pkg/kubelet"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	"k8s.io/kubernetes/pkg/volume"
	"k8s.io/kubernetes/pkg/volume/configmap"
	"k8s.io/kubernetes/pkg/volume/downwardapi"
	"k8s.io/kubernetes/pkg/volume/emptydir"
	"k8s.io/kubernetes/pkg/volume/projected"
	"k8s.io/kubernetes/pkg/volume/secret"
	volumetest "k8s.io/kubernetes/pkg/volume/testing"
	volumeutil "k8s.io/kubernetes/pkg/volume/util"
	"k8s.io/kubernetes/pkg/volume/util/hostutil"
	"k8s.io/kubernetes/pkg/volume/util/subpath"
	"k8s.io/mount-utils"

	"kubesem/oracle/kubernetes/input"
	"kubesem/oracle/kubernetes/objects"
	"kubesem/oracle/kubernetes/output"
	"kubesem/oracle/kubernetes/quiet"
	"kubesem/oracle/wire"
)

// volumeCase is a Pod with the objects and the node that its volumes need. All questions default the Pod.
type volumeCase struct {
	environmentCase
	Volume string
	pod    *v1.Pod
}

func readVolumeCase(in json.RawMessage) (*volumeCase, error) {
	args := &volumeCase{pod: &v1.Pod{}}
	if err := input.PodObjects(in, args, &args.Pod, args.pod); err != nil {
		return nil, err
	}
	legacyscheme.Scheme.Default(args.pod)
	if args.Node == nil {
		args.Node = &v1.Node{}
	}
	return args, nil
}

func (args *volumeCase) spec() *volume.Spec {
	for i := range args.pod.Spec.Volumes {
		if args.pod.Spec.Volumes[i].Name == args.Volume {
			return volume.NewSpecFromVolume(&args.pod.Spec.Volumes[i])
		}
	}
	panic("no volume " + args.Volume)
}

func (args *volumeCase) mounterArgs() volume.MounterArgs {
	mounter := volume.MounterArgs{FsUser: volumeutil.FsUserFrom(args.pod)}
	if security := args.pod.Spec.SecurityContext; security != nil {
		mounter.FsGroup = security.FSGroup
	}
	return mounter
}

// volumeHost is a kubelet with the objects of a case. Tokens, certificates and trust bundles are fixed texts.
type volumeHost struct {
	anyHost
	args *volumeCase
}

type anyHost interface {
	volume.VolumeHost
	volume.KubeletVolumeHost
}

func (args *volumeCase) host(root string) *volumeHost {
	return &volumeHost{
		volumetest.NewFakeKubeletVolumeHost(nil, root, &fake.Clientset{}, emptydir.ProbeVolumePlugins()), args,
	}
}

func (h *volumeHost) GetNodeAllocatable() (v1.ResourceList, error) {
	return h.args.Node.Status.Allocatable, nil
}

func (h *volumeHost) GetSecretFunc() func(namespace, name string) (*v1.Secret, error) {
	return objects.SecretsOf(h.args.Secrets).GetSecret
}

func (h *volumeHost) GetConfigMapFunc() func(namespace, name string) (*v1.ConfigMap, error) {
	return objects.ConfigMapsOf(h.args.ConfigMaps).GetConfigMap
}

func (h *volumeHost) GetServiceAccountTokenFunc() func(
	string, string, *authenticationv1.TokenRequest,
) (*authenticationv1.TokenRequest, error) {
	return func(_, _ string, request *authenticationv1.TokenRequest) (*authenticationv1.TokenRequest, error) {
		request.Status.Token = "GENERATED"
		return request, nil
	}
}

func (h *volumeHost) GetTrustAnchorsByName(context.Context, string, bool) ([]byte, error) {
	return []byte("GENERATED"), nil
}

func (h *volumeHost) GetTrustAnchorsBySigner(
	context.Context, string, *metav1.LabelSelector, bool,
) ([]byte, error) {
	return []byte("GENERATED"), nil
}

func (h *volumeHost) GetPodCertificateCredentialBundle(
	context.Context, string, string, string, string, int,
) ([]byte, []byte, error) {
	return []byte("GENERATED"), []byte("GENERATED"), nil
}

// plugin is the plugin of the kubelet for a volume; nil for a kind that no question is about.
func (h *volumeHost) plugin(spec *volume.Spec) (volume.VolumePlugin, error) {
	for _, plugins := range [][]volume.VolumePlugin{
		configmap.ProbeVolumePlugins(), secret.ProbeVolumePlugins(), downwardapi.ProbeVolumePlugins(),
		projected.ProbeVolumePlugins(), emptydir.ProbeVolumePlugins(),
	} {
		if plugins[0].CanSupport(spec) {
			return plugins[0], plugins[0].Init(h)
		}
	}
	return nil, nil
}

// volumePayload asks for the files of a volume before they are written. Each volume is asked about as a projected one.
func volumePayload(in json.RawMessage) (any, error) {
	args, err := readVolumeCase(in)
	if err != nil {
		return nil, err
	}
	spec := args.spec()
	asProjected(spec.Volume)
	plugin, err := args.host("").plugin(spec)
	if err != nil {
		return nil, err
	}
	mounter, err := plugin.NewMounter(spec, args.pod)
	if err != nil {
		return nil, err
	}
	payload, err := projected.CollectData(mounter, args.mounterArgs())
	if err == nil {
		payload, err = volumeutil.ValidatePayload(payload)
	}
	if err != nil {
		return map[string]any{"error": output.Text(err.Error())}, nil
	}
	files := []map[string]any{}
	for path, file := range payload {
		answer := map[string]any{"path": output.Text(path), "mode": file.Mode, "content": output.Text(string(file.Data))}
		if file.FsUser != nil {
			answer["user"] = *file.FsUser
		}
		files = append(files, answer)
	}
	return map[string]any{"files": sortedByPath(files)}, nil
}

func sortedByPath(files []map[string]any) []map[string]any {
	key := func(i int) string {
		raw, err := json.Marshal(files[i]["path"])
		if err != nil {
			panic(err)
		}
		return string(raw)
	}
	sort.Slice(files, func(i, j int) bool { return key(i) < key(j) })
	return files
}

// asProjected makes a volume of one source a projected volume.
func asProjected(given *v1.Volume) {
	source, mode := v1.VolumeProjection{}, (*int32)(nil)
	switch from := given.VolumeSource; {
	case from.ConfigMap != nil:
		source.ConfigMap = &v1.ConfigMapProjection{
			LocalObjectReference: from.ConfigMap.LocalObjectReference,
			Items:                from.ConfigMap.Items, Optional: from.ConfigMap.Optional,
		}
		mode = from.ConfigMap.DefaultMode
	case from.Secret != nil:
		source.Secret = &v1.SecretProjection{
			LocalObjectReference: v1.LocalObjectReference{Name: from.Secret.SecretName},
			Items:                from.Secret.Items, Optional: from.Secret.Optional,
		}
		mode = from.Secret.DefaultMode
	case from.DownwardAPI != nil:
		source.DownwardAPI = &v1.DownwardAPIProjection{Items: from.DownwardAPI.Items}
		mode = from.DownwardAPI.DefaultMode
	default:
		return
	}
	given.VolumeSource = v1.VolumeSource{
		Projected: &v1.ProjectedVolumeSource{Sources: []v1.VolumeProjection{source}, DefaultMode: mode},
	}
}

// inFolder answers an operation about volumes with a folder that it removes afterwards.
func inFolder(answer func(args *volumeCase, root string) (any, error)) wire.Op {
	return func(in json.RawMessage) (any, error) {
		args, err := readVolumeCase(in)
		if err != nil {
			return nil, err
		}
		root, err := os.MkdirTemp("", "oracle")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(root)
		return answer(args, root)
	}
}

// volumeFiles asks for the files of a volume on disk, and those that containers see.
func volumeFiles(args *volumeCase, root string) (any, error) {
	mounter, err := args.setUp(args.host(root), args.spec())
	if err != nil {
		return map[string]any{"error": output.Text(withoutFolders(err, root))}, nil
	}
	answer := map[string]any{}
	return answer, walkVolume(mounter.GetPath(), answer)
}

func (args *volumeCase) setUp(host *volumeHost, spec *volume.Spec) (volume.Mounter, error) {
	plugin, err := host.plugin(spec)
	if err != nil {
		return nil, err
	}
	mounter, err := plugin.NewMounter(spec, args.pod)
	if err != nil {
		return nil, err
	}
	return mounter, mounter.SetUp(args.mounterArgs())
}

var (
	volumeFolder = regexp.MustCompile(`ROOT/pods/[^/]*/volumes/[^/]*/[^/]*`)
	writtenAt    = regexp.MustCompile(`\.\.\d{4}_\d\d_\d\d_\d\d_\d\d_\d\d\.\d+/?`)
)

// withoutFolders is the text of an error without the folder of the volume, whose name is random.
func withoutFolders(err error, root string) string {
	message := strings.ReplaceAll(err.Error(), root, "ROOT")
	return writtenAt.ReplaceAllString(volumeFolder.ReplaceAllString(message, "VOLUME"), "")
}

// walkVolume lists the files and folders that containers see below a path: links of the volume are followed, and its
// own folders are left out. A file has an empty path.
func walkVolume(root string, answer map[string]any) error {
	files, folders := []map[string]any{}, []map[string]any{}
	var visit func(path string) error
	visit = func(path string) error {
		full := filepath.Join(root, path)
		info, err := os.Stat(full)
		if err != nil {
			return err
		}
		owner := info.Sys().(*syscall.Stat_t)
		entry := map[string]any{"path": output.Text(path), "mode": owner.Mode & 0o7777, "user": owner.Uid, "group": owner.Gid}
		if !info.IsDir() {
			content, err := os.ReadFile(full)
			entry["content"] = output.Text(string(content))
			files = append(files, entry)
			return err
		}
		folders = append(folders, entry)
		entries, err := os.ReadDir(full)
		for _, each := range entries {
			own := each.Name() == "..data" || writtenAt.MatchString(each.Name()+"/")
			if err == nil && !own {
				err = visit(filepath.Join(path, each.Name()))
			}
		}
		return err
	}
	err := visit("")
	answer["files"], answer["folders"] = sortedByPath(files), sortedByPath(folders)
	return err
}

// bindMounter remembers what is bind-mounted instead of mounting it.
type bindMounter struct {
	*mount.FakeMounter
	sources map[string]string
}

func (m *bindMounter) MountSensitiveWithoutSystemdWithMountFlags(
	source, target, _ string, _, _, _ []string,
) error {
	path, err := os.Readlink(source)
	m.sources[target] = path
	return err
}

// volumeMounts asks the kubelet for the mounts of a container, and what each of them contains.
func volumeMounts(args *volumeCase, root string) (any, error) {
	host, volumes := args.host(root), kubecontainer.VolumeMap{}
	mounted, _, _ := volumeutil.GetPodVolumeNames(args.pod, false)
	for i := range args.pod.Spec.Volumes {
		spec := volume.NewSpecFromVolume(&args.pod.Spec.Volumes[i])
		if !mounted.Has(spec.Name()) {
			continue
		}
		mounter, err := args.setUp(host, spec)
		if err != nil {
			return map[string]any{"volume": spec.Name(), "error": output.Text(withoutFolders(err, root))}, nil
		}
		volumes[spec.Name()] = kubecontainer.VolumeInfo{Mounter: mounter, InnerVolumeSpecName: spec.Name()}
	}
	container := findContainer(args.pod, args.Container)
	variables, err := args.kubelet().MakeEnvironmentVariables(quiet.Context, args.pod, container, "", nil, volumes)
	if err != nil {
		return map[string]any{"error": output.Text(withoutFolders(err, root))}, nil
	}
	mounter := &bindMounter{FakeMounter: mount.NewFakeMounter(nil), sources: map[string]string{}}
	podDir := filepath.Join(root, "pods", string(args.pod.UID))
	mounts, _, err := kubelet.MakeMounts(klog.Logger{}, args.pod, podDir, container, "", "", nil, volumes,
		hostutil.NewHostUtil(), subpath.New(mounter), variables, true, nil)
	if err != nil {
		return map[string]any{"error": output.Text(withoutFolders(err, root))}, nil
	}
	answers := []map[string]any{}
	for _, each := range mounts {
		path := each.HostPath
		if source, ok := mounter.sources[path]; ok {
			path = source
		}
		answer := map[string]any{"mountPath": each.ContainerPath, "volume": each.Name, "readOnly": each.ReadOnly}
		if err := walkVolume(path, answer); err != nil {
			return nil, err
		}
		answers = append(answers, answer)
	}
	return map[string]any{"mounts": answers}, nil
}

// volumeUpdateDelay asks for how long kubelets keep objects, after nodes were added and some of them were deleted.
func volumeUpdateDelay(in json.RawMessage) (any, error) {
	var args struct{ Added, Deleted int }
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	return map[string]int{"seconds": ttl.Seconds(args.Added, args.Deleted)}, nil
}
