package noderesources

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/feature"
	"kubesem/upstream/record"
)

func fitsRequest(
	podRequest *preFilterState, nodeInfo fwk.NodeInfo, ignoredExtendedResources, ignoredResourceGroups sets.Set[string],
	draManager fwk.SharedDRAManager, opts ResourceRequestsOptions, pod *v1.Pod,
) []InsufficientResource {
	call := beginFit(nodeInfo, ignoredExtendedResources, ignoredResourceGroups, pod)
	found := orig_fitsRequest(
		podRequest, nodeInfo, ignoredExtendedResources, ignoredResourceGroups, draManager, opts, pod)
	fields := []string{"pods", "cpu", "memory", "ephemeral-storage"}
	// Those that are no field of the scheduler's come out of a map.
	sorted := slices.Clone(found)
	slices.SortStableFunc(sorted, func(a, b InsufficientResource) int {
		if slices.Contains(fields, string(a.ResourceName)) || slices.Contains(fields, string(b.ResourceName)) {
			return 0
		}
		return strings.Compare(string(a.ResourceName), string(b.ResourceName))
	})
	reasons := []record.Map{}
	for _, one := range sorted {
		reasons = append(reasons, record.Map{
			"resource": one.ResourceName, "reason": one.Reason, "unresolvable": one.Unresolvable,
			"requested": strconv.FormatInt(one.Requested, 10), "used": strconv.FormatInt(one.Used, 10),
			"capacity": strconv.FormatInt(one.Capacity, 10),
		})
	}
	// Other options than those of the scheduler stand for gates; what devices provide is not known here.
	gates := feature.NewSchedulerFeaturesFromGates(utilfeature.DefaultFeatureGate)
	defaults := ResourceRequestsOptions{
		EnablePodLevelResources:                            gates.EnablePodLevelResources,
		EnableDRAExtendedResource:                          gates.EnableDRAExtendedResource,
		EnableDRANodeAllocatableResources:                  gates.EnableDRANodeAllocatableResources,
		EnableInPlacePodVerticalScalingSchedulerPreemption: gates.EnableInPlacePodVerticalScalingSchedulerPreemption,
	}
	if draManager != nil || opts != defaults {
		record.SetGates(true)
		defer record.SetGates(false)
	}
	call.Out(record.Map{"reasons": reasons})
	return found
}

// beginFit names the node, and says of its Pods that they are there: tests leave that out.
func beginFit(
	nodeInfo fwk.NodeInfo, ignoredResources, ignoredGroups sets.Set[string],
	pod *v1.Pod,
) *record.Call {
	if pod == nil || nodeInfo.Node() == nil {
		record.Skip("node.fits", "no Pod or no node")
		return nil
	}
	allocatable := framework.NewResource(nodeInfo.Node().Status.Allocatable)
	if !reflect.DeepEqual(nodeInfo.GetAllocatable().GetScalarResources(), allocatable.ScalarResources) {
		record.Skip("node.fits", "a device plugin changes what the node has")
		return nil
	}
	node := nodeInfo.Node().DeepCopy()
	if node.Name == "" {
		node.Name = "node"
	}
	pods := []*v1.Pod{}
	for _, info := range nodeInfo.GetPods() {
		placed := info.GetPod().DeepCopy()
		placed.Spec.NodeName = node.Name
		pods = append(pods, placed)
	}
	return record.Begin("node.fits", record.Map{
		"pod": pod, "node": node, "pods": pods,
		"ignoredResources": sets.List(ignoredResources), "ignoredResourceGroups": sets.List(ignoredGroups),
	})
}
