package main

import (
	"encoding/json"
	"reflect"
	"slices"
	"sync"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/autoscaling"
	"k8s.io/kubernetes/pkg/apis/autoscaling/validation"

	"kubesem/oracle/wire"
)

// kindOps are about kinds other than the Pod.
var kindOps = map[string]wire.Op{
	"kind.scope":       kindScope,
	"autoscaler.range": autoscalerRange,
}

// scopes are the built-in kinds, and whether their clients take a namespace.
var scopes = sync.OnceValue(func() map[schema.GroupKind]bool {
	found := map[schema.GroupKind]bool{}
	clients := reflect.TypeFor[kubernetes.Interface]()
	for i := range clients.NumMethod() {
		group := clients.Method(i).Type.Out(0)
		if clients.Method(i).Name == "Discovery" {
			continue
		}
		for j := range group.NumMethod() {
			getter := group.Method(j).Type
			if getter.Out(0).Kind() != reflect.Interface {
				continue
			}
			for _, verb := range []string{"Get", "Create"} {
				method, ok := getter.Out(0).MethodByName(verb)
				if !ok || method.Type.Out(0).Kind() != reflect.Pointer {
					continue
				}
				object, ok := reflect.New(method.Type.Out(0).Elem()).Interface().(runtime.Object)
				if !ok {
					continue
				}
				kinds, _, err := scheme.Scheme.ObjectKinds(object)
				if err == nil {
					found[kinds[0].GroupKind()] = getter.NumIn() > 0
				}
				break
			}
		}
	}
	return found
})

// kindScope asks whether a kind has a namespace, and for the kinds of its group that have none.
func kindScope(in json.RawMessage) (any, error) {
	var args schema.GroupKind
	if err := json.Unmarshal(in, &args); err != nil {
		return nil, err
	}
	namespaced, known := scopes()[args]
	cluster := []string{}
	for kind, isNamespaced := range scopes() {
		if kind.Group == args.Group && !isNamespaced {
			cluster = append(cluster, kind.Kind)
		}
	}
	slices.Sort(cluster)
	return map[string]any{"known": known, "namespaced": namespaced, "clusterKinds": cluster}, nil
}

// autoscalerRange asks for the range of an autoscaler after its creation, and which of the two fields are rejected.
func autoscalerRange(in json.RawMessage) (any, error) {
	var args struct{ Autoscaler json.RawMessage }
	if err := readArgs(in, &args, &args.Autoscaler); err != nil {
		return nil, err
	}
	object := &autoscalingv2.HorizontalPodAutoscaler{}
	kind := autoscalingv2.SchemeGroupVersion.WithKind("HorizontalPodAutoscaler")
	if err := decode(args.Autoscaler, kind, object); err != nil {
		return nil, err
	}
	legacyscheme.Scheme.Default(object)
	internal := &autoscaling.HorizontalPodAutoscaler{}
	if err := legacyscheme.Scheme.Convert(object, internal, nil); err != nil {
		return nil, err
	}
	// The gate HPAScaleToZero is on.
	options := validation.HorizontalPodAutoscalerSpecValidationOptions{MinReplicasLowerBound: 0}
	rejected := []string{}
	for _, problem := range validation.ValidateHorizontalPodAutoscaler(internal, options) {
		if problem.Field == "spec.minReplicas" || problem.Field == "spec.maxReplicas" {
			rejected = append(rejected, problem.Field)
		}
	}
	spec := object.Spec
	return map[string]any{"min": *spec.MinReplicas, "max": spec.MaxReplicas, "rejected": rejected}, nil
}
