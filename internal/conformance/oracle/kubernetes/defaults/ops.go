// Package defaults asks what the API server fills in, for objects of all kinds.
package defaults

import (
	"encoding/json"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	podutil "k8s.io/kubernetes/pkg/api/pod"
	"k8s.io/kubernetes/pkg/apis/core"

	_ "k8s.io/kubernetes/pkg/apis/autoscaling/install"
	_ "k8s.io/kubernetes/pkg/apis/batch/install"
	_ "k8s.io/kubernetes/pkg/apis/discovery/install"
	_ "k8s.io/kubernetes/pkg/apis/flowcontrol/install"
	_ "k8s.io/kubernetes/pkg/apis/networking/install"
	_ "k8s.io/kubernetes/pkg/apis/node/install"
	_ "k8s.io/kubernetes/pkg/apis/policy/install"
	_ "k8s.io/kubernetes/pkg/apis/rbac/install"
	_ "k8s.io/kubernetes/pkg/apis/scheduling/install"
	_ "k8s.io/kubernetes/pkg/apis/storage/install"

	"kubesem/oracle/kubernetes/input"
	"kubesem/oracle/wire"
)

// Ops are the operations of this package.
var Ops = map[string]wire.Op{
	"defaults.apply": apply,
}

// apply answers an object with its defaults, and the same for what the API server read of it: the
// same object without what Go leaves out, such as null, empty lists and unknown fields. Only the
// creation of a Pod fills in its Pod-level amounts.
func apply(in json.RawMessage) (any, error) {
	var args struct {
		Object    json.RawMessage
		Operation string
	}
	if err := input.Args(in, &args, &args.Object); err != nil {
		return nil, err
	}
	undefaulted, err := input.Undefaulted(args.Object)
	if err != nil {
		return nil, err
	}
	read, err := json.Marshal(undefaulted)
	if err != nil {
		return nil, err
	}
	defaulted, err := withDefaults(args.Object, args.Operation)
	if err != nil {
		return nil, err
	}
	readDefaulted, err := withDefaults(read, args.Operation)
	return struct {
		Defaulted     runtime.Object  `json:"defaulted"`
		Read          json.RawMessage `json:"read"`
		ReadDefaulted runtime.Object  `json:"readDefaulted"`
	}{defaulted, read, readDefaulted}, err
}

func withDefaults(raw json.RawMessage, operation string) (runtime.Object, error) {
	object, err := input.Typed(raw)
	if pod, isPod := object.(*v1.Pod); err == nil && isPod && operation == "CREATE" {
		return withPodLevelResources(pod)
	}
	return object, err
}

func withPodLevelResources(pod *v1.Pod) (*v1.Pod, error) {
	// Only the resources, because a conversion there and back may change other fields.
	internal, completed := &core.Pod{}, pod.DeepCopy()
	if err := legacyscheme.Scheme.Convert(pod, internal, nil); err != nil {
		return nil, err
	}
	podutil.DefaultPodLevelResources(internal)
	versioned := &v1.Pod{}
	if err := legacyscheme.Scheme.Convert(internal, versioned, nil); err != nil {
		return nil, err
	}
	completed.Spec.Resources = versioned.Spec.Resources
	return completed, nil
}
