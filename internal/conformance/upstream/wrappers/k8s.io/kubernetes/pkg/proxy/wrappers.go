package proxy

import (
	"net"
	"slices"
	"strconv"

	v1 "k8s.io/api/core/v1"
	discovery "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"kubesem/upstream/record"

	netutils "k8s.io/utils/net"
)

func CategorizeEndpoints(
	endpoints []Endpoint, info ServicePort, nodeName string, topologyLabels map[string]string,
) ([]Endpoint, []Endpoint, []Endpoint, bool) {
	family := v1.IPv4Protocol
	if len(endpoints) > 0 {
		host, _, _ := net.SplitHostPort(endpoints[0].String())
		family = familyOf(host)
	}
	if nodeName == "" {
		nodeName = "node"
	}
	call := record.Begin("service.traffic", record.Map{
		"service":     serviceWith(info, family),
		"slices":      slicesWith(endpoints, info.Protocol(), family, nodeName),
		"node":        record.Map{"name": nodeName, "labels": notNil(topologyLabels), "addresses": []string{}},
		"connections": []string{},
	})
	cluster, local, all, hasAny := orig_CategorizeEndpoints(endpoints, info, nodeName, topologyLabels)
	call.Out(record.Map{"ports": []record.Map{{
		"cluster": texts(cluster), "local": texts(local), "all": texts(all), "hasAny": hasAny,
	}}})
	return cluster, local, all, hasAny
}

// The Service of the cached slices has all their ports, and sends traffic to all nodes.
func (cache *EndpointSliceCache) getEndpointsMap(
	name types.NamespacedName, stored endpointSliceDataByName,
) EndpointsMap {
	service := v1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: name.Namespace, Name: name.Name}}
	list := []*discovery.EndpointSlice{}
	seen := map[string]bool{}
	for _, sliceName := range sets.List(sets.KeySet(stored)) {
		slice := stored[sliceName].endpointSlice
		list = append(list, slice)
		service.Spec.ClusterIP = addressOf(v1.IPFamily(slice.AddressType))
		for _, port := range slice.Ports {
			if port.Name == nil || seen[*port.Name+string(*port.Protocol)] {
				continue
			}
			seen[*port.Name+string(*port.Protocol)] = true
			service.Spec.Ports = append(service.Spec.Ports, v1.ServicePort{
				Name: *port.Name, Protocol: *port.Protocol, Port: int32(80 + len(service.Spec.Ports)),
			})
		}
	}
	if len(list) > 0 {
		record.Begin("service.traffic", record.Map{
			"service": service, "slices": list,
			"node":        record.Map{"name": cache.nodeName, "labels": record.Map{}, "addresses": []string{}},
			"connections": []string{},
		}).NoResult()
	}
	return cache.orig_getEndpointsMap(name, stored)
}

// serviceWith is a Service with one port, of which kube-proxy knows what it knows here.
func serviceWith(info ServicePort, family v1.IPFamily) v1.Service {
	service := v1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web"}}
	service.Spec.ClusterIP = addressOf(family)
	service.Spec.Ports = []v1.ServicePort{{Name: "p", Port: 80, Protocol: info.Protocol(), NodePort: int32(info.NodePort())}}
	if info.NodePort() != 0 {
		service.Spec.Type = v1.ServiceTypeNodePort
	}
	for _, address := range info.ExternalIPs() {
		service.Spec.ExternalIPs = append(service.Spec.ExternalIPs, address.String())
	}
	for _, address := range info.LoadBalancerVIPs() {
		service.Spec.Type = v1.ServiceTypeLoadBalancer
		service.Status.LoadBalancer.Ingress = append(service.Status.LoadBalancer.Ingress, v1.LoadBalancerIngress{IP: address.String()})
	}
	if info.ExternalPolicyLocal() {
		service.Spec.ExternalTrafficPolicy = v1.ServiceExternalTrafficPolicyLocal
		service.Spec.HealthCheckNodePort = int32(info.HealthCheckNodePort())
	}
	if info.InternalPolicyLocal() {
		local := v1.ServiceInternalTrafficPolicyLocal
		service.Spec.InternalTrafficPolicy = &local
	}
	return service
}

// slicesWith has a slice for each port number.
func slicesWith(endpoints []Endpoint, protocol v1.Protocol, family v1.IPFamily, nodeName string) []*discovery.EndpointSlice {
	list := []*discovery.EndpointSlice{}
	byPort := map[string]*discovery.EndpointSlice{}
	if protocol == "" {
		protocol = v1.ProtocolTCP
	}
	for _, endpoint := range endpoints {
		host, port, _ := net.SplitHostPort(endpoint.String())
		if byPort[port] == nil {
			number, _ := strconv.Atoi(port)
			portName, found := "p", int32(number)
			slice := &discovery.EndpointSlice{
				ObjectMeta: metav1.ObjectMeta{
					Namespace: "shop", Name: "web-" + port, Labels: map[string]string{discovery.LabelServiceName: "web"},
				},
				AddressType: discovery.AddressType(family),
				Ports:       []discovery.EndpointPort{{Name: &portName, Protocol: &protocol, Port: &found}},
			}
			byPort[port] = slice
			list = append(list, slice)
		}
		byPort[port].Endpoints = append(byPort[port].Endpoints, storedEndpoint(host, endpoint, nodeName))
	}
	return list
}

func storedEndpoint(address string, endpoint Endpoint, nodeName string) discovery.Endpoint {
	ready, serving, terminating := endpoint.IsReady(), endpoint.IsServing(), endpoint.IsTerminating()
	stored := discovery.Endpoint{
		Addresses:  []string{address},
		Conditions: discovery.EndpointConditions{Ready: &ready, Serving: &serving, Terminating: &terminating},
		Hints:      &discovery.EndpointHints{},
	}
	if endpoint.IsLocal() {
		stored.NodeName = &nodeName
	}
	for _, zone := range sets.List(endpoint.ZoneHints()) {
		stored.Hints.ForZones = append(stored.Hints.ForZones, discovery.ForZone{Name: zone})
	}
	for _, node := range sets.List(endpoint.NodeHints()) {
		stored.Hints.ForNodes = append(stored.Hints.ForNodes, discovery.ForNode{Name: node})
	}
	return stored
}

func familyOf(address string) v1.IPFamily {
	if netutils.IsIPv6String(address) {
		return v1.IPv6Protocol
	}
	return v1.IPv4Protocol
}

func addressOf(family v1.IPFamily) string {
	if family == v1.IPv6Protocol {
		return "fd00::7"
	}
	return "10.96.0.7"
}

func texts(endpoints []Endpoint) []string {
	list := []string{}
	for _, endpoint := range endpoints {
		list = append(list, endpoint.String())
	}
	slices.Sort(list)
	return list
}

func notNil(labels map[string]string) map[string]string {
	if labels == nil {
		return map[string]string{}
	}
	return labels
}
