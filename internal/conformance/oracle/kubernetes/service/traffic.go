package service

import (
	"cmp"
	"encoding/json"
	"slices"

	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/proxy"

	"kubesem/oracle/kubernetes/input"
)

// trafficAnswer is what kube-proxy knows of a port.
type trafficAnswer struct {
	Family   v1.IPFamily `json:"family"`
	Name     string      `json:"name"`
	Protocol v1.Protocol `json:"protocol"`
	Port     int         `json:"port"`
	Cluster  []string    `json:"cluster"`
	Local    []string    `json:"local"`
	All      []string    `json:"all"`
	HasAny   bool        `json:"hasAny"`
}

func textsOf[T interface{ String() string }](list []T) []string {
	texts := []string{}
	for _, each := range list {
		texts = append(texts, each.String())
	}
	slices.Sort(texts)
	return texts
}

// serviceTraffic asks which endpoints kube-proxy of a node knows for each port and family, and where connections end.
func serviceTraffic(in json.RawMessage) (any, error) {
	var args struct {
		Service     json.RawMessage
		Slices      []json.RawMessage
		Node        trafficNode
		Connections []connection
	}
	if err := input.Args(in, &args, &args.Service); err != nil {
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
	routes, err := serviceRoutes(service, stored, args.Node, args.Connections)
	if err != nil {
		return nil, err
	}
	answers := []trafficAnswer{}
	for _, family := range []v1.IPFamily{v1.IPv4Protocol, v1.IPv6Protocol} {
		services := proxy.NewServiceChangeTracker(family, nil, nil)
		services.Update(nil, service)
		ports := proxy.ServicePortMap{}
		ports.Update(services)
		tracker := proxy.NewEndpointsChangeTracker(family, args.Node.Name, nil, nil)
		for _, slice := range stored {
			tracker.EndpointSliceUpdate(slice, false)
		}
		endpoints := proxy.EndpointsMap{}
		endpoints.Update(tracker)
		for name, port := range ports {
			cluster, local, all, hasAny := proxy.CategorizeEndpoints(endpoints[name], port, args.Node.Name, args.Node.Labels)
			answers = append(answers, trafficAnswer{
				family, name.Port, name.Protocol, port.Port(), textsOf(cluster), textsOf(local), textsOf(all), hasAny,
			})
		}
	}
	slices.SortFunc(answers, func(a, b trafficAnswer) int {
		return cmp.Or(cmp.Compare(a.Family, b.Family), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Protocol, b.Protocol))
	})
	return map[string]any{"ports": answers, "routes": routes}, nil
}
