package v1

import (
	flowcontrolv1 "k8s.io/api/flowcontrol/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"kubesem/upstream/record"
)

func SetObjectDefaults_FlowSchema(in *flowcontrolv1.FlowSchema) {
	named := in.DeepCopy()
	named.TypeMeta = metav1.TypeMeta{APIVersion: "flowcontrol.apiserver.k8s.io/v1", Kind: "FlowSchema"}
	call := record.Begin("apf.defaults", record.Map{"object": named})
	orig_SetObjectDefaults_FlowSchema(in)
	call.Out(record.Map{"metadata": in.ObjectMeta, "spec": in.Spec})
}

func SetObjectDefaults_PriorityLevelConfiguration(in *flowcontrolv1.PriorityLevelConfiguration) {
	named := in.DeepCopy()
	named.TypeMeta = metav1.TypeMeta{
		APIVersion: "flowcontrol.apiserver.k8s.io/v1", Kind: "PriorityLevelConfiguration",
	}
	call := record.Begin("apf.defaults", record.Map{"object": named})
	orig_SetObjectDefaults_PriorityLevelConfiguration(in)
	call.Out(record.Map{"metadata": in.ObjectMeta, "spec": in.Spec})
}
