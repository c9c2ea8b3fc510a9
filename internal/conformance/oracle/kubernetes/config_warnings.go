package main

import (
	"context"
	"encoding/json"
	"strings"

	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	podapi "k8s.io/kubernetes/pkg/api/pod"
	"k8s.io/kubernetes/pkg/apis/core"
)

// configWarnings lists the warnings of the API server about variables that hide others.
func configWarnings(in json.RawMessage) (any, error) {
	var args struct{ Pod json.RawMessage }
	if err := readArgs(in, &args, &args.Pod); err != nil {
		return nil, err
	}
	pod := &v1.Pod{}
	if err := decode(args.Pod, podKind, pod); err != nil {
		return nil, err
	}
	legacyscheme.Scheme.Default(pod)
	internal := &core.Pod{}
	if err := legacyscheme.Scheme.Convert(pod, internal, nil); err != nil {
		return nil, err
	}
	warnings := []string{}
	for _, warning := range podapi.GetWarningsForPod(context.Background(), internal, nil) {
		if strings.Contains(warning, ": hides previous definition of ") {
			warnings = append(warnings, warning)
		}
	}
	return warnings, nil
}
