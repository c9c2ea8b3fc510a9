package validation

import (
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/kubernetes/pkg/apis/core"
	conversions "k8s.io/kubernetes/pkg/apis/core/v1"
	"kubesem/upstream/record"
)

// askService asks about the validation alone, and about the whole request. The oracle applies defaults before.
func askService(op string, service, old *core.Service) func(field.ErrorList) {
	in := conversions.ServiceRequest(service, old)
	record.Begin(op, in).NoResult()
	call := record.Begin("service.validate", in)
	isStored := conversions.HasServiceDefaults(service) && (old == nil || conversions.HasServiceDefaults(old))
	return func(found field.ErrorList) {
		refusals := []record.Map{}
		for _, one := range found {
			refusals = append(refusals, record.Map{"type": one.Type, "field": one.Field})
		}
		if isStored {
			call.Out(record.Map{"refusals": refusals})
		} else {
			call.NoResult()
		}
	}
}

func ValidateServiceCreate(service *core.Service) field.ErrorList {
	answer := askService("service.create", service, nil)
	found := orig_ValidateServiceCreate(service)
	answer(found)
	return found
}

func ValidateServiceUpdate(service, oldService *core.Service) field.ErrorList {
	answer := askService("service.update", service, oldService)
	found := orig_ValidateServiceUpdate(service, oldService)
	answer(found)
	return found
}
