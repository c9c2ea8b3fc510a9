package config

import (
	"context"
	"encoding/json"
	"strings"

	podapi "k8s.io/kubernetes/pkg/api/pod"

	"kubesem/oracle/kubernetes/apiserver"
)

// configWarnings lists the warnings of the API server about variables that hide others.
func configWarnings(in json.RawMessage) (any, error) {
	var args struct{ Pod json.RawMessage }
	internal, err := apiserver.ReadNewPod(in, &args, &args.Pod)
	if err != nil {
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
