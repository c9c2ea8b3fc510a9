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

// askService asks about the whole request: kubesem does not validate what is not complete.
func askService(op string, in record.Map) {
	in["clusterIpRanges"], in["nodePortRange"] = []string{"1.2.0.0/16", "2001:db8::/64"}, "30000-32767"
	record.Begin(op, in).NoResult()
}

func ValidateServiceCreate(service *core.Service) field.ErrorList {
	askService("service.create", record.Map{"service": versionedService(service)})
	return orig_ValidateServiceCreate(service)
}

func ValidateServiceUpdate(service, oldService *core.Service) field.ErrorList {
	if service.Namespace != oldService.Namespace || service.Name != oldService.Name {
		record.Skip("service.update", "the request is about another object")
	} else {
		askService("service.update", record.Map{
			"service": versionedService(service), "old": versionedService(oldService),
		})
	}
	return orig_ValidateServiceUpdate(service, oldService)
}
