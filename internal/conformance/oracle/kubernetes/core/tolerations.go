package core

import (
	"encoding/json"

	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/apis/core"
	corev1 "k8s.io/kubernetes/pkg/apis/core/v1"
	"k8s.io/kubernetes/pkg/util/tolerations"

	"kubesem/oracle/kubernetes/input"
)

// mergeTolerations merges two lists, as admission of a RuntimeClass does.
func mergeTolerations(in json.RawMessage) (any, error) {
	var args struct{ First, Second []v1.Toleration }
	if err := input.Parameters(in, &args); err != nil {
		return nil, err
	}
	internal := [2][]core.Toleration{}
	for i, list := range [][]v1.Toleration{args.First, args.Second} {
		for _, each := range list {
			converted := core.Toleration{}
			if err := corev1.Convert_v1_Toleration_To_core_Toleration(&each, &converted, nil); err != nil {
				return nil, err
			}
			internal[i] = append(internal[i], converted)
		}
	}
	merged := []v1.Toleration{}
	for _, each := range tolerations.MergeTolerations(internal[0], internal[1]) {
		converted := v1.Toleration{}
		if err := corev1.Convert_core_Toleration_To_v1_Toleration(&each, &converted, nil); err != nil {
			return nil, err
		}
		merged = append(merged, converted)
	}
	return merged, nil
}
