package status

import (
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/klog/v2"
	"kubesem/upstream/record"
)

// AskAbout asks what follows from a status that the kubelet has made: the row of kubectl, the phase and the conditions.
// There is no result, since the kubelet also reads the status that it had before.
func AskAbout(pod *v1.Pod, status v1.PodStatus) {
	described := pod.DeepCopy()
	described.Status = *status.DeepCopy()
	now := time.Now().UTC().Truncate(time.Second).Format(time.RFC3339)
	record.Begin("pod.row", record.Map{"pod": described, "now": now}).NoResult()
	record.Begin("pod.conditions", record.Map{"pod": described}).NoResult()
	for _, isTerminal := range []bool{false, true} {
		record.Begin("pod.phase", record.Map{
			"pod": described, "podIsTerminal": isTerminal, "podHasInitialized": false,
		}).NoResult()
	}
}

func (m *manager) TerminatePod(logger klog.Logger, pod *v1.Pod) {
	m.orig_TerminatePod(logger, pod)
	if status, found := m.GetPodStatus(pod.UID); found {
		AskAbout(pod, status)
	}
}

func mergePodStatus(pod *v1.Pod, oldPodStatus, newPodStatus v1.PodStatus, couldHaveRunningContainers bool) v1.PodStatus {
	merged := orig_mergePodStatus(pod, oldPodStatus, newPodStatus, couldHaveRunningContainers)
	AskAbout(pod, merged)
	return merged
}
