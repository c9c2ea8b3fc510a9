package validation

import (
	"encoding/json"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/kubernetes/pkg/apis/core"
	"kubesem/upstream/record"
)

// versionedService relies on the names of the fields, which are the same but for their case.
func versionedService(internal *core.Service) *v1.Service {
	made := &v1.Service{}
	text, err := json.Marshal(map[string]any{"spec": internal.Spec, "status": internal.Status})
	if err != nil {
		panic(err)
	}
	if err := json.Unmarshal(text, made); err != nil {
		panic(err)
	}
	made.ObjectMeta, made.Kind, made.APIVersion = internal.ObjectMeta, "Service", "v1"
	return made
}

// The oracle applies defaults before it validates.
func ValidateServiceCreate(service *core.Service) field.ErrorList {
	call := record.Begin("service.validate", record.Map{"service": versionedService(service)})
	call.NoResult()
	return orig_ValidateServiceCreate(service)
}

func ValidateServiceUpdate(service, oldService *core.Service) field.ErrorList {
	call := record.Begin("service.validate", record.Map{
		"service": versionedService(service), "oldService": versionedService(oldService),
	})
	call.NoResult()
	return orig_ValidateServiceUpdate(service, oldService)
}
