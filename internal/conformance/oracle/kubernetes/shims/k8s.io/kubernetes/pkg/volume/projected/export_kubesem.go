package projected

import (
	"k8s.io/kubernetes/pkg/volume"
	volumeutil "k8s.io/kubernetes/pkg/volume/util"
)

// CollectData passes on collectData.
func CollectData(mounter volume.Mounter, args volume.MounterArgs) (map[string]volumeutil.FileProjection, error) {
	return mounter.(*projectedVolumeMounter).collectData(args)
}
