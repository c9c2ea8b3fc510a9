package storage

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	api "k8s.io/kubernetes/pkg/apis/core"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	corev1 "k8s.io/kubernetes/pkg/apis/core/v1"
	"kubesem/upstream/record"
)

// ask describes a request. What is drawn is random, so the answer is that of the oracle.
func (al *Allocators) ask(op string, service, old *api.Service) {
	families := []api.IPFamily{al.defaultServiceIPFamily}
	for family := range al.serviceIPAllocatorsByFamily {
		if family != al.defaultServiceIPFamily {
			families = append(families, family)
		}
	}
	ranges := []string{}
	for _, family := range families {
		cidr := al.serviceIPAllocatorsByFamily[family].CIDR()
		ranges = append(ranges, cidr.String())
	}
	in := record.Map{"clusterIpRanges": ranges, "nodePortRange": "30000-32767"}
	for name, each := range map[string]*api.Service{"service": service, "old": old} {
		if each == nil {
			continue
		}
		stored := &v1.Service{}
		if err := legacyscheme.Scheme.Convert(each, stored, nil); err != nil {
			record.Skip(op, "the Service has no version")
			return
		}
		in[name] = stored
	}
	record.Begin(op, in).NoResult()
}

func (al *Allocators) allocateCreate(service *api.Service, dryRun bool) (transaction, error) {
	al.ask("service.create", service, nil)
	return al.orig_allocateCreate(service, dryRun)
}

func (al *Allocators) allocateUpdate(after After, before Before, dryRun bool) (transaction, error) {
	if after.Service.Namespace == before.Service.Namespace {
		al.ask("service.update", after.Service, before.Service)
	}
	return al.orig_allocateUpdate(after, before, dryRun)
}

// normalizeClusterIPs asks about the whole request, of which it is a part.
func normalizeClusterIPs(after After, before Before) {
	askPart(after, before)
	orig_normalizeClusterIPs(after, before)
}

// patchAllocatedValues asks about the whole update, of which it is a part.
func patchAllocatedValues(after After, before Before) {
	askPart(after, before)
	orig_patchAllocatedValues(after, before)
}

func askPart(after After, before Before) {
	op := "service.create"
	if before.Service != nil {
		op = "service.update"
	}
	record.Begin(op, corev1.ServiceRequest(after.Service, before.Service)).NoResult()
}
