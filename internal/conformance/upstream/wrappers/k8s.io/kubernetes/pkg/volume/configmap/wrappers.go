package configmap

import (
	v1 "k8s.io/api/core/v1"
	volumeutil "k8s.io/kubernetes/pkg/volume/util"
	"kubesem/upstream/record"
)

func MakePayload(
	mappings []v1.KeyToPath, configMap *v1.ConfigMap, defaultMode *int32, defaultUser *int64, optional bool,
) (map[string]volumeutil.FileProjection, error) {
	call := begin(mappings, configMap, defaultMode, optional)
	payload, err := orig_MakePayload(mappings, configMap, defaultMode, defaultUser, optional)
	volumeutil.VolumeAnswer(call, payload, err)
	return payload, err
}

func begin(mappings []v1.KeyToPath, configMap *v1.ConfigMap, defaultMode *int32, optional bool) *record.Call {
	if defaultMode == nil {
		record.Skip("volume.payload", "the volume is not defaulted")
		return nil
	}
	configMap = configMap.DeepCopy()
	if configMap.Name == "" {
		configMap.Name = "named"
	}
	pod := &v1.Pod{}
	pod.Namespace = configMap.Namespace
	source := v1.ConfigMapVolumeSource{Items: mappings, DefaultMode: defaultMode, Optional: &optional}
	source.Name = configMap.Name
	return record.Begin("volume.payload", volumeutil.VolumeQuestion(
		pod, v1.VolumeSource{ConfigMap: &source}, record.Map{"configMaps": []*v1.ConfigMap{configMap}}))
}
