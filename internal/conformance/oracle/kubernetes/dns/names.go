package dns

import (
	"encoding/json"
	"errors"

	v1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/apis/core/validation"
	"k8s.io/kubernetes/pkg/apis/discovery"
	_ "k8s.io/kubernetes/pkg/apis/discovery/install"
	discoveryvalidation "k8s.io/kubernetes/pkg/apis/discovery/validation"

	"kubesem/oracle/kubernetes/apiserver"
	"kubesem/oracle/kubernetes/input"
)

// validateNamed is what the API server says to a new object that has DNS names, after its defaulting.
func validateNamed(in json.RawMessage) (any, error) {
	var args struct {
		Kind   string
		Object json.RawMessage
	}
	if err := input.Args(in, &args, &args.Object); err != nil {
		return nil, err
	}
	var errs field.ErrorList
	switch args.Kind {
	case "Namespace":
		internal := &core.Namespace{}
		if err := convertNew(args.Object, v1.SchemeGroupVersion.WithKind(args.Kind), &v1.Namespace{}, internal); err != nil {
			return nil, err
		}
		errs = validation.ValidateNamespace(internal)
	case "Service":
		internal := &core.Service{}
		if err := convertNew(args.Object, v1.SchemeGroupVersion.WithKind(args.Kind), &v1.Service{}, internal); err != nil {
			return nil, err
		}
		errs = validation.ValidateServiceCreate(internal)
	case "EndpointSlice":
		internal := &discovery.EndpointSlice{}
		kind := discoveryv1.SchemeGroupVersion.WithKind(args.Kind)
		if err := convertNew(args.Object, kind, &discoveryv1.EndpointSlice{}, internal); err != nil {
			return nil, err
		}
		errs = discoveryvalidation.ValidateEndpointSliceCreate(internal)
	default:
		return nil, errors.New("expected a Namespace, a Service or an EndpointSlice")
	}
	return map[string]any{"refusals": apiserver.Refusals(errs)}, nil
}

// convertNew decodes an object and applies the defaults.
func convertNew(raw json.RawMessage, kind schema.GroupVersionKind, object, internal runtime.Object) error {
	if err := input.Decode(raw, kind, object); err != nil {
		return err
	}
	legacyscheme.Scheme.Default(object)
	return legacyscheme.Scheme.Convert(object, internal, nil)
}
