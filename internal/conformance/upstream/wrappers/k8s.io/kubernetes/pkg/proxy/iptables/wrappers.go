package iptables

import (
	"maps"
	"slices"

	v1 "k8s.io/api/core/v1"
	discovery "k8s.io/api/discovery/v1"
	proxyutil "k8s.io/kubernetes/pkg/proxy/util"
	netutils "k8s.io/utils/net"
	"kubesem/upstream/record"
)

// objects are those of which a proxier knows.
type objects struct {
	services map[string]*v1.Service
	slices   map[string]*discovery.EndpointSlice
}

var known = map[*Proxier]*objects{}

func (proxier *Proxier) objects() *objects {
	if known[proxier] == nil {
		known[proxier] = &objects{map[string]*v1.Service{}, map[string]*discovery.EndpointSlice{}}
	}
	return known[proxier]
}

func (proxier *Proxier) OnServiceUpdate(before, service *v1.Service) {
	if service == nil {
		delete(proxier.objects().services, before.Namespace+"/"+before.Name)
	} else {
		proxier.objects().services[service.Namespace+"/"+service.Name] = service.DeepCopy()
	}
	proxier.orig_OnServiceUpdate(before, service)
}

func (proxier *Proxier) OnEndpointSliceAdd(slice *discovery.EndpointSlice) {
	proxier.objects().slices[slice.Namespace+"/"+slice.Name] = slice.DeepCopy()
	proxier.orig_OnEndpointSliceAdd(slice)
}

func (proxier *Proxier) OnEndpointSliceUpdate(before, slice *discovery.EndpointSlice) {
	proxier.objects().slices[slice.Namespace+"/"+slice.Name] = slice.DeepCopy()
	proxier.orig_OnEndpointSliceUpdate(before, slice)
}

func (proxier *Proxier) OnEndpointSliceDelete(slice *discovery.EndpointSlice) {
	delete(proxier.objects().slices, slice.Namespace+"/"+slice.Name)
	proxier.orig_OnEndpointSliceDelete(slice)
}

// Each address of each Service is asked for from a Pod, from the node and from outside, as the packets of the tests.
func (proxier *Proxier) syncProxyRules() error {
	stored := proxier.objects()
	if len(stored.services) < 100 {
		for _, name := range slices.Sorted(maps.Keys(stored.services)) {
			proxier.recordTraffic(stored.services[name], stored.slices)
		}
	}
	return proxier.orig_syncProxyRules()
}

func (proxier *Proxier) recordTraffic(service *v1.Service, stored map[string]*discovery.EndpointSlice) {
	isIPv6 := proxier.ipFamily == v1.IPv6Protocol
	node, pod, outside, blocked := "192.168.0.2", "10.244.1.9", "203.0.113.2", "203.0.113.130"
	if isIPv6 {
		node, pod, outside, blocked = "2001:db8::1", "fd00:244::9", "2001:db8:2::2", "2001:db8:3::2"
	}
	addresses := append([]string{proxyutil.GetClusterIPByFamily(proxier.ipFamily, service)}, service.Spec.ExternalIPs...)
	for _, ingress := range service.Status.LoadBalancer.Ingress {
		addresses = append(addresses, ingress.IP)
	}
	connections := []record.Map{}
	connect := func(address string, port int32, protocol v1.Protocol) {
		if address == "" || address == v1.ClusterIPNone || port == 0 || netutils.IsIPv6String(address) != isIPv6 {
			return
		}
		for _, from := range [][2]string{{"POD", pod}, {"NODE", node}, {"OUTSIDE", outside}, {"OUTSIDE", blocked}} {
			connections = append(connections, record.Map{
				"from": from[0], "source": from[1], "address": address, "port": port, "protocol": protocol,
			})
		}
	}
	for _, port := range service.Spec.Ports {
		for _, address := range addresses {
			connect(address, port.Port, port.Protocol)
		}
		connect(node, port.NodePort, port.Protocol)
	}
	own := []*discovery.EndpointSlice{}
	for _, name := range slices.Sorted(maps.Keys(stored)) {
		if slice := stored[name]; slice.Namespace == service.Namespace && slice.Labels[discovery.LabelServiceName] == service.Name {
			own = append(own, slice)
		}
	}
	labels := proxier.topologyLabels
	if labels == nil {
		labels = map[string]string{}
	}
	record.Begin("service.traffic", record.Map{
		"service": service, "slices": own, "connections": connections,
		"node": record.Map{"name": proxier.nodeName, "labels": labels, "addresses": []string{node}},
	}).NoResult()
}
