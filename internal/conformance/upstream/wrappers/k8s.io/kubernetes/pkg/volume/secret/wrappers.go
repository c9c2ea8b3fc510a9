package secret

import (
	v1 "k8s.io/api/core/v1"
	volumeutil "k8s.io/kubernetes/pkg/volume/util"
	"kubesem/upstream/record"
)

func MakePayload(
	mappings []v1.KeyToPath, secret *v1.Secret, defaultMode *int32, defaultUser *int64, optional bool,
) (map[string]volumeutil.FileProjection, error) {
	call := begin(mappings, secret, defaultMode, optional)
	payload, err := orig_MakePayload(mappings, secret, defaultMode, defaultUser, optional)
	volumeutil.VolumeAnswer(call, payload, err)
	return payload, err
}

func begin(mappings []v1.KeyToPath, secret *v1.Secret, defaultMode *int32, optional bool) *record.Call {
	if defaultMode == nil {
		record.Skip("volume.payload", "the volume is not defaulted")
		return nil
	}
	secret = secret.DeepCopy()
	if secret.Name == "" {
		secret.Name = "named"
	}
	pod := &v1.Pod{}
	pod.Namespace = secret.Namespace
	source := &v1.SecretVolumeSource{
		SecretName: secret.Name, Items: mappings, DefaultMode: defaultMode, Optional: &optional,
	}
	return record.Begin("volume.payload", volumeutil.VolumeQuestion(
		pod, v1.VolumeSource{Secret: source}, record.Map{"secrets": []*v1.Secret{secret}}))
}
