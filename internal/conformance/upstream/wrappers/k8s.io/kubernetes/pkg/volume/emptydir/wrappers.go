package emptydir

import (
	"strconv"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/kubernetes/pkg/volume"
	"kubesem/upstream/record"
)

func calculateEmptyDirMemorySize(
	nodeAllocatableMemory *resource.Quantity, spec *volume.Spec, pod *v1.Pod,
) *resource.Quantity {
	call := record.Begin("emptyDir.size", record.Map{
		"pod": pod, "sizeLimit": spec.Volume.EmptyDir.SizeLimit,
		"allocatable": record.Map{"memory": nodeAllocatableMemory},
	})
	size := orig_calculateEmptyDirMemorySize(nodeAllocatableMemory, spec, pod)
	call.Out(record.Map{"bytes": strconv.FormatInt(size.Value(), 10)})
	return size
}
