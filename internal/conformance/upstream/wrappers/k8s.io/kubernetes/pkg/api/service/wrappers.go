package service

import (
	api "k8s.io/kubernetes/pkg/apis/core"
	corev1 "k8s.io/kubernetes/pkg/apis/core/v1"
	"kubesem/upstream/record"
)

// GetWarningsForService asks about the Service alone: the old one changes no warning. The oracle applies defaults before.
func GetWarningsForService(service, oldService *api.Service) []string {
	warnings := orig_GetWarningsForService(service, oldService)
	if service == nil {
		record.Skip("service.validate", "no Service")
		return warnings
	}
	call := record.Begin("service.validate", corev1.ServiceRequest(service, nil))
	if corev1.HasServiceDefaults(service) {
		call.Out(record.Map{"warnings": append([]string{}, warnings...)})
	} else {
		call.NoResult()
	}
	return warnings
}
