package qos

import (
	"reflect"
	"strconv"

	v1 "k8s.io/api/core/v1"
	"kubesem/upstream/record"
)

func GetContainerOOMScoreAdjust(pod *v1.Pod, container *v1.Container, memoryCapacity int64) int {
	call := record.Begin("qos.oomScoreAdj", record.Map{
		"pod": pod, "memoryCapacity": strconv.FormatInt(memoryCapacity, 10),
	})
	score := orig_GetContainerOOMScoreAdjust(pod, container, memoryCapacity)
	if index, ok := indexOfContainer(pod, container); ok {
		call.Out(record.Map{strconv.Itoa(index): score})
	} else {
		record.Skip("qos.oomScoreAdj", "the container is not one of the Pod")
	}
	return score
}

// indexOfContainer is the place of a container in the answers of the oracle.
func indexOfContainer(pod *v1.Pod, container *v1.Container) (int, bool) {
	all := append(append([]v1.Container{}, pod.Spec.InitContainers...), pod.Spec.Containers...)
	for index, one := range all {
		if one.Name == container.Name && reflect.DeepEqual(one.Resources, container.Resources) {
			return index, true
		}
	}
	return 0, false
}
