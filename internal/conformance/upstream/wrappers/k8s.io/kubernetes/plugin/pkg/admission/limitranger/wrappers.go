package limitranger

import (
	"reflect"
	"slices"

	corev1 "k8s.io/api/core/v1"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	api "k8s.io/kubernetes/pkg/apis/core"
	conversions "k8s.io/kubernetes/pkg/apis/core/v1"
	"kubesem/upstream/record"
)

func PodMutateLimitFunc(limitRange *corev1.LimitRange, pod *api.Pod) error {
	defaulted := limitRange.DeepCopy()
	conversions.SetObjectDefaults_LimitRange(defaulted)
	if !reflect.DeepEqual(defaulted, limitRange) {
		record.Skip("limitRange.apply", "a LimitRange without defaults is never stored")
		return orig_PodMutateLimitFunc(limitRange, pod)
	}
	call := record.Begin("limitRange.apply", record.Map{
		"limitRanges": []any{limitRange}, "pod": versioned(pod),
	})
	err := orig_PodMutateLimitFunc(limitRange, pod)
	call.Out(record.Map{"pod": versioned(pod)})
	return err
}

func PodValidateLimitFunc(limitRange *corev1.LimitRange, pod *api.Pod) error {
	call := record.Begin("limitRange.violations", record.Map{"limitRange": limitRange, "pod": versioned(pod)})
	err := orig_PodValidateLimitFunc(limitRange, pod)
	call.Out(record.Map{"messages": messages(err)})
	return err
}

func PersistentVolumeClaimValidateLimitFunc(limitRange *corev1.LimitRange, pvc *api.PersistentVolumeClaim) error {
	claim := &corev1.PersistentVolumeClaim{}
	if err := conversions.Convert_core_PersistentVolumeClaim_To_v1_PersistentVolumeClaim(pvc.DeepCopy(), claim, nil); err != nil {
		panic(err)
	}
	call := record.Begin("limitRange.violations", record.Map{"limitRange": limitRange, "claim": claim})
	err := orig_PersistentVolumeClaimValidateLimitFunc(limitRange, pvc)
	call.Out(record.Map{"messages": messages(err)})
	return err
}

func versioned(pod *api.Pod) *corev1.Pod {
	converted := &corev1.Pod{}
	if err := conversions.Convert_core_Pod_To_v1_Pod(pod.DeepCopy(), converted, nil); err != nil {
		panic(err)
	}
	return converted
}

// messages come out of maps, so they are sorted.
func messages(err error) []string {
	found := []string{}
	if many, ok := err.(utilerrors.Aggregate); ok {
		for _, one := range many.Errors() {
			found = append(found, one.Error())
		}
	}
	slices.Sort(found)
	return found
}
