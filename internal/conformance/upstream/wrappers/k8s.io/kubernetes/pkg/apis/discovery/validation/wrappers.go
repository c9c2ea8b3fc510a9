package validation

import (
	"encoding/json"

	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/kubernetes/pkg/apis/discovery"
	"kubesem/upstream/record"
)

// versionedSlice relies on the names of the fields, which are the same but for their case.
func versionedSlice(internal *discovery.EndpointSlice) *discoveryv1.EndpointSlice {
	made := &discoveryv1.EndpointSlice{}
	text, err := json.Marshal(map[string]any{
		"addressType": internal.AddressType, "endpoints": internal.Endpoints, "ports": internal.Ports,
	})
	if err != nil {
		panic(err)
	}
	if err := json.Unmarshal(text, made); err != nil {
		panic(err)
	}
	made.ObjectMeta, made.Kind, made.APIVersion = internal.ObjectMeta, "EndpointSlice", "discovery.k8s.io/v1"
	return made
}

// The oracle applies defaults before it validates, and writes the errors as the API server does.
func ValidateEndpointSlice(endpointSlice, oldEndpointSlice *discovery.EndpointSlice) field.ErrorList {
	in := record.Map{"slice": versionedSlice(endpointSlice)}
	if oldEndpointSlice != nil {
		in["old"] = versionedSlice(oldEndpointSlice)
	}
	record.Begin("service.validate", in).NoResult()
	return orig_ValidateEndpointSlice(endpointSlice, oldEndpointSlice)
}
