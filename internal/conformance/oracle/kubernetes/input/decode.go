package input

import (
	"encoding/json"

	appsv1 "k8s.io/api/apps/v1"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	_ "k8s.io/kubernetes/pkg/apis/apps/install"
	_ "k8s.io/kubernetes/pkg/apis/core/install"

	"kubesem/oracle/wire"
)

// The kinds that several packages decode.
var (
	PodKind        = v1.SchemeGroupVersion.WithKind("Pod")
	NodeKind       = v1.SchemeGroupVersion.WithKind("Node")
	DeploymentKind = appsv1.SchemeGroupVersion.WithKind("Deployment")
)

// serializer is how the API server reads a request in JSON: unknown fields are ignored.
var serializer = jsonSerializer()

func jsonSerializer() runtime.Serializer {
	info, _ := runtime.SerializerInfoForMediaType(
		legacyscheme.Codecs.SupportedMediaTypes(), runtime.ContentTypeJSON)
	return info.Serializer
}

// Decode reads an object of a kind, without defaults.
func Decode(raw []byte, kind schema.GroupVersionKind, into runtime.Object) error {
	if _, _, err := serializer.Decode(raw, &kind, into); err != nil {
		return &wire.Error{Class: "Decode", Message: err.Error()}
	}
	return nil
}

// Typed reads an object of the kind that it names, with the defaults of the API server.
func Typed(raw json.RawMessage) (runtime.Object, error) {
	object, err := Undefaulted(raw)
	if err == nil {
		legacyscheme.Scheme.Default(object)
	}
	return object, err
}

// Undefaulted reads an object of the kind that it names, without defaults.
func Undefaulted(raw json.RawMessage) (runtime.Object, error) {
	object, _, err := serializer.Decode(raw, nil, nil)
	if err != nil {
		return nil, &wire.Error{Class: "Decode", Message: err.Error()}
	}
	return object, nil
}

// Pods reads Pods as they are stored, without defaults.
func Pods(raws []json.RawMessage) ([]*v1.Pod, error) {
	pods := []*v1.Pod{}
	for _, raw := range raws {
		pod := &v1.Pod{}
		if err := Decode(raw, PodKind, pod); err != nil {
			return nil, err
		}
		pods = append(pods, pod)
	}
	return pods, nil
}

// Node reads a node as a client receives it from the API server, which stores no empty lists
// and applies the defaults to what it reads.
func Node(raw json.RawMessage) (*v1.Node, error) {
	node := &v1.Node{}
	if err := Decode(raw, NodeKind, node); err != nil {
		return nil, err
	}
	if len(node.Status.Allocatable) == 0 {
		node.Status.Allocatable = nil
	}
	legacyscheme.Scheme.Default(node)
	return node, nil
}

// FillStore decodes objects and adds them.
func FillStore[T runtime.Object](
	raws []json.RawMessage, kind schema.GroupVersionKind, add func(any) error, empty func() T,
) error {
	for _, raw := range raws {
		object := empty()
		if err := Decode(raw, kind, object); err != nil {
			return err
		}
		if err := add(object); err != nil {
			return err
		}
	}
	return nil
}
