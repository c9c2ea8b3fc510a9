package qos

import (
	v1 "k8s.io/api/core/v1"
	"kubesem/upstream/record"
)

func ComputePodQOS(pod *v1.Pod) v1.PodQOSClass {
	call := record.Begin("pod.qos", record.Map{"pod": pod})
	class := orig_ComputePodQOS(pod)
	call.Out(record.Map{"class": class})
	return class
}
