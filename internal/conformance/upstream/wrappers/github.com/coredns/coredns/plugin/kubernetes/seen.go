package kubernetes

import (
	"context"
	"slices"
	"strings"

	"github.com/coredns/coredns/plugin/kubernetes/object"
	"github.com/coredns/coredns/request"
	"github.com/miekg/dns"
	api "k8s.io/api/core/v1"
	discovery "k8s.io/api/discovery/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"kubesem/upstream/record"
)

// seenCluster keeps what the plugin finds in a cluster. The fakes of some tests return the same objects
// for any key, which no cluster does: unkeyed is then the reason not to record the question.
type seenCluster struct {
	dnsController
	services   []*object.Service
	slices     []*object.Endpoints
	pods       []*object.Pod
	namespaces []string
	unkeyed    string
}

// keep adds the found objects once each.
func keep[T any](c *seenCluster, kept *[]T, found []T, name func(T) string, hasKey func(T) bool) []T {
	for _, one := range found {
		if !hasKey(one) {
			c.unkeyed = "the fake returns an object under the key of another one"
		}
		isSame := func(other T) bool { return name(other) == name(one) }
		if !slices.ContainsFunc(*kept, isSame) {
			*kept = append(*kept, one)
		}
	}
	return found
}

func nameOf[T meta.Object](object T) string { return object.GetNamespace() + "/" + object.GetName() }

func (c *seenCluster) SvcIndex(key string) []*object.Service {
	return keep(c, &c.services, c.dnsController.SvcIndex(key), nameOf, func(service *object.Service) bool {
		return object.ServiceKey(service.Name, service.Namespace) == key
	})
}

func (c *seenCluster) SvcIndexReverse(ip string) []*object.Service {
	return keep(c, &c.services, c.dnsController.SvcIndexReverse(ip), nameOf, func(service *object.Service) bool {
		return slices.Contains(service.ClusterIPs, ip)
	})
}

func (c *seenCluster) EpIndex(key string) []*object.Endpoints {
	return keep(c, &c.slices, c.dnsController.EpIndex(key), nameOf, func(slice *object.Endpoints) bool {
		return slice.Index == key
	})
}

func (c *seenCluster) EpIndexReverse(ip string) []*object.Endpoints {
	return keep(c, &c.slices, c.dnsController.EpIndexReverse(ip), nameOf, func(slice *object.Endpoints) bool {
		return slices.ContainsFunc(slice.Subsets, func(subset object.EndpointSubset) bool {
			return slices.ContainsFunc(subset.Addresses, func(address object.EndpointAddress) bool {
				return address.IP == ip
			})
		})
	})
}

func (c *seenCluster) PodIndex(ip string) []*object.Pod {
	return keep(c, &c.pods, c.dnsController.PodIndex(ip), nameOf, func(pod *object.Pod) bool {
		return pod.PodIP == ip
	})
}

func (c *seenCluster) GetNamespaceByName(name string) (*object.Namespace, error) {
	namespace, err := c.dnsController.GetNamespaceByName(name)
	if err == nil && !slices.Contains(c.namespaces, name) {
		c.namespaces = append(c.namespaces, name)
	}
	return namespace, err
}

// objects are what the plugin has seen, in the form of the API.
func (c *seenCluster) objects() record.Map {
	services, endpointSlices := []api.Service{}, []discovery.EndpointSlice{}
	for _, service := range c.services {
		services = append(services, asService(service))
	}
	for _, slice := range c.slices {
		for _, subset := range slice.Subsets {
			endpointSlices = append(endpointSlices, asSlice(slice, subset))
		}
	}
	pods, namespaces := []api.Pod{}, []api.Namespace{}
	for _, pod := range c.pods {
		pods = append(pods, api.Pod{
			ObjectMeta: meta.ObjectMeta{Name: pod.Name, Namespace: pod.Namespace, Labels: pod.Labels},
			Status:     api.PodStatus{PodIP: pod.PodIP, PodIPs: []api.PodIP{{IP: pod.PodIP}}},
		})
	}
	for _, name := range c.namespaces {
		namespaces = append(namespaces, api.Namespace{ObjectMeta: meta.ObjectMeta{Name: name}})
	}
	return record.Map{
		"services": services, "endpointSlices": endpointSlices, "pods": pods, "namespaces": namespaces,
	}
}

// The plugin marks objects without ports with a port of this number.
const noPort = -1

func asService(service *object.Service) api.Service {
	spec := api.ServiceSpec{
		Type: service.Type, ExternalName: service.ExternalName, ClusterIPs: service.ClusterIPs,
	}
	if len(service.ClusterIPs) > 0 {
		spec.ClusterIP = service.ClusterIPs[0]
	}
	for _, port := range service.Ports {
		if port.Port != noPort {
			spec.Ports = append(spec.Ports, port)
		}
	}
	return api.Service{ObjectMeta: meta.ObjectMeta{Name: service.Name, Namespace: service.Namespace}, Spec: spec}
}

func asSlice(from *object.Endpoints, subset object.EndpointSubset) discovery.EndpointSlice {
	service := strings.TrimSuffix(from.Index, "."+from.Namespace)
	slice := discovery.EndpointSlice{
		ObjectMeta: meta.ObjectMeta{
			Name: from.Name, Namespace: from.Namespace,
			Labels: map[string]string{discovery.LabelServiceName: service},
		},
		AddressType: discovery.AddressTypeIPv4, // the plugin does not read it
	}
	for _, address := range subset.Addresses {
		endpoint := discovery.Endpoint{Addresses: []string{address.IP}}
		if address.Hostname != "" {
			endpoint.Hostname = &address.Hostname
		}
		if address.NodeName != "" {
			endpoint.NodeName = &address.NodeName
		}
		if address.TargetRefName != "" {
			endpoint.TargetRef = &api.ObjectReference{Kind: "Pod", Name: address.TargetRefName}
		}
		slice.Endpoints = append(slice.Endpoints, endpoint)
	}
	for _, port := range subset.Ports {
		if port.Port != noPort {
			slice.Ports = append(slice.Ports, discovery.EndpointPort{
				Name: &port.Name, Port: &port.Port, Protocol: (*api.Protocol)(&port.Protocol),
			})
		}
	}
	return slice
}

// seenUpstream keeps the records of the world outside, as lines of a zone file.
type seenUpstream struct {
	Upstreamer
	records []string
	// other is the reason not to record a question.
	other string
}

func (u *seenUpstream) Lookup(ctx context.Context, state request.Request, name string, kind uint16) (*dns.Msg, error) {
	message, err := u.Upstreamer.Lookup(ctx, state, name, kind)
	if err != nil {
		u.other = "the resolver outside the cluster fails"
		return message, err
	}
	for _, found := range message.Answer {
		if header := found.Header(); !strings.EqualFold(header.Name, dns.Fqdn(name)) ||
			header.Rrtype != kind && header.Rrtype != dns.TypeCNAME {
			u.other = "the resolver outside the cluster answers another question"
		}
		if line := asLine(found); !slices.Contains(u.records, line) {
			u.records = append(u.records, line)
		}
	}
	return message, err
}

// seenReply keeps the message that is sent.
type seenReply struct {
	dns.ResponseWriter
	message *dns.Msg
}

func (r *seenReply) WriteMsg(message *dns.Msg) error {
	r.message = message
	return r.ResponseWriter.WriteMsg(message)
}

func (r *seenReply) asAnswer() record.Map {
	return record.Map{
		"code":    dns.RcodeToString[r.message.Rcode],
		"answers": asLines(r.message.Answer), "additionals": asLines(r.message.Extra),
	}
}

func asLines(records []dns.RR) []string {
	lines := make([]string, len(records))
	for i, one := range records {
		lines[i] = asLine(one)
	}
	return lines
}

func asLine(one dns.RR) string { return strings.ReplaceAll(one.String(), "\t", " ") }
