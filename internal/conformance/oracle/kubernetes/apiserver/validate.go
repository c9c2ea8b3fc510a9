package apiserver

import (
	"context"
	"encoding/json"
	"strings"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/core"
	podregistry "k8s.io/kubernetes/pkg/registry/core/pod"

	"kubesem/oracle/kubernetes/input"
	"kubesem/oracle/wire"
)

// Refusal is one reason why the API server would not store a Pod.
type Refusal struct {
	Type   string `json:"type"`
	Field  string `json:"field"`
	Detail string `json:"detail"`
}

// Refusals are the reasons that a validation lists.
func Refusals(list field.ErrorList) []Refusal {
	refusals := []Refusal{}
	for _, err := range list {
		refusals = append(refusals, Refusal{wire.ErrorType(err.Type), err.Field, err.Detail})
	}
	return refusals
}

// ValidatePod is what the API server says to a Pod that is to be created, after its defaulting.
func ValidatePod(in json.RawMessage) (any, error) {
	var args struct{ Pod json.RawMessage }
	internal, err := ReadNewPod(in, &args, &args.Pod)
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	podregistry.Strategy.PrepareForCreate(ctx, internal)
	refusals := Refusals(podregistry.Strategy.Validate(ctx, internal))
	return map[string]any{"refusals": refusals, "warnings": podWarnings(ctx, internal, len(refusals) > 0)}, nil
}

// ValidatePodUpdate is what the API server says to a change of a Pod, besides what it says to the new Pod as such.
func ValidatePodUpdate(in json.RawMessage) (any, error) {
	var args struct{ Before, After json.RawMessage }
	before, err := ReadNewPod(in, &args, &args.Before)
	if err != nil {
		return nil, err
	}
	after, err := ReadNewPod(in, &args, &args.After)
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	known := map[Refusal]bool{}
	for _, refusal := range Refusals(podregistry.Strategy.Validate(ctx, after.DeepCopy())) {
		known[refusal] = true
	}
	refusals := []Refusal{}
	for _, refusal := range Refusals(podregistry.Strategy.ValidateUpdate(ctx, after.DeepCopy(), before)) {
		// The other lines are a difference of Go structs.
		refusal.Detail, _, _ = strings.Cut(refusal.Detail, "\n")
		if !known[refusal] {
			refusals = append(refusals, refusal)
		}
	}
	return map[string]any{"refusals": refusals}, nil
}

// ReadNewPod reads the parameters of an operation, of which raw is a Pod to create, with the defaults of the API server.
func ReadNewPod(in json.RawMessage, args any, raw *json.RawMessage) (*core.Pod, error) {
	pod, internal := &v1.Pod{}, &core.Pod{}
	if err := input.Pod(in, args, raw, pod); err != nil {
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
