package resources

import (
	"encoding/json"

	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/kubernetes/fake"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	podresource "k8s.io/kubernetes/pkg/api/v1/resource"
	"k8s.io/kubernetes/pkg/kubelet"

	"kubesem/oracle/kubernetes/input"
	"kubesem/oracle/kubernetes/output"
	"kubesem/oracle/kubernetes/quiet"
)

// resourceField asks for a resourceFieldRef as an environment variable of a container, and as a file.
// The Pod is as stored; allocatable is what the API server set in the status of the node.
func resourceField(in json.RawMessage) (any, error) {
	var args struct {
		Pod         json.RawMessage
		Container   string
		Ref         v1.ResourceFieldSelector
		Allocatable v1.ResourceList
	}
	pod := &v1.Pod{}
	if err := input.PodObjects(in, &args, &args.Pod, pod); err != nil {
		return nil, err
	}
	var container *v1.Container
	for _, list := range [][]v1.Container{pod.Spec.InitContainers, pod.Spec.Containers} {
		for i := range list {
			if list[i].Name == args.Container {
				container = &list[i]
			}
		}
	}
	node := &v1.Node{Status: v1.NodeStatus{Allocatable: args.Allocatable}}
	node.Name = "node"
	nodes := cache.NewIndexer(cache.MetaNamespaceKeyFunc, nil)
	if err := nodes.Add(node); err != nil {
		return nil, err
	}
	answer := map[string]any{}
	if container != nil {
		knowing := kubelet.ForResourceFields(&fake.Clientset{}, corelisters.NewNodeLister(nodes), node.Name)
		answer["env"] = output.TextOrError(knowing.ResourceFieldValue(quiet.Context, &args.Ref, pod, container))
	}
	answer["volume"] = output.TextOrError(podresource.ExtractResourceValueByContainerNameAndNodeAllocatable(
		&args.Ref, pod, args.Ref.ContainerName, args.Allocatable))
	return answer, nil
}
