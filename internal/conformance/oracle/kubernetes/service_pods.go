package main

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"github.com/go-logr/logr"
	v1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/fake"
	corelisters "k8s.io/client-go/listers/core/v1"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/record"
	"k8s.io/endpointslice"
	endpointsliceutil "k8s.io/endpointslice/util"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
)

// podEndpoint is a Pod that has become an endpoint.
type podEndpoint struct {
	Pod      string                     `json:"pod"`
	Family   discoveryv1.AddressType    `json:"family"`
	Endpoint discoveryv1.Endpoint       `json:"endpoint"`
	Ports    []discoveryv1.EndpointPort `json:"ports"`
}

// servicePods asks which Pods of a cluster become endpoints of a Service. Names of Pods are unique.
func servicePods(in json.RawMessage) (any, error) {
	var args struct {
		Service     json.RawMessage
		Pods, Nodes []json.RawMessage
	}
	if err := readArgs(in, &args, &args.Service); err != nil {
		return nil, err
	}
	service, err := decodeService(args.Service)
	if err != nil {
		return nil, err
	}
	legacyscheme.Scheme.Default(service)
	// Storing drops an empty selector.
	stored, err := json.Marshal(service)
	if err != nil {
		return nil, err
	}
	if service, err = decodeService(stored); err != nil {
		return nil, err
	}
	// What the controller does before it asks the reconciler.
	selected := []*v1.Pod{}
	names := []string{}
	handled := service.Spec.Type != v1.ServiceTypeExternalName && service.Spec.Selector != nil
	selector := labels.Set(service.Spec.Selector).AsSelectorPreValidated()
	for _, raw := range args.Pods {
		pod := &v1.Pod{}
		if err := decode(raw, podKind, pod); err != nil {
			return nil, err
		}
		legacyscheme.Scheme.Default(pod)
		if handled && pod.Namespace == service.Namespace && selector.Matches(labels.Set(pod.Labels)) {
			selected = append(selected, pod)
			names = append(names, pod.Name)
		}
	}
	nodes := cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{})
	for _, raw := range args.Nodes {
		node := &v1.Node{}
		if err := decode(raw, nodeKind, node); err != nil {
			return nil, err
		}
		if err := nodes.Add(node); err != nil {
			return nil, err
		}
	}
	endpoints := []podEndpoint{}
	client := &fake.Clientset{}
	client.AddReactor("create", "endpointslices", func(action clienttesting.Action) (bool, runtime.Object, error) {
		slice := action.(clienttesting.CreateAction).GetObject().(*discoveryv1.EndpointSlice)
		for _, endpoint := range slice.Endpoints {
			endpoints = append(endpoints, podEndpoint{endpoint.TargetRef.Name, slice.AddressType, endpoint, slice.Ports})
		}
		return true, slice, nil
	})
	var retried bool
	if handled {
		reconciler := endpointslice.NewReconciler(
			client, corelisters.NewNodeLister(nodes), 1000, endpointsliceutil.NewEndpointSliceTracker(), nil,
			record.NewFakeRecorder(100), "endpointslice-controller.k8s.io",
			endpointslice.WithPreferSameTrafficDistributionEnabled(true))
		retried = reconciler.Reconcile(logr.Discard(), service, selected, nil, time.Time{}) != nil
	}
	slices.SortFunc(endpoints, func(a, b podEndpoint) int {
		return cmp.Or(cmp.Compare(a.Pod, b.Pod), cmp.Compare(a.Family, b.Family))
	})
	return map[string]any{"selected": names, "endpoints": endpoints, "retried": retried}, nil
}
