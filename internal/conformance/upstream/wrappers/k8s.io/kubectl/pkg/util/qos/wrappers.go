package qos

import (
	core "k8s.io/api/core/v1"
	"kubesem/upstream/record"
)

func ComputePodQOS(pod *core.Pod) core.PodQOSClass {
	call := record.Begin("pod.qos", record.Map{"pod": pod})
	class := orig_ComputePodQOS(pod)
	call.Out(record.Map{"kubectl": class})
	return class
}
