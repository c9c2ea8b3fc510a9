package kubelet

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/clock"
)

// GracePeriod passes on calculateEffectiveGracePeriod, for a Pod whose grace period was current.
func GracePeriod(current int64, pod *v1.Pod, override *int64) (int64, bool) {
	options := &KillPodOptions{PodTerminationGracePeriodSecondsOverride: override}
	return calculateEffectiveGracePeriod(&podSyncStatus{gracePeriod: current}, pod, options)
}

// PastActiveDeadline passes on pastActiveDeadline, for the status of the Pod.
func PastActiveDeadline(pod *v1.Pod) bool {
	handler := activeDeadlineHandler{clock: clock.RealClock{}, podStatusProvider: noStatuses{}}
	return handler.pastActiveDeadline(pod)
}

type noStatuses struct{}

func (noStatuses) GetPodStatus(types.UID) (v1.PodStatus, bool) { return v1.PodStatus{}, false }
