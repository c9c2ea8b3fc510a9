package main

import (
	"encoding/json"
	"slices"

	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/proxy"
)

// trafficAnswer is what kube-proxy of one node knows of a port.
type trafficAnswer struct {
	Node                 string      `json:"node"`
	Family               v1.IPFamily `json:"family"`
	Name                 string      `json:"name"`
	Protocol             v1.Protocol `json:"protocol"`
	Cluster              []string    `json:"cluster"`
	Local                []string    `json:"local"`
	All                  []string    `json:"all"`
	HasAny               bool        `json:"hasAny"`
	ClusterIP            string      `json:"clusterIP"`
	Port                 int         `json:"port"`
	NodePort             int         `json:"nodePort"`
	ExternalIPs          []string    `json:"externalIPs"`
	LoadBalancerVIPs     []string    `json:"loadBalancerVIPs"`
	SourceRanges         []string    `json:"sourceRanges"`
	ExternalPolicyLocal  bool        `json:"externalPolicyLocal"`
	InternalPolicyLocal  bool        `json:"internalPolicyLocal"`
	ExternallyAccessible bool        `json:"externallyAccessible"`
}

func textsOf[T interface{ String() string }](list []T) []string {
	texts := []string{}
	for _, each := range list {
		texts = append(texts, each.String())
	}
	slices.Sort(texts)
	return texts
}

// serviceTraffic asks which endpoints kube-proxy of each node reaches, for each port and family.
func serviceTraffic(in json.RawMessage) (any, error) {
	var args struct {
		Service json.RawMessage
		Slices  []json.RawMessage
		Nodes   []struct {
			Name   string
			Labels map[string]string
		}
	}
	if err := readArgs(in, &args, &args.Service); err != nil {
		return nil, err
	}
	service, err := readStoredService(args.Service)
	if err != nil {
		return nil, err
	}
	stored, err := readSlices(args.Slices)
	if err != nil {
		return nil, err
	}
	answers := []trafficAnswer{}
	for _, family := range []v1.IPFamily{v1.IPv4Protocol, v1.IPv6Protocol} {
		services := proxy.NewServiceChangeTracker(family, nil, nil)
		services.Update(nil, service)
		ports := proxy.ServicePortMap{}
		ports.Update(services)
		for _, node := range args.Nodes {
			tracker := proxy.NewEndpointsChangeTracker(family, node.Name, nil, nil)
			for _, slice := range stored {
				tracker.EndpointSliceUpdate(slice, false)
			}
			endpoints := proxy.EndpointsMap{}
			endpoints.Update(tracker)
			for name, port := range ports {
				cluster, local, all, hasAny := proxy.CategorizeEndpoints(endpoints[name], port, node.Name, node.Labels)
				answers = append(answers, trafficAnswer{
					node.Name, family, name.Port, name.Protocol, textsOf(cluster), textsOf(local), textsOf(all), hasAny,
					port.ClusterIP().String(), port.Port(), port.NodePort(), textsOf(port.ExternalIPs()),
					textsOf(port.LoadBalancerVIPs()), textsOf(port.LoadBalancerSourceRanges()),
					port.ExternalPolicyLocal(), port.InternalPolicyLocal(), port.ExternallyAccessible(),
				})
			}
		}
	}
	return answers, nil
}
