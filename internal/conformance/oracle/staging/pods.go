package main

import (
	"encoding/json"
	"fmt"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	resourcehelper "k8s.io/component-helpers/resource"
	"k8s.io/kubectl/pkg/util/qos"

	"kubesem/oracle/wire"
)

var podOps = map[string]wire.Op{
	"pod.requests":                   podResources(resourcehelper.PodRequests),
	"pod.limits":                     podResources(resourcehelper.PodLimits),
	"pod.aggregateContainerRequests": podResources(resourcehelper.AggregateContainerRequests),
	"pod.aggregateContainerLimits":   podResources(resourcehelper.AggregateContainerLimits),
	"pod.kubectlQos":                 podKubectlQOS,
}

// podOptions is PodResourcesOptions without Reuse, which is about memory and not about results.
type podOptions struct {
	UseStatusResources                             bool
	InPlacePodLevelResourcesVerticalScalingEnabled bool
	ExcludeOverhead                                bool
	NonMissingContainerRequests                    map[v1.ResourceName]resource.Quantity
	SkipPodLevelResources                          bool
	SkipContainerLevelResources                    bool
	UseDRANodeAllocatableResourceClaimStatus       bool
}

func (o podOptions) forHelper() resourcehelper.PodResourcesOptions {
	return resourcehelper.PodResourcesOptions{
		UseStatusResources: o.UseStatusResources,
		InPlacePodLevelResourcesVerticalScalingEnabled: o.InPlacePodLevelResourcesVerticalScalingEnabled,
		ExcludeOverhead:                          o.ExcludeOverhead,
		NonMissingContainerRequests:              o.NonMissingContainerRequests,
		SkipPodLevelResources:                    o.SkipPodLevelResources,
		SkipContainerLevelResources:              o.SkipContainerLevelResources,
		UseDRANodeAllocatableResourceClaimStatus: o.UseDRANodeAllocatableResourceClaimStatus,
	}
}

func podResources(compute func(*v1.Pod, resourcehelper.PodResourcesOptions) v1.ResourceList) wire.Op {
	return func(in json.RawMessage) (any, error) {
		var args struct {
			Pod     json.RawMessage
			Options podOptions
		}
		pod, err := readPod(in, &args, &args.Pod)
		if err != nil {
			return nil, err
		}
		amounts := map[v1.ResourceName]amount{}
		for name, quantity := range compute(pod, args.Options.forHelper()) {
			amounts[name] = amountOf(quantity)
		}
		return amounts, nil
	}
}

func podKubectlQOS(in json.RawMessage) (any, error) {
	var args struct{ Pod json.RawMessage }
	pod, err := readPod(in, &args, &args.Pod)
	if err != nil {
		return nil, err
	}
	return qos.ComputePodQOS(pod), nil
}

// readPod reads the parameters of an operation, of which raw is a Pod.
func readPod(in json.RawMessage, args any, raw *json.RawMessage) (*v1.Pod, error) {
	if err := wire.CheckExponents(string(in)); err != nil {
		return nil, err
	}
	if err := wire.DecodeStrict(in, args); err != nil {
		return nil, err
	}
	return decodePod(*raw)
}

// decodePod reads a Pod as the API server reads a request: names of fields by case, unknown fields
// ignored.
func decodePod(raw json.RawMessage) (*v1.Pod, error) {
	if raw == nil {
		return nil, fmt.Errorf("expected a pod")
	}
	pod := &v1.Pod{}
	if err := utiljson.Unmarshal(raw, pod); err != nil {
		return nil, &wire.Error{Class: "Decode", Message: err.Error()}
	}
	return pod, nil
}
