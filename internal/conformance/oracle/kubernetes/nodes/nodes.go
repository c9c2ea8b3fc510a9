package nodes

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

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

	"kubesem/oracle/kubernetes/clock"
	"kubesem/oracle/kubernetes/input"
)

// clusterObject is a node or a Pod.
type clusterObject struct{ Node, Pod json.RawMessage }

// decodeCluster reads nodes as clients receive them, and Pods as they are stored, without defaults.
func decodeCluster(objects []clusterObject) (nodes []*v1.Node, pods []*v1.Pod, err error) {
	rawPods := []json.RawMessage{}
	for _, object := range objects {
		if object.Node == nil {
			rawPods = append(rawPods, object.Pod)
			continue
		}
		node, err := input.Node(object.Node)
		if err != nil {
			return nil, nil, err
		}
		nodes = append(nodes, node)
	}
	pods, err = input.Pods(rawPods)
	return nodes, pods, err
}

// selected are copies of the Pods that the API server would list with the selector, in their order.
func selected(pods []*v1.Pod, selector fields.Selector) ([]v1.Pod, error) {
	found := []v1.Pod{}
	for _, pod := range pods {
		internal := &core.Pod{}
		if err := legacyscheme.Scheme.Convert(pod.DeepCopy(), internal, nil); err != nil {
			return nil, err
		}
		if selector.Matches(podregistry.ToSelectableFields(internal)) {
			found = append(found, *pod.DeepCopy())
		}
	}
	return found, nil
}

// describeNode runs kubectl's describer on a node, and keeps its output about the Pods. The node is
// defaulted, the Pods are as stored.
func describeNode(in json.RawMessage) (any, error) {
	var args struct {
		Node json.RawMessage
		Pods []json.RawMessage
		Now  *metav1.Time
	}
	if err := input.Args(in, &args, &args.Node); err != nil {
		return nil, err
	}
	node, err := input.Node(args.Node)
	if err != nil {
		return nil, err
	}
	pods, err := input.Pods(args.Pods)
	if err != nil {
		return nil, err
	}
	text, err := describedPods(node, pods, args.Now)
	return map[string]string{"text": text}, err
}

// describeCluster runs kubectl's describer on every node of a cluster, in their order. The nodes are
// defaulted, the Pods are as stored.
func describeCluster(in json.RawMessage) (any, error) {
	var args struct {
		Objects []clusterObject
		Now     *metav1.Time
	}
	if err := input.Parameters(in, &args); err != nil {
		return nil, err
	}
	nodes, pods, err := decodeCluster(args.Objects)
	if err != nil {
		return nil, err
	}
	texts := []string{}
	for _, node := range nodes {
		text, err := describedPods(node, pods, args.Now)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return map[string]any{"texts": texts}, nil
}

// describedPods is what kubectl prints about the Pods on a node, with the ages that they have at a time.
func describedPods(node *v1.Node, pods []*v1.Pod, now *metav1.Time) (string, error) {
	client := &fake.Clientset{}
	client.AddReactor("get", "nodes", func(ktesting.Action) (bool, runtime.Object, error) {
		return true, node.DeepCopy(), nil
	})
	client.AddReactor("list", "pods", func(action ktesting.Action) (bool, runtime.Object, error) {
		listed, err := selected(pods, action.(ktesting.ListAction).GetListRestrictions().Fields)
		return true, &v1.PodList{Items: listed}, err
	})
	describer := &kubectldescribe.NodeDescriber{Interface: client}
	var text string
	var err error
	describe := func() {
		text, err = describer.Describe("", node.Name, kubectldescribe.DescriberSettings{})
	}
	if now == nil {
		describe()
	} else {
		clock.At(now.Time, describe)
	}
	if err != nil {
		return "", err
	}
	return tables(text)
}

// tables are the part of the description that is about Pods.
func tables(text string) (string, error) {
	start := strings.Index(text, "\nNon-terminated Pods:")
	if start < 0 {
		return "", errors.New("no Pods in what kubectl says")
	}
	return text[start+1:], nil
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

// fitSettings are what the scheduler does not compare.
type fitSettings struct {
	IgnoredResources, IgnoredResourceGroups []string
	DeviceClassResources                    []string
}

// fitsNode asks the scheduler what a node has too little of for a Pod. The node is defaulted, the
// Pods are as stored.
func fitsNode(in json.RawMessage) (any, error) {
	var args struct {
		Pod, Node json.RawMessage
		Pods      []json.RawMessage
		fitSettings
	}
	if err := input.Args(in, &args, &args.Node); err != nil {
		return nil, err
	}
	node, err := input.Node(args.Node)
	if err != nil {
		return nil, err
	}
	pods, err := input.Pods(append([]json.RawMessage{args.Pod}, args.Pods...))
	if err != nil {
		return nil, err
	}
	return fits(pods[0], node, pods[1:], args.fitSettings)
}

// fitsCluster asks the same of every node of a cluster, in their order. The nodes are defaulted, the
// Pods are as stored.
func fitsCluster(in json.RawMessage) (any, error) {
	var args struct {
		Pod     json.RawMessage
		Objects []clusterObject
		fitSettings
	}
	if err := input.Args(in, &args, &args.Pod); err != nil {
		return nil, err
	}
	nodes, pods, err := decodeCluster(append(args.Objects, clusterObject{Pod: args.Pod}))
	if err != nil {
		return nil, err
	}
	last := len(pods) - 1
	answers := []any{}
	for _, node := range nodes {
		answer, err := fits(pods[last], node, pods[:last], args.fitSettings)
		if err != nil {
			return nil, err
		}
		answers = append(answers, answer)
	}
	return map[string]any{"nodes": answers}, nil
}

func fits(pod *v1.Pod, node *v1.Node, pods []*v1.Pod, settings fitSettings) (any, error) {
	pod = pod.DeepCopy()
	selector := fields.AndSelectors(
		fields.ParseSelectorOrDie(scheduled), fields.OneTermEqualSelector("spec.nodeName", node.Name))
	onNode, err := selected(pods, selector)
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
	request := noderesources.ComputePodResourceRequest(pod, options)
	found := noderesources.FitsRequest(request, info,
		sets.New(settings.IgnoredResources...), sets.New(settings.IgnoredResourceGroups...),
		deviceClasses{provided: settings.DeviceClassResources}, options, pod)
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
	return map[string]any{
		"reasons":   reasons,
		"requested": int64sOf(request),
		"used":      int64sOf(info.GetRequested()),
		"capacity":  int64sOf(info.GetAllocatable()),
		"pods":      len(info.GetPods()),
	}, nil
}

// int64sOf are the numbers that the scheduler compares.
func int64sOf(resource fwk.Resource) map[v1.ResourceName]string {
	amounts := map[v1.ResourceName]string{
		v1.ResourceCPU:              strconv.FormatInt(resource.GetMilliCPU(), 10),
		v1.ResourceMemory:           strconv.FormatInt(resource.GetMemory(), 10),
		v1.ResourceEphemeralStorage: strconv.FormatInt(resource.GetEphemeralStorage(), 10),
		v1.ResourcePods:             strconv.Itoa(resource.GetAllowedPodNumber()),
	}
	for name, amount := range resource.GetScalarResources() {
		amounts[name] = strconv.FormatInt(amount, 10)
	}
	return amounts
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
