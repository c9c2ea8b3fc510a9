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
	given := pod.DeepCopy()
	emptyDir := v1.EmptyDirVolumeSource{Medium: v1.StorageMediumMemory, SizeLimit: spec.Volume.EmptyDir.SizeLimit}
	given.Spec.Volumes = []v1.Volume{{Name: "v", VolumeSource: v1.VolumeSource{EmptyDir: &emptyDir}}}
	call := record.Begin("emptyDir.size", record.Map{
		"pod": given, "allocatable": record.Map{"memory": nodeAllocatableMemory},
	})
	size := orig_calculateEmptyDirMemorySize(nodeAllocatableMemory, spec, pod)
	call.Out([]any{record.Map{"bytes": strconv.FormatInt(size.Value(), 10)}})
	return size
}
