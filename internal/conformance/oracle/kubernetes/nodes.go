package main

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
	resourcev1 "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/sets"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/client-go/kubernetes/fake"
	ktesting "k8s.io/client-go/testing"
	fwk "k8s.io/kube-scheduler/framework"
	kubectldescribe "k8s.io/kubectl/pkg/describe"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/core"
	podregistry "k8s.io/kubernetes/pkg/registry/core/pod"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/feature"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/noderesources"

	"kubesem/oracle/wire"
)

// nodeOps are about allocated resources of a node, and whether a Pod fits.
var nodeOps = map[string]wire.Op{
	"node.describe": describeNode,
	"node.fits":     fitsNode,
}

var nodeKind = v1.SchemeGroupVersion.WithKind("Node")

// decodeNode reads a node and Pods as they are stored.
func decodeNode(rawNode json.RawMessage, rawPods []json.RawMessage) (*v1.Node, []*v1.Pod, error) {
	node := &v1.Node{}
	if err := decode(rawNode, nodeKind, node); err != nil {
		return nil, nil, err
	}
	pods := []*v1.Pod{}
	for _, raw := range rawPods {
		pod := &v1.Pod{}
		if err := decode(raw, podKind, pod); err != nil {
			return nil, nil, err
		}
		pods = append(pods, pod)
	}
	return node, pods, nil
}

// selected are the Pods that the API server would list with the selector, in their order.
func selected(pods []*v1.Pod, selector fields.Selector) ([]v1.Pod, error) {
	found := []v1.Pod{}
	for _, pod := range pods {
		internal := &core.Pod{}
		if err := legacyscheme.Scheme.Convert(pod.DeepCopy(), internal, nil); err != nil {
			return nil, err
		}
		if selector.Matches(podregistry.ToSelectableFields(internal)) {
			found = append(found, *pod)
		}
	}
	return found, nil
}

// describeNode runs kubectl's describer on a node, and keeps its output about the Pods.
func describeNode(in json.RawMessage) (any, error) {
	var args struct {
		Node json.RawMessage
		Pods []json.RawMessage
		Now  *metav1.Time
	}
	if err := readArgs(in, &args, &args.Node); err != nil {
		return nil, err
	}
	node, pods, err := decodeNode(args.Node, args.Pods)
	if err != nil {
		return nil, err
	}
	client := &fake.Clientset{}
	client.AddReactor("get", "nodes", func(ktesting.Action) (bool, runtime.Object, error) {
		return true, node, nil
	})
	client.AddReactor("list", "pods", func(action ktesting.Action) (bool, runtime.Object, error) {
		listed, err := selected(pods, action.(ktesting.ListAction).GetListRestrictions().Fields)
		return true, &v1.PodList{Items: listed}, err
	})
	describer := &kubectldescribe.NodeDescriber{Interface: client}
	for {
		started := time.Now()
		if args.Now != nil {
			age(pods, started.Sub(args.Now.Time))
			args.Now.Time = started
		}
		text, err := describer.Describe("", node.Name, kubectldescribe.DescriberSettings{})
		if err != nil {
			return nil, err
		}
		// The describer asks the machine for the time, which may have held it up.
		if args.Now == nil || time.Since(started) < describedWithin {
			return tables(text)
		}
	}
}

// describedWithin is less than the tenths of a second that ages are apart from whole ones.
const describedWithin = 500 * time.Millisecond

// age moves the Pods to a later time.
func age(pods []*v1.Pod, later time.Duration) {
	for _, pod := range pods {
		if !pod.CreationTimestamp.IsZero() {
			pod.CreationTimestamp.Time = pod.CreationTimestamp.Add(later)
		}
	}
}

// tables are the part of the description that is about Pods.
func tables(text string) (any, error) {
	start := strings.Index(text, "\nNon-terminated Pods:")
	if start < 0 {
		return nil, errors.New("no Pods in what kubectl says")
	}
	return map[string]string{"text": text[start+1:]}, nil
}

type insufficientResource struct {
	Resource     v1.ResourceName `json:"resource"`
	Reason       string          `json:"reason"`
	Requested    string          `json:"requested"`
	Used         string          `json:"used"`
	Capacity     string          `json:"capacity"`
	Unresolvable bool            `json:"unresolvable"`
}

// scheduled is how the scheduler selects the Pods that it knows of; it exports no name for it.
const scheduled = "status.phase!=Succeeded,status.phase!=Failed"

// fitsNode asks the scheduler what a node has too little of for a Pod.
func fitsNode(in json.RawMessage) (any, error) {
	var args struct {
		Pod, Node                               json.RawMessage
		Pods                                    []json.RawMessage
		IgnoredResources, IgnoredResourceGroups []string
		DeviceClassResources                    []string
	}
	if err := readArgs(in, &args, &args.Node); err != nil {
		return nil, err
	}
	node, pods, err := decodeNode(args.Node, append([]json.RawMessage{args.Pod}, args.Pods...))
	if err != nil {
		return nil, err
	}
	selector := fields.AndSelectors(
		fields.ParseSelectorOrDie(scheduled), fields.OneTermEqualSelector("spec.nodeName", node.Name))
	onNode, err := selected(pods[1:], selector)
	if err != nil {
		return nil, err
	}
	info := framework.NewNodeInfo()
	for i := range onNode {
		info.AddPod(&onNode[i])
	}
	info.SetNode(node)
	gates := feature.NewSchedulerFeaturesFromGates(utilfeature.DefaultFeatureGate)
	options := noderesources.ResourceRequestsOptions{
		EnablePodLevelResources:                            gates.EnablePodLevelResources,
		EnableDRAExtendedResource:                          gates.EnableDRAExtendedResource,
		EnableDRANodeAllocatableResources:                  gates.EnableDRANodeAllocatableResources,
		EnableInPlacePodVerticalScalingSchedulerPreemption: gates.EnableInPlacePodVerticalScalingSchedulerPreemption,
	}
	found := noderesources.FitsRequest(
		noderesources.ComputePodResourceRequest(pods[0], options), info,
		sets.New(args.IgnoredResources...), sets.New(args.IgnoredResourceGroups...),
		deviceClasses{provided: args.DeviceClassResources}, options, pods[0])
	reasons := []insufficientResource{}
	for _, one := range found {
		reasons = append(reasons, insufficientResource{
			one.ResourceName, one.Reason, strconv.FormatInt(one.Requested, 10),
			strconv.FormatInt(one.Used, 10), strconv.FormatInt(one.Capacity, 10), one.Unresolvable,
		})
	}
	// Those that are no field of the scheduler's come out of a map, after the others.
	scalars := slices.IndexFunc(reasons, func(reason insufficientResource) bool {
		return !slices.Contains(fieldsOfResource, reason.Resource)
	})
	if scalars >= 0 {
		slices.SortFunc(reasons[scalars:], func(a, b insufficientResource) int {
			return strings.Compare(string(a.Resource), string(b.Resource))
		})
	}
	return map[string]any{"reasons": reasons}, nil
}

// deviceClasses are some that provide resources, and nothing else of dynamic resource allocation.
type deviceClasses struct {
	fwk.SharedDRAManager
	provided []string
}

func (c deviceClasses) DeviceClassResolver() fwk.DeviceClassResolver { return c }

func (c deviceClasses) GetDeviceClass(name v1.ResourceName) *resourcev1.DeviceClass {
	if slices.Contains(c.provided, string(name)) {
		return &resourcev1.DeviceClass{}
	}
	return nil
}

var fieldsOfResource = []v1.ResourceName{
	v1.ResourcePods, v1.ResourceCPU, v1.ResourceMemory, v1.ResourceEphemeralStorage,
}
