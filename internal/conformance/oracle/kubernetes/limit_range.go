package main

import (
	"encoding/json"

	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/plugin/pkg/admission/limitranger"

	"kubesem/oracle/wire"
)

// limitRangeOps are what the admission plugin LimitRanger does.
var limitRangeOps = map[string]wire.Op{
	"limitRange.apply":      applyLimitRanges,
	"limitRange.violations": limitRangeViolations,
}

// internalPodOf reads a Pod without defaulting it.
func internalPodOf(raw json.RawMessage) (*core.Pod, error) {
	pod, internal := &v1.Pod{}, &core.Pod{}
	if err := decode(raw, podKind, pod); err != nil {
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
	if err := readObjects(in, &args); err != nil {
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

// limitRangeViolations asks what a Pod or a claim violates.
func limitRangeViolations(in json.RawMessage) (any, error) {
	var args struct {
		LimitRange v1.LimitRange
		Pod        json.RawMessage
		Claim      *v1.PersistentVolumeClaim
	}
	if err := readObjects(in, &args); err != nil {
		return nil, err
	}
	legacyscheme.Scheme.Default(&args.LimitRange)
	var violated error
	if args.Claim != nil {
		claim := &core.PersistentVolumeClaim{}
		if err := legacyscheme.Scheme.Convert(args.Claim, claim, nil); err != nil {
			return nil, err
		}
		violated = limitranger.PersistentVolumeClaimValidateLimitFunc(&args.LimitRange, claim)
	} else {
		pod, err := internalPodOf(args.Pod)
		if err != nil {
			return nil, err
		}
		violated = limitranger.PodValidateLimitFunc(&args.LimitRange, pod)
	}
	return map[string]any{"messages": sortedMessages(violated)}, nil
}
