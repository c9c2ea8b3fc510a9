package util

import (
	v1 "k8s.io/api/core/v1"
	"kubesem/upstream/record"
)

func LookupContainerPortNumberByServicePort(svc v1.Service, pod v1.Pod, port int32) (int32, error) {
	call := record.Begin("service.targetPort", record.Map{"service": svc, "pod": pod, "port": port})
	found, err := orig_LookupContainerPortNumberByServicePort(svc, pod, port)
	if err != nil {
		call.Err("Port")
	} else {
		call.Out(found)
	}
	return found, err
}

// The oracle then looks up the port of a Pod.
func LookupServicePortNumberByName(svc v1.Service, name string) (int32, error) {
	record.Begin("service.targetPort", record.Map{"service": svc, "pod": v1.Pod{}, "name": name}).NoResult()
	return orig_LookupServicePortNumberByName(svc, name)
}
