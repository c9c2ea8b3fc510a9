package status

import (
	v1 "k8s.io/api/core/v1"
	"kubesem/upstream/record"
)

func GenerateContainersReadyCondition(
	pod *v1.Pod, oldPodStatus *v1.PodStatus, containerStatuses []v1.ContainerStatus, podPhase v1.PodPhase,
) v1.PodCondition {
	call := begin(pod, nil, containerStatuses, podPhase)
	condition := orig_GenerateContainersReadyCondition(pod, oldPodStatus, containerStatuses, podPhase)
	end(call, "containersReady", condition)
	return condition
}

func GeneratePodReadyCondition(
	pod *v1.Pod, oldPodStatus *v1.PodStatus, conditions []v1.PodCondition,
	containerStatuses []v1.ContainerStatus, podPhase v1.PodPhase,
) v1.PodCondition {
	call := begin(pod, conditions, containerStatuses, podPhase)
	condition := orig_GeneratePodReadyCondition(pod, oldPodStatus, conditions, containerStatuses, podPhase)
	end(call, "ready", condition)
	return condition
}

func GeneratePodInitializedCondition(
	pod *v1.Pod, oldPodStatus *v1.PodStatus, containerStatuses []v1.ContainerStatus, podPhase v1.PodPhase,
) v1.PodCondition {
	var conditions []v1.PodCondition
	if oldPodStatus != nil {
		conditions = oldPodStatus.Conditions
	}
	call := begin(pod, conditions, containerStatuses, podPhase)
	condition := orig_GeneratePodInitializedCondition(pod, oldPodStatus, containerStatuses, podPhase)
	end(call, "initialized", condition)
	return condition
}

func begin(
	pod *v1.Pod, conditions []v1.PodCondition, statuses []v1.ContainerStatus, phase v1.PodPhase,
) *record.Call {
	if statuses != nil && len(statuses) == 0 {
		record.Skip("pod.conditions", "an empty list of statuses, which is not that of a Pod without any")
		return nil
	}
	described := WithStatuses(pod, statuses)
	described.Status.Phase, described.Status.Conditions = phase, conditions
	return record.Begin("pod.conditions", record.Map{"pod": described})
}

// WithStatuses is a Pod with these statuses, those of init containers by their names.
func WithStatuses(pod *v1.Pod, statuses []v1.ContainerStatus) *v1.Pod {
	described := pod.DeepCopy()
	isInit := map[string]bool{}
	for _, container := range pod.Spec.InitContainers {
		isInit[container.Name] = true
	}
	described.Status.ContainerStatuses, described.Status.InitContainerStatuses = nil, nil
	for _, status := range statuses {
		if isInit[status.Name] {
			described.Status.InitContainerStatuses = append(described.Status.InitContainerStatuses, status)
		} else {
			described.Status.ContainerStatuses = append(described.Status.ContainerStatuses, status)
		}
	}
	return described
}

func end(call *record.Call, name string, condition v1.PodCondition) {
	known := record.Map{"type": condition.Type, "status": condition.Status}
	if condition.Reason != "" {
		known["reason"] = condition.Reason
	}
	if condition.Message != "" {
		known["message"] = condition.Message
	}
	call.Out(record.Map{name: known})
}
