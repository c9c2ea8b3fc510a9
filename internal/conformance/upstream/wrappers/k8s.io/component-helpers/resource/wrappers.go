package resource

import (
	v1 "k8s.io/api/core/v1"
	"kubesem/upstream/record"
)

func PodRequests(pod *v1.Pod, opts PodResourcesOptions) v1.ResourceList {
	return compute("pod.requests", orig_PodRequests, pod, opts)
}

func PodLimits(pod *v1.Pod, opts PodResourcesOptions) v1.ResourceList {
	return compute("pod.limits", orig_PodLimits, pod, opts)
}

func compute(
	op string, released func(*v1.Pod, PodResourcesOptions) v1.ResourceList, pod *v1.Pod, opts PodResourcesOptions,
) v1.ResourceList {
	options := record.Map{
		"UseStatusResources":                             opts.UseStatusResources,
		"InPlacePodLevelResourcesVerticalScalingEnabled": opts.InPlacePodLevelResourcesVerticalScalingEnabled,
		"ExcludeOverhead":                                opts.ExcludeOverhead,
		"NonMissingContainerRequests":                    opts.NonMissingContainerRequests,
		"SkipPodLevelResources":                          opts.SkipPodLevelResources,
		"SkipContainerLevelResources":                    opts.SkipContainerLevelResources,
		"UseDRANodeAllocatableResourceClaimStatus":       opts.UseDRANodeAllocatableResourceClaimStatus,
	}
	call := record.Begin(op, record.Map{"pod": pod, "options": options})
	amounts := released(pod, opts)
	out := record.Map{}
	for name, amount := range amounts {
		number, suffix := amount.CanonicalizeBytes(nil)
		out[string(name)] = record.Map{"canonical": string(number) + string(suffix)}
	}
	call.Out(out)
	return amounts
}
