package v1

import (
	"fmt"
	"net/netip"
	"reflect"

	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/apis/core"
	"kubesem/upstream/record"
)

// ServiceRequest describes a request with a Service, to a cluster that has the addresses and ports it names.
func ServiceRequest(service, old *core.Service) record.Map {
	in := record.Map{"service": versionedService(service), "nodePortRange": "1-65535"}
	ranges := map[bool]string{true: "10.96.0.0/12", false: "fd00::/108"}
	isFirst4 := len(service.Spec.IPFamilies) == 0 || service.Spec.IPFamilies[0] == core.IPv4Protocol
	for i, text := range append([]string{service.Spec.ClusterIP}, service.Spec.ClusterIPs...) {
		if address, err := netip.ParseAddr(text); err == nil {
			bits := map[bool]int{true: 12, false: 108}[address.Is4()]
			if prefix, err := address.Prefix(bits); err == nil {
				ranges[address.Is4()] = prefix.String()
			}
			if i == 0 {
				isFirst4 = address.Is4()
			}
		}
	}
	in["clusterIpRanges"] = []string{ranges[isFirst4], ranges[!isFirst4]}
	if old != nil {
		in["old"] = versionedService(old)
	}
	return in
}

// versionedService gives it the name that some tests leave out.
func versionedService(service *core.Service) *v1.Service {
	converted := &v1.Service{}
	if err := Convert_core_Service_To_v1_Service(service.DeepCopy(), converted, nil); err != nil {
		panic(fmt.Sprint("a Service without a version: ", err))
	}
	if converted.Name == "" && converted.GenerateName == "" {
		converted.Name, converted.Namespace = "web", "shop"
	}
	return converted
}

// HasServiceDefaults reports whether defaults change nothing of a Service.
func HasServiceDefaults(service *core.Service) bool {
	before := versionedService(service)
	after := before.DeepCopy()
	SetObjectDefaults_Service(after)
	return service.Name+service.GenerateName != "" && reflect.DeepEqual(before, after)
}
