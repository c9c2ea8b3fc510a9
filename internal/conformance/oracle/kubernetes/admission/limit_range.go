package admission

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/plugin/pkg/admission/limitranger"

	"kubesem/oracle/kubernetes/input"
)

// internalPodOf reads a Pod without defaulting it.
func internalPodOf(raw json.RawMessage) (*core.Pod, error) {
	pod, internal := &v1.Pod{}, &core.Pod{}
	if err := input.Decode(raw, input.PodKind, pod); err != nil {
		return nil, err
	}
	return internal, legacyscheme.Scheme.Convert(pod, internal, nil)
}

// applyLimitRanges asks for the Pod after the defaults of some LimitRanges, which are defaulted before.
func applyLimitRanges(in json.RawMessage) (any, error) {
	var args struct {
		LimitRanges []v1.LimitRange
		Pod         json.RawMessage
	}
	if err := input.Objects(in, &args); err != nil {
		return nil, err
	}
	pod, err := internalPodOf(args.Pod)
	if err != nil {
		return nil, err
	}
	for i := range args.LimitRanges {
		legacyscheme.Scheme.Default(&args.LimitRanges[i])
		if err := limitranger.PodMutateLimitFunc(&args.LimitRanges[i], pod); err != nil {
			return nil, err
		}
	}
	limited := &v1.Pod{}
	err = legacyscheme.Scheme.Convert(pod, limited, nil)
	return map[string]any{"pod": limited}, err
}

// limitRangeViolations asks what a Pod or a claim violates: the messages, and the bound and the object of each.
func limitRangeViolations(in json.RawMessage) (any, error) {
	var args struct {
		LimitRange v1.LimitRange
		Pod        json.RawMessage
		Claim      *v1.PersistentVolumeClaim
	}
	if err := input.Objects(in, &args); err != nil {
		return nil, err
	}
	legacyscheme.Scheme.Default(&args.LimitRange)
	objects, err := boundedObjects(args.Pod, args.Claim)
	if err != nil {
		return nil, err
	}
	messages := sortedMessages(objects[""](&args.LimitRange))
	found := []brokenBound{}
	for i, item := range args.LimitRange.Spec.Limits {
		for place, violated := range objects {
			if (item.Type == v1.LimitTypeContainer) != (place != "") {
				continue
			}
			for rule, bounds := range map[string]v1.ResourceList{
				"min": item.Min, "max": item.Max, "maxLimitRequestRatio": item.MaxLimitRequestRatio,
			} {
				for resource, bound := range bounds {
					for _, message := range sortedMessages(violated(onlyBound(item.Type, rule, resource, bound))) {
						found = append(found, brokenBound{i, place, rule, string(resource), message})
					}
				}
			}
		}
	}
	slices.SortFunc(found, func(a, b brokenBound) int {
		return cmp.Or(cmp.Compare(a.Item, b.Item), cmp.Compare(a.Container, b.Container),
			cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Resource, b.Resource))
	})
	return map[string]any{"messages": messages, "found": found}, nil
}

// brokenBound is a bound of an item of a LimitRange that an object breaks.
type brokenBound struct {
	Item int `json:"item"`
	// Container is the place of the container in the spec; empty for a Pod or a claim.
	Container string `json:"container"`
	Rule      string `json:"rule"`
	Resource  string `json:"resource"`
	Message   string `json:"message"`
}

// onlyBound is a LimitRange with one bound.
func onlyBound(limitType v1.LimitType, rule string, name v1.ResourceName, bound resource.Quantity) *v1.LimitRange {
	item, bounds := v1.LimitRangeItem{Type: limitType}, v1.ResourceList{name: bound}
	switch rule {
	case "min":
		item.Min = bounds
	case "max":
		item.Max = bounds
	default:
		item.MaxLimitRequestRatio = bounds
	}
	return &v1.LimitRange{Spec: v1.LimitRangeSpec{Limits: []v1.LimitRangeItem{item}}}
}

// boundedObjects checks a claim, or a Pod as a whole (under no name) and with each of its containers alone.
func boundedObjects(
	rawPod json.RawMessage, rawClaim *v1.PersistentVolumeClaim,
) (map[string]func(*v1.LimitRange) error, error) {
	if rawClaim != nil {
		claim := &core.PersistentVolumeClaim{}
		err := legacyscheme.Scheme.Convert(rawClaim, claim, nil)
		return map[string]func(*v1.LimitRange) error{"": func(limitRange *v1.LimitRange) error {
			return limitranger.PersistentVolumeClaimValidateLimitFunc(limitRange, claim)
		}}, err
	}
	pod, err := internalPodOf(rawPod)
	if err != nil {
		return nil, err
	}
	objects := map[string]func(*v1.LimitRange) error{}
	add := func(place string, spec core.PodSpec) {
		objects[place] = func(limitRange *v1.LimitRange) error {
			return limitranger.PodValidateLimitFunc(limitRange, &core.Pod{Spec: spec})
		}
	}
	add("", pod.Spec)
	for i := range pod.Spec.Containers {
		add(fmt.Sprintf("containers[%d]", i), core.PodSpec{Containers: pod.Spec.Containers[i : i+1]})
	}
	for i := range pod.Spec.InitContainers {
		add(fmt.Sprintf("initContainers[%d]", i), core.PodSpec{InitContainers: pod.Spec.InitContainers[i : i+1]})
	}
	return objects, nil
}
