package apiserver

import (
	"context"
	"encoding/json"

	appsv1 "k8s.io/api/apps/v1"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/apps"
	_ "k8s.io/kubernetes/pkg/apis/apps/install"
	"k8s.io/kubernetes/pkg/apis/core"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	"k8s.io/kubernetes/pkg/controller"
	deploymentregistry "k8s.io/kubernetes/pkg/registry/apps/deployment"
	podregistry "k8s.io/kubernetes/pkg/registry/core/pod"

	"kubesem/oracle/kubernetes/input"
)

// createdPod is a Pod on its way into the API server: as the defaulting functions leave it, and as
// it would be stored if no admission plugin changed it in between.
type createdPod struct {
	Defaulted json.RawMessage `json:"defaulted"`
	Stored    *v1.Pod         `json:"stored"`
}

func CreatePod(raw json.RawMessage) (*createdPod, error) {
	pod := &v1.Pod{}
	if err := input.Decode(raw, input.PodKind, pod); err != nil {
		return nil, err
	}
	legacyscheme.Scheme.Default(pod)
	// As text, because conversion and what follows may share memory with the object.
	defaulted, err := json.Marshal(pod)
	if err != nil {
		return nil, err
	}
	internal, stored := &core.Pod{}, &v1.Pod{}
	err = prepare(pod, internal, stored, podregistry.Strategy.PrepareForCreate)
	return &createdPod{defaulted, stored}, err
}

// CreateFromTemplate stores the template in a Deployment, and then the Pod that a controller makes
// from what was stored.
func CreateFromTemplate(raw json.RawMessage) (any, error) {
	request, err := json.Marshal(map[string]any{"spec": map[string]any{"template": raw}})
	if err != nil {
		return nil, err
	}
	deployment := &appsv1.Deployment{}
	if err := input.Decode(request, input.DeploymentKind, deployment); err != nil {
		return nil, err
	}
	legacyscheme.Scheme.Default(deployment)
	internal, stored := &apps.Deployment{}, &appsv1.Deployment{}
	if err := prepare(deployment, internal, stored, deploymentregistry.Strategy.PrepareForCreate); err != nil {
		return nil, err
	}
	pod, err := controller.GetPodFromTemplate(&stored.Spec.Template, &appsv1.ReplicaSet{}, nil)
	if err != nil {
		return nil, err
	}
	podRequest, err := json.Marshal(pod)
	if err != nil {
		return nil, err
	}
	created, err := CreatePod(podRequest)
	return struct {
		Template v1.PodTemplateSpec `json:"template"`
		Pod      *createdPod        `json:"pod"`
	}{stored.Spec.Template, created}, err
}

// prepare takes a defaulted object through its registry's preparation and back.
func prepare(
	object, internal, stored runtime.Object, strategy func(context.Context, runtime.Object),
) error {
	if err := legacyscheme.Scheme.Convert(object, internal, nil); err != nil {
		return err
	}
	strategy(context.Background(), internal)
	return legacyscheme.Scheme.Convert(internal, stored, nil)
}
