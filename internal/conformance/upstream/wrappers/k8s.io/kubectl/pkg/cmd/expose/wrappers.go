package expose

import (
	corev1 "k8s.io/api/core/v1"
	"kubesem/upstream/record"
)

// createService asks what the API server makes of the Service that kubectl sends.
func (o *ExposeServiceOptions) createService() (*corev1.Service, error) {
	service, err := o.orig_createService()
	if err == nil {
		record.Begin("service.create", record.Map{
			"service": service, "clusterIpRanges": []string{"10.96.0.0/12"}, "nodePortRange": "30000-32767",
		}).NoResult()
	}
	return service, err
}
