package service

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/go-logr/logr"
	v1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	corelisters "k8s.io/client-go/listers/core/v1"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/record"
	"k8s.io/endpointslice"
	"k8s.io/endpointslice/topologycache"
	endpointsliceutil "k8s.io/endpointslice/util"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/controller/endpoint"

	"kubesem/oracle/kubernetes/input"
)

const sliceController = "endpointslice-controller.k8s.io"

// readStoredService reads a Service as it is stored: with defaults, and without an empty selector.
func readStoredService(raw json.RawMessage) (*v1.Service, error) {
	service, err := decodeService(raw)
	if err != nil {
		return nil, err
	}
	legacyscheme.Scheme.Default(service)
	stored, err := json.Marshal(service)
	if err != nil {
		return nil, err
	}
	return decodeService(stored)
}

// handlesService reports whether the controllers make endpoints for a Service.
func handlesService(service *v1.Service) bool {
	return service.Spec.Type != v1.ServiceTypeExternalName && service.Spec.Selector != nil
}

// selectedPods are the Pods that the controllers list for a Service.
func selectedPods(service *v1.Service, pods []*v1.Pod) []*v1.Pod {
	selector := labels.SelectorFromSet(service.Spec.Selector)
	return slices.DeleteFunc(slices.Clone(pods), func(pod *v1.Pod) bool {
		return pod.Namespace != service.Namespace || !selector.Matches(labels.Set(pod.Labels))
	})
}

func listerOf(nodes []*v1.Node) (corelisters.NodeLister, error) {
	indexer := cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{})
	for _, node := range nodes {
		if err := indexer.Add(node); err != nil {
			return nil, err
		}
	}
	return corelisters.NewNodeLister(indexer), nil
}

// readDefaulted decodes objects and applies the defaults of the API server.
func readDefaulted[T runtime.Object](raws []json.RawMessage, kind schema.GroupVersionKind, empty func() T) ([]T, error) {
	objects := []T{}
	err := input.FillStore(raws, kind, func(object any) error {
		legacyscheme.Scheme.Default(object.(T))
		objects = append(objects, object.(T))
		return nil
	}, empty)
	return objects, err
}

func readPods(raws []json.RawMessage) ([]*v1.Pod, error) {
	return readDefaulted(raws, input.PodKind, func() *v1.Pod { return &v1.Pod{} })
}

func readNodes(raws []json.RawMessage) ([]*v1.Node, error) {
	return readDefaulted(raws, input.NodeKind, func() *v1.Node { return &v1.Node{} })
}

func readSlices(raws []json.RawMessage) ([]*discoveryv1.EndpointSlice, error) {
	slices, err := readDefaulted(raws, endpointSliceKind, func() *discoveryv1.EndpointSlice { return &discoveryv1.EndpointSlice{} })
	for _, slice := range slices {
		// An informer leaves it out.
		slice.TypeMeta = metav1.TypeMeta{}
	}
	return slices, err
}

// controllerArgs are the objects that a controller reads.
type controllerArgs struct {
	Service     json.RawMessage
	Pods, Nodes []json.RawMessage
}

func (args *controllerArgs) read() (service *v1.Service, pods []*v1.Pod, nodes []*v1.Node, err error) {
	if service, err = readStoredService(args.Service); err != nil {
		return
	}
	if pods, err = readPods(args.Pods); err != nil {
		return
	}
	nodes, err = readNodes(args.Nodes)
	return
}

// serviceSlices asks what the controller writes for a Service, whose Pods and slices it selects first.
func serviceSlices(in json.RawMessage) (any, error) {
	var args struct {
		controllerArgs
		Existing []json.RawMessage
		Max      int32
	}
	if err := input.Args(in, &args, &args.Service); err != nil {
		return nil, err
	}
	if args.Max < 1 || args.Max > 1000 {
		return nil, errors.New("the controller accepts 1 to 1000 endpoints in a slice")
	}
	service, pods, nodes, err := args.read()
	if err != nil {
		return nil, err
	}
	slices, err := readSlices(args.Existing)
	if err != nil {
		return nil, err
	}
	client := &fake.Clientset{}
	writes := recordSlices(client)
	answer := func(failed error) any {
		return map[string]any{
			"create": writes.Create, "update": writes.Update, "delete": writes.Delete, "events": writes.Events, "retried": failed != nil,
		}
	}
	if !handlesService(service) {
		return answer(nil), nil
	}
	own := labels.Set{discoveryv1.LabelServiceName: service.Name, discoveryv1.LabelManagedBy: sliceController}
	existing := []*discoveryv1.EndpointSlice{}
	for _, slice := range slices {
		if slice.Namespace == service.Namespace && slice.DeletionTimestamp == nil &&
			own.AsSelectorPreValidated().Matches(labels.Set(slice.Labels)) {
			existing = append(existing, slice)
		}
	}
	lister, err := listerOf(nodes)
	if err != nil {
		return nil, err
	}
	topology := topologycache.NewTopologyCache()
	topology.SetNodes(logr.Discard(), nodes)
	recorder := record.NewFakeRecorder(100)
	reconciler := endpointslice.NewReconciler(
		client, lister, args.Max, endpointsliceutil.NewEndpointSliceTracker(),
		topology, recorder, sliceController, endpointslice.WithPreferSameTrafficDistributionEnabled(true))
	failed := reconciler.Reconcile(logr.Discard(), service, selectedPods(service, pods), existing, time.Time{})
	writes.Events = takeEvents(recorder)
	return answer(failed), nil
}

// serviceEndpoints asks for the Endpoints that the controller writes; null if it writes none.
func serviceEndpoints(in json.RawMessage) (any, error) {
	var args controllerArgs
	if err := input.Args(in, &args, &args.Service); err != nil {
		return nil, err
	}
	service, pods, _, err := args.read()
	if err != nil {
		return nil, err
	}
	var written runtime.Object
	client := &fake.Clientset{}
	client.AddReactor("create", "endpoints", func(action clienttesting.Action) (bool, runtime.Object, error) {
		written = action.(clienttesting.CreateAction).GetObject()
		return true, written, nil
	})
	factory := informers.NewSharedInformerFactory(client, 0).Core().V1()
	for _, pod := range pods {
		if err := factory.Pods().Informer().GetStore().Add(pod); err != nil {
			return nil, err
		}
	}
	if err := factory.Services().Informer().GetStore().Add(service); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	controller := endpoint.NewEndpointController(ctx, factory.Pods(), factory.Services(), factory.Endpoints(), client, 0)
	defer controller.Close()
	if err := controller.Sync(ctx, service.Namespace+"/"+service.Name); err != nil {
		return nil, err
	}
	return written, nil
}
