//go:build linux

package iptables

import (
	"bytes"
	"net"

	v1 "k8s.io/api/core/v1"
	discovery "k8s.io/api/discovery/v1"
	"k8s.io/kubernetes/pkg/proxy"
	"k8s.io/kubernetes/pkg/proxy/conntrack"
	"k8s.io/kubernetes/pkg/proxy/healthcheck"
	proxyutil "k8s.io/kubernetes/pkg/proxy/util"
	utiliptables "k8s.io/kubernetes/pkg/util/iptables"
)

// WriteRules writes the rules of a node for one Service, with the default settings.
func WriteRules(
	ipt utiliptables.Interface, family v1.IPFamily, nodeName string, nodeIP net.IP, labels map[string]string, podCIDR string,
	service *v1.Service, slices []*discovery.EndpointSlice,
) error {
	proxier := &Proxier{
		ipFamily:                 family,
		svcPortMap:               proxy.ServicePortMap{},
		serviceChanges:           proxy.NewServiceChangeTracker(family, newServiceInfo, nil),
		endpointsMap:             proxy.EndpointsMap{},
		endpointsChanges:         proxy.NewEndpointsChangeTracker(family, nodeName, newEndpointInfo, nil),
		topologyLabels:           labels,
		needFullSync:             true,
		iptables:                 ipt,
		masqueradeMark:           "0x4000",
		conntrack:                conntrack.NewFake(),
		localDetector:            proxyutil.NewDetectLocalByCIDR(podCIDR),
		nodeName:                 nodeName,
		nodeIP:                   nodeIP,
		serviceHealthServer:      healthcheck.NewFakeServiceHealthServer(),
		iptablesData:             &bytes.Buffer{},
		existingFilterChainsData: &bytes.Buffer{},
		filterChains:             proxyutil.NewLineBuffer(),
		filterRules:              proxyutil.NewLineBuffer(),
		natChains:                proxyutil.NewLineBuffer(),
		natRules:                 proxyutil.NewLineBuffer(),
		localhostNodePorts:       family == v1.IPv4Protocol,
		nodePortAddresses:        proxyutil.NewNodePortAddresses(family, nil),
		networkInterfacer:        proxyutil.RealNetwork{},
	}
	proxier.setInitialized(true)
	proxier.serviceChanges.Update(nil, service)
	for _, slice := range slices {
		proxier.endpointsChanges.EndpointSliceUpdate(slice, false)
	}
	return proxier.syncProxyRules()
}
