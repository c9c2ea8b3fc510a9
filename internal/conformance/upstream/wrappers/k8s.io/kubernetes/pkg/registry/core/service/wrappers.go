package service

import (
	api "k8s.io/kubernetes/pkg/apis/core"
	corev1 "k8s.io/kubernetes/pkg/apis/core/v1"
	"kubesem/upstream/record"
)

// dropTypeDependentFields asks about the whole update, of which it is a part.
func dropTypeDependentFields(newSvc *api.Service, oldSvc *api.Service) {
	if oldSvc != nil {
		record.Begin("service.update", corev1.ServiceRequest(newSvc, oldSvc)).NoResult()
	}
	orig_dropTypeDependentFields(newSvc, oldSvc)
}
