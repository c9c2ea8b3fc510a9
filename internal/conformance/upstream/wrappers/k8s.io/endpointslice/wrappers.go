package endpointslice

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
	discovery "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/sets"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/klog/v2"
	netutils "k8s.io/utils/net"
	"kubesem/upstream/record"
)

// The oracle selects Pods and slices, so these have the labels by which the controller finds them.
func (r *Reconciler) Reconcile(
	logger klog.Logger, service *v1.Service, pods []*v1.Pod, existing []*discovery.EndpointSlice, triggerTime time.Time,
) error {
	var call *record.Call
	if reason := r.outside(service, existing); reason != "" {
		record.Skip("service.slices", reason)
	} else {
		nodes, _ := r.nodeLister.List(labels.Everything())
		call = begin(service, pods, nodes, existing, r.maxEndpointsPerSlice)
	}
	client, isFake := r.client.(interface{ Actions() []clienttesting.Action })
	before := 0
	if isFake {
		before = len(client.Actions())
	}
	err := r.orig_Reconcile(logger, service, pods, existing, triggerTime)
	if err != nil && !strings.Contains(err.Error(), "Not Found") || !isFake {
		call.NoResult()
		return err
	}
	written := map[string][]record.Map{"create": {}, "update": {}}
	for _, action := range client.Actions()[before:] {
		written[action.GetVerb()] = append(written[action.GetVerb()], record.Map{})
	}
	call.Out(record.Map{"create": written["create"], "update": written["update"], "retried": err != nil})
	return err
}

// outside is why no cluster of today has these parameters.
func (r *Reconciler) outside(service *v1.Service, existing []*discovery.EndpointSlice) string {
	distribution := service.Spec.TrafficDistribution
	if distribution != nil && strings.HasPrefix(*distribution, "PreferSame") && !r.preferSameTrafficDistribution {
		return "a traffic distribution that is off"
	}
	if r.topologyCache == nil && hintsEnabled(service.Annotations) {
		return "topology hints without nodes"
	}
	if slices.ContainsFunc(existing, func(slice *discovery.EndpointSlice) bool { return slice.Name == "" }) {
		return "a stored slice without a name"
	}
	return ""
}

func begin(
	service *v1.Service, pods []*v1.Pod, nodes []*v1.Node, existing []*discovery.EndpointSlice, most int32,
) *record.Call {
	stored := []*discovery.EndpointSlice{}
	for _, slice := range existing {
		labelled := slice.DeepCopy()
		labelled.Namespace = service.Namespace
		for i, endpoint := range labelled.Endpoints {
			if pod := podOf(endpoint, pods); pod != nil && slices.Contains(endpoint.Addresses, "<nil>") {
				labelled.Endpoints[i].Addresses = []string{readable(pod.Status.PodIP)}
			}
		}
		metav1.SetMetaDataLabel(&labelled.ObjectMeta, discovery.LabelServiceName, service.Name)
		metav1.SetMetaDataLabel(&labelled.ObjectMeta, discovery.LabelManagedBy, "endpointslice-controller.k8s.io")
		stored = append(stored, labelled)
	}
	if nodes == nil {
		nodes = []*v1.Node{}
	}
	selecting, selected := selectAll(service, pods)
	return record.Begin("service.slices", record.Map{
		"service": selecting, "pods": selected, "nodes": nodes, "existing": stored, "max": most,
	})
}

func podOf(endpoint discovery.Endpoint, pods []*v1.Pod) *v1.Pod {
	for _, pod := range pods {
		if endpoint.TargetRef != nil && endpoint.TargetRef.Name == pod.Name {
			return pod
		}
	}
	return nil
}

// readable takes 1.2.3.256, as the tests number their Pods, for an address after 1.2.3.255.
func readable(address string) string {
	number, err := strconv.Atoi(address[strings.LastIndex(address, ".")+1:])
	if netutils.ParseIPSloppy(address) != nil || err != nil {
		return address
	}
	return fmt.Sprintf("1.2.%d.%d", 3+number/256, number%256)
}

// selectAll makes a Service select Pods, whose first address is stored twice.
func selectAll(service *v1.Service, pods []*v1.Pod) (*v1.Service, []*v1.Pod) {
	selecting, selected := service.DeepCopy(), []*v1.Pod{}
	selecting.Spec.Selector = map[string]string{"kubesem": "selected"}
	for _, pod := range pods {
		labelled := pod.DeepCopy()
		metav1.SetMetaDataLabel(&labelled.ObjectMeta, "kubesem", "selected")
		for i, address := range labelled.Status.PodIPs {
			labelled.Status.PodIPs[i].IP = readable(address.IP)
			labelled.Status.PodIP = labelled.Status.PodIPs[0].IP
		}
		selected = append(selected, labelled)
	}
	return selecting, selected
}

// The defaults of the API server replace a target port of zero.
func FindPort(pod *v1.Pod, port *v1.ServicePort) (int, error) {
	if port.TargetPort == intstr.FromInt32(0) {
		record.Skip("service.targetPort", "a target port of zero")
		return orig_FindPort(pod, port)
	}
	service := v1.Service{Spec: v1.ServiceSpec{Ports: []v1.ServicePort{*port}}}
	call := record.Begin("service.targetPort", record.Map{"service": service, "pod": pod, "index": 0})
	number, err := orig_FindPort(pod, port)
	if err != nil {
		call.Err("Port")
	} else {
		call.Out(number)
	}
	return number, err
}

func podToEndpoint(pod *v1.Pod, node *v1.Node, service *v1.Service, family discovery.AddressType) discovery.Endpoint {
	endpoint := orig_podToEndpoint(pod, node, service, family)
	known := v1.Node{ObjectMeta: metav1.ObjectMeta{Name: pod.Spec.NodeName}}
	if node != nil {
		known.Labels = node.Labels
	}
	selecting, selected := selectAll(service, []*v1.Pod{pod})
	selecting.Spec.IPFamilies = []v1.IPFamily{v1.IPFamily(family)}
	selecting.Name, selecting.Spec.TrafficDistribution = named(service.Name, "web"), nil
	if pod.Spec.NodeName == "" || pod.Namespace != service.Namespace || !isReadable(endpoint.Addresses) {
		record.Skip("service.pods", "a Pod without a node or a valid address, or of another namespace")
		return endpoint
	}
	record.Begin("service.pods", record.Map{
		"service": selecting, "pods": selected, "nodes": []v1.Node{known},
	}).Out(record.Map{"endpoints": []record.Map{{"family": family, "endpoint": endpoint}}})
	return endpoint
}

func isReadable(addresses []string) bool {
	return len(addresses) > 0 && !slices.Contains(addresses, "<nil>")
}

// The ports of a slice have another order, and the comparison sorts them by name.
func getEndpointPorts(logger klog.Logger, service *v1.Service, pod *v1.Pod) []discovery.EndpointPort {
	ports := orig_getEndpointPorts(logger, service, pod)
	selecting, selected := selectAll(service, []*v1.Pod{pod})
	selecting.Spec.IPFamilies = []v1.IPFamily{v1.IPv4Protocol}
	selecting.Name, selecting.Namespace = named(service.Name, "web"), "shop"
	selecting.Spec.Type, selecting.Spec.TrafficDistribution = v1.ServiceTypeClusterIP, nil
	slices.SortStableFunc(selecting.Spec.Ports, func(a, b v1.ServicePort) int { return strings.Compare(a.Name, b.Name) })
	selected[0].Name, selected[0].Namespace = named(pod.Name, "p0"), "shop"
	selected[0].Spec.NodeName = "n1"
	selected[0].DeletionTimestamp = nil
	selected[0].Status = v1.PodStatus{PodIP: "10.0.0.1", PodIPs: []v1.PodIP{{IP: "10.0.0.1"}}}
	found := []record.Map{}
	for range ports {
		found = append(found, record.Map{})
	}
	record.Begin("service.pods", record.Map{
		"service": selecting, "pods": selected, "nodes": []v1.Node{{ObjectMeta: metav1.ObjectMeta{Name: "n1"}}},
	}).Out(record.Map{"endpoints": []record.Map{{"ports": found}}})
	return ports
}

// A Service without Pods has a slice for each of its families.
func getAddressTypesForService(logger klog.Logger, service *v1.Service) sets.Set[discovery.AddressType] {
	families := orig_getAddressTypesForService(logger, service)
	created := []record.Map{}
	for range families {
		created = append(created, record.Map{})
	}
	asked := service.DeepCopy()
	asked.Name, asked.Namespace, asked.DeletionTimestamp = named(asked.Name, "web"), named(asked.Namespace, "shop"), nil
	asked.Annotations = nil
	begin(asked, []*v1.Pod{}, nil, nil, 100).Out(record.Map{"create": created})
	return families
}

// The labels of a new slice are those of the Service, whatever a stored one has.
func setEndpointSliceLabels(
	logger klog.Logger, slice *discovery.EndpointSlice, service *v1.Service, controllerName string,
) (map[string]string, bool) {
	written, isUpdated := orig_setEndpointSliceLabels(logger, slice, service, controllerName)
	if len(slice.Labels) > 0 {
		asked := slice.DeepCopy()
		asked.Name, asked.Namespace = named(asked.Name, "web-0"), named(service.Namespace, "shop")
		asked.AddressType = discovery.AddressTypeIPv4
		asked.OwnerReferences = []metav1.OwnerReference{{APIVersion: "v1", Kind: "Service", UID: service.UID}}
		begin(plain(service), []*v1.Pod{}, nil, []*discovery.EndpointSlice{asked}, 100).NoResult()
	}
	begin(plain(service), []*v1.Pod{}, nil, nil, 100).Out(record.Map{
		"create": []record.Map{{"metadata": record.Map{"labels": written}}},
	})
	return written, isUpdated
}

// plain is a Service with one family and names.
func plain(service *v1.Service) *v1.Service {
	asked := service.DeepCopy()
	asked.Name, asked.Namespace, asked.DeletionTimestamp = named(asked.Name, ""), named(asked.Namespace, "shop"), nil
	asked.Annotations = nil
	asked.Spec.Type = v1.ServiceTypeClusterIP
	asked.Spec.IPFamilies = []v1.IPFamily{v1.IPv4Protocol}
	return asked
}

// With these annotations, the controller warns that it does not know the cpu of two zones.
func hintsEnabled(annotations map[string]string) bool {
	isEnabled := orig_hintsEnabled(annotations)
	service := v1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web", Annotations: annotations}}
	service.Spec.IPFamilies = []v1.IPFamily{v1.IPv4Protocol}
	call := begin(&service, []*v1.Pod{}, nil, nil, 100)
	if isEnabled {
		call.NoResult()
	} else {
		call.Out(record.Map{"events": []string{}})
	}
	return isEnabled
}

func named(name, other string) string {
	if name == "" {
		return other
	}
	return name
}
