package tolerations

import (
	v1 "k8s.io/api/core/v1"
	api "k8s.io/kubernetes/pkg/apis/core"
	corev1 "k8s.io/kubernetes/pkg/apis/core/v1"
	"kubesem/upstream/record"
)

func versioned(list []api.Toleration) []v1.Toleration {
	converted := []v1.Toleration{}
	for i := range list {
		one := v1.Toleration{}
		if err := corev1.Convert_core_Toleration_To_v1_Toleration(&list[i], &one, nil); err != nil {
			panic(err)
		}
		converted = append(converted, one)
	}
	return converted
}

func MergeTolerations(first, second []api.Toleration) []api.Toleration {
	call := record.Begin("tolerations.merge", record.Map{"first": versioned(first), "second": versioned(second)})
	merged := orig_MergeTolerations(first, second)
	call.Out(versioned(merged))
	return merged
}
