package validation

import (
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/kubernetes/pkg/apis/core"
	conversions "k8s.io/kubernetes/pkg/apis/core/v1"
	"kubesem/upstream/record"
)

// askPodConfig asks about a Pod with this container and these volumes, without a result: other rules apply to the Pod too.
func askPodConfig(container core.Container, volumes []core.Volume) {
	if container.Name == "" {
		container.Name, container.Image = "app", "image"
	}
	pod := &core.Pod{Spec: core.PodSpec{Containers: []core.Container{container}, Volumes: volumes}}
	versioned := &v1.Pod{}
	if err := conversions.Convert_core_Pod_To_v1_Pod(pod.DeepCopy(), versioned, nil); err != nil {
		panic(err)
	}
	record.Begin("config.validatePod", record.Map{"pod": versioned}).NoResult()
}

func ValidateEnv(vars []core.EnvVar, fldPath *field.Path, opts PodValidationOptions) field.ErrorList {
	askPodConfig(core.Container{Env: vars}, nil)
	return orig_ValidateEnv(vars, fldPath, opts)
}

func ValidateEnvFrom(vars []core.EnvFromSource, fldPath *field.Path, opts PodValidationOptions) field.ErrorList {
	askPodConfig(core.Container{EnvFrom: vars}, nil)
	return orig_ValidateEnvFrom(vars, fldPath, opts)
}

func validateKeyToPath(kp *core.KeyToPath, fldPath *field.Path) field.ErrorList {
	source := core.ConfigMapVolumeSource{Items: []core.KeyToPath{*kp}}
	source.Name = "config"
	askPodConfig(core.Container{}, []core.Volume{
		{Name: "files", VolumeSource: core.VolumeSource{ConfigMap: &source}},
	})
	return orig_validateKeyToPath(kp, fldPath)
}

func ValidateVolumeMounts(
	mounts []core.VolumeMount, voldevices map[string]string, volumes map[string]core.VolumeSource,
	container *core.Container, fldPath *field.Path, opts PodValidationOptions,
) field.ErrorList {
	given := []core.Volume{}
	for name, source := range volumes {
		given = append(given, core.Volume{Name: name, VolumeSource: source})
	}
	asked := core.Container{}
	if container != nil {
		asked = *container
	}
	asked.VolumeMounts = mounts
	askPodConfig(asked, given)
	return orig_ValidateVolumeMounts(mounts, voldevices, volumes, container, fldPath, opts)
}

func ValidateVolumes(
	volumes []core.Volume, podMeta *metav1.ObjectMeta, fldPath *field.Path, opts PodValidationOptions,
) (map[string]core.VolumeSource, field.ErrorList) {
	askPodConfig(core.Container{}, volumes)
	return orig_ValidateVolumes(volumes, podMeta, fldPath, opts)
}
