package downwardapi

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/volume"
	volumeutil "k8s.io/kubernetes/pkg/volume/util"
	"kubesem/upstream/record"
)

func CollectData(
	items []v1.DownwardAPIVolumeFile, pod *v1.Pod, host volume.VolumeHost, defaultMode *int32, defaultUser *int64,
) (map[string]volumeutil.FileProjection, error) {
	call := begin(items, pod, host, defaultMode)
	payload, err := orig_CollectData(items, pod, host, defaultMode, defaultUser)
	volumeutil.VolumeAnswer(call, payload, err)
	return payload, err
}

func begin(
	items []v1.DownwardAPIVolumeFile, pod *v1.Pod, host volume.VolumeHost, defaultMode *int32,
) *record.Call {
	if defaultMode == nil {
		record.Skip("volume.payload", "the volume is not defaulted")
		return nil
	}
	node := &v1.Node{}
	if host != nil {
		node.Status.Allocatable, _ = host.GetNodeAllocatable()
	}
	source := &v1.DownwardAPIVolumeSource{Items: items, DefaultMode: defaultMode}
	return record.Begin("volume.payload",
		volumeutil.VolumeQuestion(pod, v1.VolumeSource{DownwardAPI: source}, record.Map{"node": node}))
}
