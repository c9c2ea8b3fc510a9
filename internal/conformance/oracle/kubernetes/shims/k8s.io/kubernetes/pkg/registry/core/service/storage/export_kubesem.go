package storage

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	api "k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/registry/core/service/ipallocator"
	"k8s.io/kubernetes/pkg/registry/core/service/portallocator"
)

// Allocation is the part of the registry that knows families, addresses and ports.
type Allocation struct{ rest *REST }

// NewAllocation makes one; the first family is the default.
func NewAllocation(
	families []api.IPFamily, ips map[api.IPFamily]ipallocator.Interface, ports portallocator.Interface,
) Allocation {
	rest := &REST{primaryIPFamily: families[0], alloc: makeAlloc(families[0], ips, ports)}
	if len(families) > 1 {
		rest.secondaryIPFamily = families[1]
	}
	return Allocation{rest}
}

// BeginCreate passes on beginCreate.
func (a Allocation) BeginCreate(ctx context.Context, svc *api.Service) error {
	_, err := a.rest.beginCreate(ctx, svc, &metav1.CreateOptions{})
	return err
}

// BeginUpdate passes on beginUpdate.
func (a Allocation) BeginUpdate(ctx context.Context, svc, old *api.Service) error {
	_, err := a.rest.beginUpdate(ctx, svc, old, &metav1.UpdateOptions{})
	return err
}

// DefaultOnRead passes on defaultOnReadService.
func (a Allocation) DefaultOnRead(svc *api.Service) { a.rest.defaultOnReadService(svc) }
