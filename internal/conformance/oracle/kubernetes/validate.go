package main

import (
	"context"
	"encoding/json"

	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/core"
	podregistry "k8s.io/kubernetes/pkg/registry/core/pod"
)

// refusal is one reason why the API server would not store a Pod.
type refusal struct {
	Type   string `json:"type"`
	Field  string `json:"field"`
	Detail string `json:"detail"`
}

// podValidate is what the API server says to a Pod that is to be created, after its defaulting.
func podValidate(in json.RawMessage) (any, error) {
	var args struct{ Pod json.RawMessage }
	internal, err := readNewPod(in, &args, &args.Pod)
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	podregistry.Strategy.PrepareForCreate(ctx, internal)
	refusals := []refusal{}
	for _, err := range podregistry.Strategy.Validate(ctx, internal) {
		refusals = append(refusals, refusal{string(err.Type), err.Field, err.Detail})
	}
	return map[string]any{"refusals": refusals, "warnings": podWarnings(ctx, internal, len(refusals) > 0)}, nil
}

// readNewPod reads the parameters of an operation, of which raw is a Pod to create, with the defaults of the API server.
func readNewPod(in json.RawMessage, args any, raw *json.RawMessage) (*core.Pod, error) {
	pod, internal := &v1.Pod{}, &core.Pod{}
	if err := readPod(in, args, raw, pod); err != nil {
		return nil, err
	}
	legacyscheme.Scheme.Default(pod)
	return internal, legacyscheme.Scheme.Convert(pod, internal, nil)
}

// podWarnings are the warnings about a Pod. The API server has none about an invalid one, and panics about some.
func podWarnings(ctx context.Context, pod *core.Pod, isInvalid bool) (warnings []string) {
	defer func() {
		if isInvalid && recover() != nil {
			warnings = []string{}
		}
	}()
	return append([]string{}, podregistry.Strategy.WarningsOnCreate(ctx, pod)...)
}
