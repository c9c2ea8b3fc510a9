package v1

import (
	v1 "k8s.io/api/core/v1"
	"kubesem/upstream/record"
)

func SetObjectDefaults_Pod(in *v1.Pod) {
	call := record.Begin("pod.defaults", record.Map{"pod": in})
	orig_SetObjectDefaults_Pod(in)
	call.Out(record.Map{"defaulted": in})
}

func SetDefaults_Container(obj *v1.Container) {
	if obj.ImagePullPolicy != "" {
		orig_SetDefaults_Container(obj)
		return
	}
	call := record.Begin("image.pullPolicy", record.Text(obj.Image))
	orig_SetDefaults_Container(obj)
	call.Out(record.Map{"container": obj.ImagePullPolicy})
}
