package runtimeclass

import (
	v1 "k8s.io/api/core/v1"
	nodev1 "k8s.io/api/node/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apiserver/pkg/admission"
	api "k8s.io/kubernetes/pkg/apis/core"
	corev1 "k8s.io/kubernetes/pkg/apis/core/v1"
	"kubesem/upstream/record"
)

// begin asks about a Pod of the RuntimeClass.
func begin(pod *api.Pod, runtimeClass *nodev1.RuntimeClass) *record.Call {
	asked := &v1.Pod{}
	if err := corev1.Convert_core_Pod_To_v1_Pod(pod.DeepCopy(), asked, nil); err != nil {
		panic(err)
	}
	asked.ObjectMeta = metav1.ObjectMeta{Name: "web", Namespace: "shop"}
	in := record.Map{"pod": asked}
	if runtimeClass != nil {
		class := runtimeClass.DeepCopy()
		if class.Name == "" {
			class.Name = "gvisor"
		}
		asked.Spec.RuntimeClassName = &class.Name
		in["runtimeClass"] = class
	}
	return record.Begin("runtimeClass.apply", in)
}

func setOverhead(a admission.Attributes, pod *api.Pod, runtimeClass *nodev1.RuntimeClass) error {
	call := begin(pod, runtimeClass)
	err := orig_setOverhead(a, pod, runtimeClass)
	if err != nil {
		call.Out(record.Map{"code": 403})
	} else {
		// Scheduling can still fail.
		call.NoResult()
	}
	return err
}

func setScheduling(a admission.Attributes, pod *api.Pod, runtimeClass *nodev1.RuntimeClass) error {
	call := begin(pod, runtimeClass)
	err := orig_setScheduling(a, pod, runtimeClass)
	if err != nil {
		call.Out(record.Map{"code": 403})
	} else {
		call.NoResult()
	}
	return err
}

func validateOverhead(a admission.Attributes, pod *api.Pod, runtimeClass *nodev1.RuntimeClass) error {
	begin(pod, runtimeClass).NoResult()
	return orig_validateOverhead(a, pod, runtimeClass)
}
