package service

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"

	v1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilnet "k8s.io/apimachinery/pkg/util/net"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apimachinery/pkg/util/validation/field"
	genericapirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/apiserver/pkg/storage/names"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	apiservice "k8s.io/kubernetes/pkg/api/service"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/apis/core/validation"
	"k8s.io/kubernetes/pkg/apis/discovery"
	serviceregistry "k8s.io/kubernetes/pkg/registry/core/service"
	"k8s.io/kubernetes/pkg/registry/core/service/ipallocator"
	"k8s.io/kubernetes/pkg/registry/core/service/portallocator"
	"k8s.io/kubernetes/pkg/registry/core/service/storage"
	sliceregistry "k8s.io/kubernetes/pkg/registry/discovery/endpointslice"

	"kubesem/oracle/kubernetes/apiserver"
	"kubesem/oracle/kubernetes/input"
	"kubesem/oracle/kubernetes/quiet"
	"kubesem/oracle/wire"
)

// serviceCluster is what the API server knows about addresses and ports.
type serviceCluster struct {
	ClusterIPRanges []string
	NodePortRange   string
}

type serviceAnswer struct {
	Service  any                 `json:"service,omitempty"`
	Refusals []apiserver.Refusal `json:"refusals"`
	Warnings []string            `json:"warnings"`
	// Whether the server fails with an internal error.
	Internal bool `json:"internal,omitempty"`
}

// portsApart draws only ports that the request does not name, so what is drawn at random never decides the answer.
type portsApart struct {
	portallocator.Interface
	asked sets.Set[string]
}

// AllocateNext draws a port.
func (p portsApart) AllocateNext() (int, error) {
	skipped := []int{}
	defer func() {
		for _, port := range skipped {
			_ = p.Release(port)
		}
	}()
	for {
		port, err := p.Interface.AllocateNext()
		if err != nil || !p.asked.Has(fmt.Sprint(port)) {
			return port, err
		}
		skipped = append(skipped, port)
	}
}

// allocation is that of a cluster in which the numbers of existing Services are taken.
func (c serviceCluster) allocation(asked sets.Set[string], existing ...*core.Service) (storage.Allocation, error) {
	families, ips := []core.IPFamily{}, map[core.IPFamily]ipallocator.Interface{}
	for _, text := range c.ClusterIPRanges {
		_, cidr, err := net.ParseCIDR(text)
		if err != nil {
			return storage.Allocation{}, err
		}
		allocator, err := ipallocator.NewInMemory(cidr)
		if err != nil {
			return storage.Allocation{}, err
		}
		families = append(families, allocator.IPFamily())
		ips[allocator.IPFamily()] = allocator
	}
	portRange, err := utilnet.ParsePortRange(c.NodePortRange)
	if err != nil {
		return storage.Allocation{}, err
	}
	ports, err := portallocator.NewInMemory(*portRange)
	if err != nil {
		return storage.Allocation{}, err
	}
	for _, service := range existing {
		for _, ip := range service.Spec.ClusterIPs {
			if parsed := net.ParseIP(ip); parsed != nil {
				for _, allocator := range ips {
					_ = allocator.Allocate(parsed)
				}
			}
		}
		for _, port := range service.Spec.Ports {
			_ = ports.Allocate(int(port.NodePort))
		}
		_ = ports.Allocate(int(service.Spec.HealthCheckNodePort))
	}
	return storage.NewAllocation(families, ips, portsApart{ports, asked}), nil
}

func internalService(raw json.RawMessage) (*core.Service, error) {
	service, internal := &v1.Service{}, &core.Service{}
	if err := input.Decode(raw, serviceKind, service); err != nil {
		return nil, err
	}
	legacyscheme.Scheme.Default(service)
	return internal, legacyscheme.Scheme.Convert(service, internal, nil)
}

// serviceCreate asks what a new Service becomes, and whether it is accepted.
func serviceCreate(in json.RawMessage) (any, error) {
	var args struct {
		Service json.RawMessage
		serviceCluster
	}
	if err := input.Args(in, &args, &args.Service); err != nil {
		return nil, err
	}
	service, err := internalService(args.Service)
	if err != nil {
		return nil, err
	}
	asked := numbersOf(service)
	allocation, err := args.allocation(asked)
	if err != nil {
		return nil, err
	}
	ctx := requestContext("", service.Namespace)
	createSystemFields(service, serviceregistry.Strategy)
	err = allocation.BeginCreate(ctx, service)
	if err == nil {
		err = rest.BeforeCreate(serviceregistry.Strategy, ctx, service)
	}
	warnings := func() []string { return serviceregistry.Strategy.WarningsOnCreate(ctx, service) }
	return answerService(allocation, service, asked, warnings, err)
}

// serviceUpdate asks what an existing Service becomes when another is written over it.
func serviceUpdate(in json.RawMessage) (any, error) {
	var args struct {
		Service, Old json.RawMessage
		serviceCluster
	}
	if err := input.Args(in, &args, &args.Service); err != nil {
		return nil, err
	}
	service, err := internalService(args.Service)
	if err != nil {
		return nil, err
	}
	old, err := internalService(args.Old)
	if err != nil {
		return nil, err
	}
	asked := numbersOf(service, old)
	allocation, err := args.allocation(asked, old)
	if err != nil {
		return nil, err
	}
	// The store does so for an update without conditions.
	old.ResourceVersion, service.ResourceVersion = "1", "1"
	ctx := requestContext("", old.Namespace)
	err = allocation.BeginUpdate(ctx, service, old)
	if err == nil {
		err = rest.BeforeUpdate(serviceregistry.Strategy, ctx, service, old)
	}
	warnings := func() []string { return serviceregistry.Strategy.WarningsOnUpdate(ctx, service, old) }
	return answerService(allocation, service, asked, warnings, err)
}

// requestContext is that of a request to the version v1 of a group.
func requestContext(group, namespace string) context.Context {
	return genericapirequest.WithRequestInfo(
		genericapirequest.WithNamespace(quiet.Context, namespace),
		&genericapirequest.RequestInfo{APIGroup: group, APIVersion: "v1"})
}

// createSystemFields does what the store does before all else.
func createSystemFields(object metav1.Object, strategy names.NameGenerator) {
	rest.FillObjectMetaSystemFields(object)
	if object.GetGenerateName() != "" && object.GetName() == "" {
		object.SetName(strategy.GenerateName(object.GetGenerateName()))
	}
}

func answerService(
	allocation storage.Allocation, service *core.Service, asked sets.Set[string], warnings func() []string, err error,
) (any, error) {
	if err != nil {
		status := &apierrors.StatusError{}
		if errors.As(err, &status) && apierrors.IsInvalid(err) {
			return serviceAnswer{Refusals: refusalsOf(status.ErrStatus.Details.Causes), Warnings: []string{}}, nil
		}
		return serviceAnswer{Refusals: []apiserver.Refusal{{"", "", err.Error()}}, Warnings: []string{}, Internal: true}, nil
	}
	answer := serviceAnswer{Refusals: []apiserver.Refusal{}, Warnings: append([]string{}, warnings()...)}
	allocation.DefaultOnRead(service)
	stored := &v1.Service{}
	if err := legacyscheme.Scheme.Convert(service, stored, nil); err != nil {
		return nil, err
	}
	stored.ObjectMeta = metav1.ObjectMeta{}
	answer.Service, err = withoutDrawn(stored, asked)
	return answer, err
}

func refusalsOf(causes []metav1.StatusCause) []apiserver.Refusal {
	refusals := []apiserver.Refusal{}
	for _, cause := range causes {
		refusals = append(refusals, apiserver.Refusal{wire.ErrorType(cause.Type), cause.Field, cause.Message})
	}
	return refusals
}

// numbersOf are all addresses and ports that a request names.
func numbersOf(services ...*core.Service) sets.Set[string] {
	numbers := sets.New("", "0")
	for _, service := range services {
		numbers.Insert(service.Spec.ClusterIP, fmt.Sprint(service.Spec.HealthCheckNodePort))
		numbers.Insert(service.Spec.ClusterIPs...)
		for _, port := range service.Spec.Ports {
			numbers.Insert(fmt.Sprint(port.NodePort))
		}
	}
	return numbers
}

// withoutDrawn replaces numbers that the server has drawn: an address by its family, a port by a negative number,
// which is the same for ports that share it.
func withoutDrawn(service *v1.Service, asked sets.Set[string]) (*v1.Service, error) {
	hide := func(ip string) string {
		if asked.Has(ip) {
			return ip
		}
		if net.ParseIP(ip).To4() != nil {
			return "IPv4"
		}
		return "IPv6"
	}
	service.Spec.ClusterIP = hide(service.Spec.ClusterIP)
	for i, ip := range service.Spec.ClusterIPs {
		service.Spec.ClusterIPs[i] = hide(ip)
	}
	drawn := map[int32]int32{}
	for i := range service.Spec.Ports {
		port := &service.Spec.Ports[i].NodePort
		if !asked.Has(fmt.Sprint(*port)) {
			if drawn[*port] == 0 {
				drawn[*port] = int32(-1 - len(drawn))
			}
			*port = drawn[*port]
		}
	}
	if !asked.Has(fmt.Sprint(service.Spec.HealthCheckNodePort)) {
		service.Spec.HealthCheckNodePort = -1
	}
	return service, nil
}

// serviceValidate asks for the validation of an EndpointSlice or of a Service.
func serviceValidate(in json.RawMessage) (any, error) {
	var args struct {
		Slice, Service, Old json.RawMessage
		serviceCluster
	}
	if err := input.Parameters(in, &args); err != nil {
		return nil, err
	}
	if args.Service != nil {
		return checkService(args.Service, args.Old)
	}
	slice, err := internalSlice(args.Slice)
	if err != nil {
		return nil, err
	}
	if args.Old == nil {
		ctx := requestContext(discovery.GroupName, slice.Namespace)
		createSystemFields(slice, sliceregistry.Strategy)
		return answerSlice(rest.BeforeCreate(sliceregistry.Strategy, ctx, slice),
			func() []string { return sliceregistry.Strategy.WarningsOnCreate(ctx, slice) })
	}
	old, err := internalSlice(args.Old)
	if err != nil {
		return nil, err
	}
	old.ResourceVersion, slice.ResourceVersion = "1", "1"
	ctx := requestContext(discovery.GroupName, old.Namespace)
	return answerSlice(rest.BeforeUpdate(sliceregistry.Strategy, ctx, slice, old),
		func() []string { return sliceregistry.Strategy.WarningsOnUpdate(ctx, slice, old) })
}

func internalSlice(raw json.RawMessage) (*discovery.EndpointSlice, error) {
	slice, internal := &discoveryv1.EndpointSlice{}, &discovery.EndpointSlice{}
	if err := input.Decode(raw, endpointSliceKind, slice); err != nil {
		return nil, err
	}
	legacyscheme.Scheme.Default(slice)
	return internal, legacyscheme.Scheme.Convert(slice, internal, nil)
}

func answerSlice(err error, warnings func() []string) (any, error) {
	answer := serviceAnswer{Refusals: []apiserver.Refusal{}, Warnings: []string{}}
	status := &apierrors.StatusError{}
	switch {
	case err == nil:
		answer.Warnings = append(answer.Warnings, warnings()...)
	case errors.As(err, &status) && status.ErrStatus.Details != nil:
		answer.Refusals = refusalsOf(status.ErrStatus.Details.Causes)
	default:
		return nil, err
	}
	return answer, nil
}

// checkService validates a Service as it is: it gets defaults, but no addresses and ports.
func checkService(raw, rawOld json.RawMessage) (any, error) {
	service, err := internalService(raw)
	if err != nil {
		return nil, err
	}
	var old *core.Service
	var found field.ErrorList
	if rawOld == nil {
		found = validation.ValidateServiceCreate(service)
	} else {
		old, err = internalService(rawOld)
		if err != nil {
			return nil, err
		}
		old.ResourceVersion, service.ResourceVersion = "1", "1"
		found = validation.ValidateServiceUpdate(service, old)
	}
	refusals := apiserver.Refusals(found)
	warnings := append([]string{}, apiservice.GetWarningsForService(service, old)...)
	return serviceAnswer{Refusals: refusals, Warnings: warnings}, nil
}
