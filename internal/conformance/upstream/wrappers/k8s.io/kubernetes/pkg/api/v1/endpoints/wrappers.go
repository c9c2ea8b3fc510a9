package endpoints

import (
	"fmt"
	"slices"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"kubesem/upstream/record"
)

// The controller repacks what it finds for each port of each Pod.
func RepackSubsets(subsets []v1.EndpointSubset) []v1.EndpointSubset {
	found := []record.Map{}
	call := Record(subsets)
	repacked := orig_RepackSubsets(subsets)
	for range repacked {
		found = append(found, record.Map{})
	}
	if len(found) > 0 {
		call.Out(record.Map{"subsets": found})
	} else {
		call.NoResult()
	}
	return repacked
}

// Record asks for the Endpoints of a Service whose Pods have the addresses and ports of subsets. All subsets have ports, or none.
func Record(subsets []v1.EndpointSubset) *record.Call {
	labels := map[string]string{"app": "web"}
	service := v1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web"}}
	service.Spec.Selector = labels
	pods := []*v1.Pod{}
	known := map[string]*v1.Pod{}
	ports := []v1.EndpointPort{}
	add := func(address v1.EndpointAddress, isReady bool, subset v1.EndpointSubset) {
		uid := ""
		if address.TargetRef != nil {
			uid = string(address.TargetRef.UID)
		}
		key := fmt.Sprint(address.IP, uid, isReady)
		pod := known[key]
		if pod == nil {
			pod = &v1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: fmt.Sprintf("p%d", len(pods)), Labels: labels}}
			if address.TargetRef != nil {
				pod.UID = address.TargetRef.UID
			}
			pod.Spec.Containers = []v1.Container{{Name: "c"}}
			pod.Status.PodIPs = []v1.PodIP{{IP: address.IP}}
			pod.Status.PodIP = address.IP
			if address.NodeName != nil {
				pod.Spec.NodeName = *address.NodeName
			}
			status := v1.ConditionFalse
			if isReady {
				status = v1.ConditionTrue
			}
			pod.Status.Conditions = []v1.PodCondition{{Type: v1.PodReady, Status: status}}
			known[key] = pod
			pods = append(pods, pod)
		}
		for _, port := range subset.Ports {
			index := slices.Index(ports, port)
			declared := v1.ContainerPort{
				Name: fmt.Sprintf("t%d", index), ContainerPort: port.Port, Protocol: port.Protocol,
			}
			if !slices.Contains(pod.Spec.Containers[0].Ports, declared) {
				pod.Spec.Containers[0].Ports = append(pod.Spec.Containers[0].Ports, declared)
			}
		}
	}
	for _, subset := range subsets {
		for _, port := range subset.Ports {
			if !slices.Contains(ports, port) {
				ports = append(ports, port)
			}
		}
		for _, address := range subset.Addresses {
			add(address, true, subset)
		}
		for _, address := range subset.NotReadyAddresses {
			add(address, false, subset)
		}
	}
	if len(ports) == 0 {
		service.Spec.ClusterIP = v1.ClusterIPNone
	}
	for index, port := range ports {
		service.Spec.Ports = append(service.Spec.Ports, v1.ServicePort{
			Name: port.Name, Protocol: port.Protocol, AppProtocol: port.AppProtocol,
			Port: int32(80 + index), TargetPort: intstr.FromString(fmt.Sprintf("t%d", index)),
		})
	}
	return record.Begin("service.endpoints", record.Map{"service": service, "pods": pods})
}
