package storage

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	api "k8s.io/kubernetes/pkg/apis/core"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
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
