package pod

import (
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"kubesem/upstream/record"
)

func ContainerShouldRestart(container v1.Container, pod v1.PodSpec, exitCode int32) bool {
	call := beginRestart(container, pod.RestartPolicy, exitCode)
	restarts := orig_ContainerShouldRestart(container, pod, exitCode)
	call.Out(record.Map{"restarts": restarts})
	return restarts
}

func FindMatchingContainerRestartRule(
	container v1.Container, exitCode int32,
) (v1.ContainerRestartRule, bool) {
	call := beginRestart(container, "", exitCode)
	rule, found := orig_FindMatchingContainerRestartRule(container, exitCode)
	call.Out(record.Map{"action": rule.Action, "matched": found})
	return rule, found
}

func beginRestart(container v1.Container, policy v1.RestartPolicy, exitCode int32) *record.Call {
	pod := v1.Pod{Spec: v1.PodSpec{RestartPolicy: policy, Containers: []v1.Container{container}}}
	return record.Begin("container.restart", record.Map{"pod": pod, "exitCode": exitCode})
}

func IsPodAvailable(pod *v1.Pod, minReadySeconds int32, now metav1.Time) bool {
	available := orig_IsPodAvailable(pod, minReadySeconds, now)
	whole := pod.DeepCopy()
	for i := range whole.Status.Conditions {
		condition := &whole.Status.Conditions[i]
		condition.LastTransitionTime = condition.LastTransitionTime.Rfc3339Copy()
	}
	if orig_IsPodAvailable(whole, minReadySeconds, now.Rfc3339Copy()) != available {
		record.Skip("pod.available", "fractions of a second, which the API does not have")
	} else {
		begin(pod, minReadySeconds, now).Out(record.Map{"available": available})
	}
	return available
}

func IsPodReady(pod *v1.Pod) bool {
	ready := orig_IsPodReady(pod)
	BeginState(pod).Out(record.Map{"ready": ready})
	return ready
}

func IsPodTerminal(pod *v1.Pod) bool {
	terminal := orig_IsPodTerminal(pod)
	BeginState(pod).Out(record.Map{"terminal": terminal})
	return terminal
}

// BeginState is a question about a Pod at any time.
func BeginState(pod *v1.Pod) *record.Call {
	return begin(pod, 0, metav1.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC))
}

// begin leaves out what is random.
func begin(pod *v1.Pod, minReadySeconds int32, now metav1.Time) *record.Call {
	if pod.DeletionTimestamp.IsZero() && pod.DeletionTimestamp != nil {
		record.Skip("pod.available", "a time that is zero and not absent")
		return nil
	}
	described := pod.DeepCopy()
	described.UID, described.OwnerReferences = "", nil
	return record.Begin("pod.available", record.Map{
		"pod": described, "minReadySeconds": minReadySeconds, "now": now,
	})
}
