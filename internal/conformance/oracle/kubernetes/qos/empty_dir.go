package qos

import (
	"encoding/json"
	"strconv"

	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/volume/emptydir"

	"kubesem/oracle/kubernetes/input"
)

// emptyDirSizes asks for the sizes with which the emptyDir volumes of a Pod are mounted.
func emptyDirSizes(in json.RawMessage) (any, error) {
	var args struct {
		Pod         json.RawMessage
		Allocatable v1.ResourceList
	}
	pod := &v1.Pod{}
	if err := input.PodObjects(in, &args, &args.Pod, pod); err != nil {
		return nil, err
	}
	sizes := []map[string]any{}
	for i := range pod.Spec.Volumes {
		if pod.Spec.Volumes[i].EmptyDir == nil {
			continue
		}
		size, err := emptydir.SizeLimit(&pod.Spec.Volumes[i], pod.DeepCopy(), args.Allocatable)
		if err != nil {
			return nil, err
		}
		sizes = append(sizes, map[string]any{"size": size, "bytes": strconv.FormatInt(size.Value(), 10)})
	}
	return sizes, nil
}
