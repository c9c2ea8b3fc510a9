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

func podGenerateNameWithIndex(jobName string, index int) string {
	name := orig_podGenerateNameWithIndex(jobName, index)
	call := record.Begin("name.generated", record.Map{"name": jobName, "index": index})
	if len(name) > 58 {
		// The server cuts it.
		call.NoResult()
	} else {
		call.Out(record.Map{"prefix": name})
	}
	return name
}
