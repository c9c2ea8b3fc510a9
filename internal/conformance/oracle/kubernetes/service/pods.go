package service

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"github.com/go-logr/logr"
	v1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/fake"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/client-go/tools/record"
	"k8s.io/endpointslice"
	endpointsliceutil "k8s.io/endpointslice/util"

	"kubesem/oracle/kubernetes/input"
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
	var args controllerArgs
	if err := input.Args(in, &args, &args.Service); err != nil {
		return nil, err
	}
	service, pods, nodes, err := args.read()
	if err != nil {
		return nil, err
	}
	lister, err := listerOf(nodes)
	if err != nil {
		return nil, err
	}
	selected := []*v1.Pod{}
	if handlesService(service) {
		selected = selectedPods(service, pods)
	}
	names := []string{}
	for _, pod := range selected {
		names = append(names, pod.Name)
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
	if handlesService(service) {
		reconciler := endpointslice.NewReconciler(
			client, lister, 1000, endpointsliceutil.NewEndpointSliceTracker(), nil,
			record.NewFakeRecorder(100), sliceController,
			endpointslice.WithPreferSameTrafficDistributionEnabled(true))
		retried = reconciler.Reconcile(logr.Discard(), service, selected, nil, time.Time{}) != nil
	}
	slices.SortFunc(endpoints, func(a, b podEndpoint) int {
		return cmp.Or(cmp.Compare(a.Pod, b.Pod), cmp.Compare(a.Family, b.Family))
	})
	return map[string]any{"selected": names, "endpoints": endpoints, "retried": retried}, nil
}
