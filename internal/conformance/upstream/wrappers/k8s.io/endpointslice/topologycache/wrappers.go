package topologycache

import (
	"fmt"
	"maps"
	"math"
	"slices"

	v1 "k8s.io/api/core/v1"
	discovery "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/klog/v2"
	"kubesem/upstream/record"
)

// nodesOf has the nodes of each cache.
var nodesOf = map[*TopologyCache][]*v1.Node{}

// The nodes are compared by the hints of three endpoints in each zone.
func (t *TopologyCache) SetNodes(logger klog.Logger, nodes []*v1.Node) {
	nodesOf[t] = nodes
	t.orig_SetNodes(logger, nodes)
	zones := map[string]bool{}
	for _, node := range nodes {
		zones[node.Labels[v1.LabelTopologyZone]] = true
	}
	slice := discovery.EndpointSlice{AddressType: discovery.AddressTypeIPv4}
	slice.Name, slice.Namespace = "web-0", "shop"
	isReady := true
	for _, zone := range slices.Sorted(maps.Keys(zones)) {
		for range 3 {
			slice.Endpoints = append(slice.Endpoints, discovery.Endpoint{
				Addresses:  []string{fmt.Sprintf("10.0.0.%d", len(slice.Endpoints))},
				Conditions: discovery.EndpointConditions{Ready: &isReady}, Zone: &zone,
			})
		}
	}
	begin([]*discovery.EndpointSlice{&slice}, nodes, discovery.AddressTypeIPv4).NoResult()
}

// The oracle has stored slices only, so that ties between zones can have another end.
func (t *TopologyCache) AddHints(
	logger klog.Logger, info *SliceInfo,
) ([]*discovery.EndpointSlice, []*discovery.EndpointSlice, []*EventBuilder) {
	nodes := nodesOf[t]
	if nodes == nil {
		// A test that sets the shares of zones has a node of this cpu in each.
		for _, zone := range slices.Sorted(maps.Keys(t.cpuRatiosByZone)) {
			node := &v1.Node{ObjectMeta: metav1.ObjectMeta{Name: zone, Labels: map[string]string{v1.LabelTopologyZone: zone}}}
			cpu := resource.NewMilliQuantity(int64(math.Round(t.cpuRatiosByZone[zone]*100_000)), resource.DecimalSI)
			node.Status.Allocatable = v1.ResourceList{v1.ResourceCPU: *cpu}
			node.Status.Conditions = []v1.NodeCondition{{Type: v1.NodeReady, Status: v1.ConditionTrue}}
			nodes = append(nodes, node)
		}
	}
	begin(slices.Concat(info.ToCreate, info.ToUpdate, info.Unchanged), nodes, info.AddressType).NoResult()
	return t.orig_AddHints(logger, info)
}

func begin(given []*discovery.EndpointSlice, nodes []*v1.Node, family discovery.AddressType) *record.Call {
	stored := []*discovery.EndpointSlice{}
	for index, slice := range given {
		named := slice.DeepCopy()
		named.Name, named.Namespace, named.AddressType = fmt.Sprintf("web-%d", index), "shop", family
		stored = append(stored, named)
	}
	if nodes == nil {
		nodes = []*v1.Node{}
	}
	return record.Begin("service.hints", record.Map{"slices": stored, "nodes": nodes})
}
