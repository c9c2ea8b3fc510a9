package service

import (
	"encoding/json"
	"net"
	"strconv"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilnet "k8s.io/apimachinery/pkg/util/net"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/endpointslice"
	"k8s.io/kubectl/pkg/cmd/portforward"
	kubectl "k8s.io/kubectl/pkg/util"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/apis/discovery"
	_ "k8s.io/kubernetes/pkg/apis/discovery/install"
	"k8s.io/kubernetes/pkg/printers"
	"k8s.io/kubernetes/pkg/registry/core/service/ipallocator"
	"k8s.io/kubernetes/pkg/registry/core/service/portallocator"

	"kubesem/oracle/kubernetes/apiserver"
	"kubesem/oracle/kubernetes/clock"
	"kubesem/oracle/kubernetes/input"
	"kubesem/oracle/wire"
)

var (
	serviceKind       = v1.SchemeGroupVersion.WithKind("Service")
	endpointsKind     = v1.SchemeGroupVersion.WithKind("Endpoints")
	endpointSliceKind = discoveryv1.SchemeGroupVersion.WithKind("EndpointSlice")
)

func decodeService(raw json.RawMessage) (*v1.Service, error) {
	service := &v1.Service{}
	return service, input.Decode(raw, serviceKind, service)
}

// serviceBands asks for the bands of node ports, or of the addresses of a range.
func serviceBands(in json.RawMessage) (any, error) {
	var args struct {
		NodePortRange *string
		CIDR          *string `json:"cidr"`
	}
	if err := input.Parameters(in, &args); err != nil {
		return nil, err
	}
	if args.CIDR == nil {
		ports, err := utilnet.ParsePortRange(*args.NodePortRange)
		if err != nil {
			return nil, &wire.Error{Class: "Range", Message: err.Error()}
		}
		offset := portallocator.CalculateRangeOffset(*ports)
		return []int{ports.Base, ports.Base + offset, ports.Base + ports.Size - 1}, nil
	}
	_, cidr, err := net.ParseCIDR(*args.CIDR)
	if err != nil {
		return nil, &wire.Error{Class: "CIDR", Message: err.Error()}
	}
	client := &fake.Clientset{}
	addresses := informers.NewSharedInformerFactory(client, 0).Networking().V1().IPAddresses()
	allocator, err := ipallocator.NewIPAllocator(cidr, client.NetworkingV1(), addresses)
	if err != nil {
		return nil, &wire.Error{Class: "CIDR", Message: err.Error()}
	}
	return allocator.Bands(), nil
}

// serviceTargetPort asks which port of a Pod a port of a Service means, or what kubectl forwards to.
func serviceTargetPort(in json.RawMessage) (any, error) {
	var args struct {
		Service, Pod json.RawMessage
		// Of FindPort: an index of the ports. Of kubectl: a number or name.
		Index *int
		Port  *int32
		Name  *string
	}
	pod := &v1.Pod{}
	if err := input.Pod(in, &args, &args.Pod, pod); err != nil {
		return nil, err
	}
	service, err := decodeService(args.Service)
	if err != nil {
		return nil, err
	}
	legacyscheme.Scheme.Default(pod)
	if args.Index != nil {
		legacyscheme.Scheme.Default(service)
		port, err := endpointslice.FindPort(pod, &service.Spec.Ports[*args.Index])
		if err != nil {
			return nil, &wire.Error{Class: "Port", Message: err.Error()}
		}
		return port, nil
	}
	port, asked := args.Port, ""
	if port != nil {
		asked = strconv.Itoa(int(*port))
	} else {
		asked = *args.Name
	}
	// Other errors are those of the lookup below.
	if err := portforward.CheckUDPPortInService([]string{asked}, service); err != nil && strings.HasPrefix(err.Error(), "UDP protocol") {
		return nil, &wire.Error{Class: "UDP", Message: err.Error()}
	}
	if port == nil {
		named, err := kubectl.LookupServicePortNumberByName(*service, *args.Name)
		if err != nil {
			return nil, &wire.Error{Class: "Name", Message: err.Error()}
		}
		port = &named
	}
	found, err := kubectl.LookupContainerPortNumberByServicePort(*service, *pod, *port)
	if err != nil {
		return nil, &wire.Error{Class: "Port", Message: err.Error()}
	}
	return found, nil
}

// serviceColumns asks for the cells of kubectl get, wide and not.
func serviceColumns(in json.RawMessage) (any, error) {
	var args struct {
		Service, Slice, Endpoints json.RawMessage
		Now                       time.Time
	}
	if err := input.Parameters(in, &args); err != nil {
		return nil, err
	}
	var object, internal runtime.Object = &v1.Service{}, &core.Service{}
	raw, kind := args.Service, serviceKind
	switch {
	case args.Slice != nil:
		raw, kind, object, internal = args.Slice, endpointSliceKind, &discoveryv1.EndpointSlice{}, &discovery.EndpointSlice{}
	case args.Endpoints != nil:
		raw, kind, object, internal = args.Endpoints, endpointsKind, &v1.Endpoints{}, &core.Endpoints{}
	}
	if err := input.Decode(raw, kind, object); err != nil {
		return nil, err
	}
	legacyscheme.Scheme.Default(object)
	if err := legacyscheme.Scheme.Convert(object, internal, nil); err != nil {
		return nil, err
	}
	cells := [][]any{}
	var failed error
	clock.At(args.Now, func() {
		for _, wide := range []bool{false, true} {
			table, err := apiserver.Tables.GenerateTable(internal, printers.GenerateOptions{Wide: wide})
			if err != nil {
				failed = err
				return
			}
			cells = append(cells, table.Rows[0].Cells)
		}
	})
	return cells, failed
}
