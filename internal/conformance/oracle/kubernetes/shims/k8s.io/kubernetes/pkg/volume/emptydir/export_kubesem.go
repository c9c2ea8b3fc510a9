package emptydir

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/kubernetes/pkg/volume"
	"k8s.io/mount-utils"
)

// host knows what a node can allocate and nothing else.
type host struct {
	volume.VolumeHost
	allocatable v1.ResourceList
}

func (h host) GetNodeAllocatable() (v1.ResourceList, error)     { return h.allocatable, nil }
func (h host) GetMounter() mount.Interface                      { return nil }
func (h host) GetPodVolumeDir(types.UID, string, string) string { return "" }

// SizeLimit is the size with which the kubelet mounts a volume; zero if it is not limited.
func SizeLimit(source *v1.Volume, pod *v1.Pod, allocatable v1.ResourceList) (*resource.Quantity, error) {
	plugin := &emptyDirPlugin{host: host{allocatable: allocatable}}
	mounter, err := plugin.NewMounter(volume.NewSpecFromVolume(source), pod)
	if err != nil {
		return nil, err
	}
	return mounter.(*emptyDir).sizeLimit, nil
}
