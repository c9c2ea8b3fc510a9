package resourcequota

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	generic "k8s.io/apiserver/pkg/admission/plugin/resourcequota"
	api "k8s.io/kubernetes/pkg/apis/core"
	conversions "k8s.io/kubernetes/pkg/apis/core/v1"
)

func init() {
	generic.Versioned = func(object runtime.Object) (runtime.Object, bool) {
		switch object := object.(type) {
		case *api.Pod:
			pod := &corev1.Pod{}
			return pod, conversions.Convert_core_Pod_To_v1_Pod(object.DeepCopy(), pod, nil) == nil
		case *api.Service:
			service := &corev1.Service{}
			return service, conversions.Convert_core_Service_To_v1_Service(object.DeepCopy(), service, nil) == nil
		case *api.PersistentVolumeClaim:
			claim := &corev1.PersistentVolumeClaim{}
			return claim, conversions.Convert_core_PersistentVolumeClaim_To_v1_PersistentVolumeClaim(object.DeepCopy(), claim, nil) == nil
		}
		return object, false
	}
}
