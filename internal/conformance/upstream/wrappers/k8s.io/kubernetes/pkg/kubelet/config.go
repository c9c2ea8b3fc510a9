package kubelet

import (
	"context"
	"os"
	"path/filepath"
	"sort"
	"strings"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	podutil "k8s.io/kubernetes/pkg/api/v1/pod"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	"kubesem/upstream/record"
)

func (kl *Kubelet) makeEnvironmentVariables(
	ctx context.Context, pod *v1.Pod, container *v1.Container, podIP string, podIPs []string,
	podVolumes kubecontainer.VolumeMap,
) ([]kubecontainer.EnvVar, error) {
	call := kl.beginEnvironment(ctx, pod, container, podIPs, podVolumes)
	variables, err := kl.orig_makeEnvironmentVariables(ctx, pod, container, podIP, podIPs, podVolumes)
	switch {
	case err != nil && (len(podVolumes) > 0 || strings.HasSuffix(err.Error(), "not found")):
		// The error names a folder of the test, or another object: its client has one for all names.
		call.NoResult()
	case err != nil:
		call.Out(record.Map{"error": err.Error()})
	default:
		sort.Slice(variables, func(i, j int) bool { return variables[i].Name < variables[j].Name })
		named := [][]record.Text{}
		for _, variable := range variables {
			named = append(named, []record.Text{record.Text(variable.Name), record.Text(variable.Value)})
		}
		call.Out(record.Map{"variables": named})
	}
	return variables, err
}

func (kl *Kubelet) beginEnvironment(
	ctx context.Context, pod *v1.Pod, container *v1.Container, podIPs []string, podVolumes kubecontainer.VolumeMap,
) *record.Call {
	if pod.Spec.EnableServiceLinks == nil || kl.serviceLister == nil || !kl.serviceHasSynced() {
		record.Skip("env.container", "the Pod is not defaulted, or the kubelet does not know the Services")
		return nil
	}
	asked, own := pod.DeepCopy(), container.DeepCopy()
	own.Name = "app"
	asked.Spec.InitContainers, asked.Spec.Containers = nil, []v1.Container{*own}
	services, _ := kl.serviceLister.List(labels.Everything())
	question := record.Map{
		"pod": asked, "container": own.Name, "services": services, "podIPs": append([]string{}, podIPs...),
		"node": &v1.Node{}, "files": writtenFiles(container, podVolumes),
	}
	if node, err := kl.getNodeAnyWay(ctx); err == nil {
		question["node"] = &v1.Node{Status: v1.NodeStatus{
			Addresses: node.Status.Addresses, Allocatable: node.Status.Allocatable,
		}}
	}
	configMaps, secrets := []*v1.ConfigMap{}, []*v1.Secret{}
	podutil.VisitPodConfigmapNames(asked, func(name string) bool {
		if object, err := kl.configMapManager.GetConfigMap(pod.Namespace, name); err == nil {
			object = object.DeepCopy()
			object.Namespace, object.Name = pod.Namespace, name
			configMaps = append(configMaps, object)
		}
		return true
	})
	podutil.VisitPodSecretNames(asked, func(name string) bool {
		if object, err := kl.secretManager.GetSecret(pod.Namespace, name); err == nil {
			object = object.DeepCopy()
			object.Namespace, object.Name = pod.Namespace, name
			secrets = append(secrets, object)
		}
		return true
	})
	question["configMaps"], question["secrets"] = configMaps, secrets
	return record.Begin("env.container", question)
}

// writtenFiles are the files to which variables refer, by volume and path.
func writtenFiles(container *v1.Container, volumes kubecontainer.VolumeMap) map[string]map[string]string {
	files := map[string]map[string]string{}
	for name, volume := range volumes {
		if volume.Mounter == nil {
			continue
		}
		files[name] = map[string]string{}
		for _, variable := range container.Env {
			if variable.ValueFrom == nil || variable.ValueFrom.FileKeyRef == nil {
				continue
			}
			path := variable.ValueFrom.FileKeyRef.Path
			if content, err := os.ReadFile(filepath.Join(volume.Mounter.GetPath(), path)); err == nil {
				files[name][path] = string(content)
			}
		}
	}
	return files
}
