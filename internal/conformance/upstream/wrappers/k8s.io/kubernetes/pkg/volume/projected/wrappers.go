package projected

import (
	"strings"

	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/volume"
	volumeutil "k8s.io/kubernetes/pkg/volume/util"
	"kubesem/upstream/record"
)

func (s *projectedVolumeMounter) collectData(
	args volume.MounterArgs,
) (map[string]volumeutil.FileProjection, error) {
	call, isGenerated := s.begin(args)
	payload, err := s.orig_collectData(args)
	if isGenerated || (err != nil && strings.Contains(err.Error(), "not found")) {
		// The content and the error are those of a fake.
		call.NoResult()
	} else {
		volumeutil.VolumeAnswer(call, payload, err)
	}
	return payload, err
}

func (s *projectedVolumeMounter) begin(args volume.MounterArgs) (call *record.Call, isGenerated bool) {
	if s.source.DefaultMode == nil {
		record.Skip("volume.payload", "the volume is not defaulted")
		return nil, false
	}
	configMaps, secrets := []*v1.ConfigMap{}, []*v1.Secret{}
	for _, source := range s.source.Sources {
		isGenerated = isGenerated || source.ServiceAccountToken != nil || source.ClusterTrustBundle != nil ||
			source.PodCertificate != nil
		if source.ConfigMap != nil {
			if object, err := s.plugin.getConfigMap(s.pod.Namespace, source.ConfigMap.Name); err == nil {
				configMaps = append(configMaps, object)
			}
		}
		if source.Secret != nil {
			if object, err := s.plugin.getSecret(s.pod.Namespace, source.Secret.Name); err == nil {
				secrets = append(secrets, object)
			}
		}
	}
	node := &v1.Node{}
	node.Status.Allocatable, _ = s.plugin.host.GetNodeAllocatable()
	pod := s.pod.DeepCopy()
	pod.Spec.SecurityContext = &v1.PodSecurityContext{RunAsUser: args.FsUser, FSGroup: args.FsGroup}
	if len(pod.Spec.Containers) == 0 {
		pod.Spec.Containers = []v1.Container{{Name: "app"}}
	}
	return record.Begin("volume.payload", volumeutil.VolumeQuestion(
		pod, v1.VolumeSource{Projected: &s.source},
		record.Map{"configMaps": configMaps, "secrets": secrets, "node": node},
	)), isGenerated
}
