package job

import (
	batch "k8s.io/api/batch/v1"
	v1 "k8s.io/api/core/v1"
	"kubesem/upstream/record"
)

func matchPodFailurePolicy(
	podFailurePolicy *batch.PodFailurePolicy, failedPod *v1.Pod,
) (*string, bool, *batch.PodFailurePolicyAction) {
	call := record.Begin("job.failurePolicy", record.Map{"policy": podFailurePolicy, "pod": failedPod})
	message, counts, action := orig_matchPodFailurePolicy(podFailurePolicy, failedPod)
	call.Out(record.Map{"message": message, "counts": counts, "action": action})
	return message, counts, action
}
