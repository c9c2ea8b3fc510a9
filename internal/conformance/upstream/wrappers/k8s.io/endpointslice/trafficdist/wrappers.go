package trafficdist

import (
	"fmt"
	"slices"
	"strings"

	v1 "k8s.io/api/core/v1"
	discovery "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"kubesem/upstream/record"
)

// The oracle has Pods that make the endpoints, and slices that have them already.
func ReconcileHints(
	distribution *string, created, updated, unchanged []*discovery.EndpointSlice,
) ([]*discovery.EndpointSlice, []*discovery.EndpointSlice, []*discovery.EndpointSlice) {
	labels := map[string]string{"app": "web"}
	service := v1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web", UID: "u"}}
	service.Spec.Selector = labels
	service.Spec.TrafficDistribution = distribution
	service.Spec.ClusterIP = v1.ClusterIPNone
	service.Spec.IPFamilies = []v1.IPFamily{v1.IPv4Protocol}
	pods, stored := []*v1.Pod{}, []*discovery.EndpointSlice{}
	nodes := map[string]v1.Node{}
	given := slices.Concat(created, updated, unchanged)
	for index, slice := range given {
		if slice == nil {
			continue
		}
		kept := &discovery.EndpointSlice{AddressType: discovery.AddressTypeIPv4, ObjectMeta: metav1.ObjectMeta{
			Namespace: "shop", Name: fmt.Sprintf("web-%d", index),
			Labels: map[string]string{
				discovery.LabelServiceName: "web", v1.IsHeadlessService: "",
				discovery.LabelManagedBy: "endpointslice-controller.k8s.io",
			},
			OwnerReferences: []metav1.OwnerReference{{APIVersion: "v1", Kind: "Service", Name: "web", UID: "u"}},
		}}
		for _, endpoint := range slice.Endpoints {
			node, pod := nodeOf(endpoint), podOf(endpoint, len(pods), labels)
			pod.Spec.NodeName = node.Name
			nodes[node.Name] = node
			pods = append(pods, pod)
			known := endpoint.DeepCopy()
			known.NodeName = &pod.Spec.NodeName
			known.Addresses = []string{pod.Status.PodIP}
			known.TargetRef = &v1.ObjectReference{Kind: "Pod", Namespace: "shop", Name: pod.Name}
			ready, isTerminating := isReady(endpoint), false
			known.Conditions = discovery.EndpointConditions{Ready: &ready, Serving: &ready, Terminating: &isTerminating}
			kept.Endpoints = append(kept.Endpoints, *known)
		}
		if index >= len(created) && len(kept.Endpoints) > 0 {
			stored = append(stored, kept)
		}
	}
	list := []v1.Node{}
	for _, node := range nodes {
		list = append(list, node)
	}
	slices.SortFunc(list, func(a, b v1.Node) int { return strings.Compare(a.Name, b.Name) })
	record.Begin("service.slices", record.Map{
		"service": service, "pods": pods, "nodes": list, "existing": stored, "max": 100,
	}).NoResult()
	return orig_ReconcileHints(distribution, created, updated, unchanged)
}

// nodeOf is the node of an endpoint, or one for its zone.
func nodeOf(endpoint discovery.Endpoint) v1.Node {
	node := v1.Node{ObjectMeta: metav1.ObjectMeta{Name: "node", Labels: map[string]string{}}}
	if endpoint.Zone != nil {
		node.Name += "-" + *endpoint.Zone
		node.Labels[v1.LabelTopologyZone] = *endpoint.Zone
	}
	if endpoint.NodeName != nil {
		node.Name = *endpoint.NodeName
	}
	return node
}

func podOf(endpoint discovery.Endpoint, index int, labels map[string]string) *v1.Pod {
	pod := &v1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: fmt.Sprintf("p%d", index), Labels: labels}}
	address := fmt.Sprintf("10.9.0.%d", index)
	if len(endpoint.Addresses) > 0 {
		address = endpoint.Addresses[0]
	}
	pod.Status.PodIP, pod.Status.PodIPs = address, []v1.PodIP{{IP: address}}
	status := v1.ConditionFalse
	if isReady(endpoint) {
		status = v1.ConditionTrue
	}
	pod.Status.Conditions = []v1.PodCondition{{Type: v1.PodReady, Status: status}}
	return pod
}

func isReady(endpoint discovery.Endpoint) bool {
	return endpoint.Conditions.Ready != nil && *endpoint.Conditions.Ready
}
