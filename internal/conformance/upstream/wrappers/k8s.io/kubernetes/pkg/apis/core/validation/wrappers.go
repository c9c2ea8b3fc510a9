package validation

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/kubernetes/pkg/apis/core"
	conversions "k8s.io/kubernetes/pkg/apis/core/v1"
	"kubesem/upstream/record"
)

func ValidateResourceQuantityValue(
	resource core.ResourceName, value resource.Quantity, fldPath *field.Path,
) field.ErrorList {
	call := record.Begin("resource.value", record.Map{"resource": resource, "value": value.String()})
	found := orig_ValidateResourceQuantityValue(resource, value, fldPath)
	call.Out(details(found))
	return found
}

func ValidateResourceQuotaResourceName(value core.ResourceName, fldPath *field.Path) field.ErrorList {
	call := record.Begin("resource.kind", record.Text(value))
	found := orig_ValidateResourceQuotaResourceName(value, fldPath)
	call.Out(record.Map{"quota": details(found)})
	return found
}

func details(list field.ErrorList) []string {
	found := []string{}
	for _, one := range list {
		found = append(found, one.Detail)
	}
	return found
}

// ValidatePodCreate records no result: the oracle applies the defaults of the API server before.
func ValidatePodCreate(pod *core.Pod, opts PodValidationOptions) field.ErrorList {
	versioned := &v1.Pod{}
	if err := conversions.Convert_core_Pod_To_v1_Pod(pod.DeepCopy(), versioned, nil); err != nil {
		panic(err)
	}
	record.Begin("pod.validate", record.Map{"pod": versioned}).NoResult()
	return orig_ValidatePodCreate(pod, opts)
}
