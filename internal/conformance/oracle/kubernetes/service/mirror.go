package service

import (
	"context"
	"encoding/json"
	"errors"

	v1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/client-go/tools/record"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/controller/endpointslicemirroring"

	"kubesem/oracle/kubernetes/input"
)

var endpointsKind = v1.SchemeGroupVersion.WithKind("Endpoints")

// recordSlices collects what a controller writes.
func recordSlices(client *fake.Clientset) (created, updated *[]runtime.Object, deleted *[]string) {
	created, updated, deleted = &[]runtime.Object{}, &[]runtime.Object{}, &[]string{}
	client.AddReactor("*", "endpointslices", func(action clienttesting.Action) (bool, runtime.Object, error) {
		switch action.GetVerb() {
		case "create":
			object := action.(clienttesting.CreateAction).GetObject()
			*created = append(*created, object)
			return true, object, nil
		case "update":
			object := action.(clienttesting.UpdateAction).GetObject()
			*updated = append(*updated, object)
			return true, object, nil
		default:
			*deleted = append(*deleted, action.(clienttesting.DeleteAction).GetName())
			return true, &discoveryv1.EndpointSlice{}, nil
		}
	})
	return
}

// serviceMirror asks what the mirroring controller writes for Endpoints.
func serviceMirror(in json.RawMessage) (any, error) {
	var args struct {
		Service, Endpoints json.RawMessage
		Existing           []json.RawMessage
		Max                int32
	}
	if err := input.Args(in, &args, &args.Endpoints); err != nil {
		return nil, err
	}
	if args.Max < 1 || args.Max > 1000 {
		return nil, errors.New("the controller accepts 1 to 1000 addresses of a subset")
	}
	all, err := readDefaulted([]json.RawMessage{args.Endpoints}, endpointsKind, func() *v1.Endpoints { return &v1.Endpoints{} })
	if err != nil {
		return nil, err
	}
	slices, err := readSlices(args.Existing)
	if err != nil {
		return nil, err
	}
	client := &fake.Clientset{}
	created, updated, deleted := recordSlices(client)
	factory := informers.NewSharedInformerFactory(client, 0)
	core, discovery := factory.Core().V1(), factory.Discovery().V1()
	if len(args.Service) > 0 && string(args.Service) != "null" {
		service, err := readStoredService(args.Service)
		if err != nil {
			return nil, err
		}
		if err := core.Services().Informer().GetStore().Add(service); err != nil {
			return nil, err
		}
	}
	endpoints := all[0]
	if err := core.Endpoints().Informer().GetStore().Add(endpoints); err != nil {
		return nil, err
	}
	for _, slice := range slices {
		if err := discovery.EndpointSlices().Informer().GetStore().Add(slice); err != nil {
			return nil, err
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	controller := endpointslicemirroring.NewController(
		ctx, core.Endpoints(), discovery.EndpointSlices(), core.Services(), args.Max, client, 0)
	defer controller.Close()
	recorder := record.NewFakeRecorder(10)
	if err := controller.Sync(ctx, endpoints.Namespace+"/"+endpoints.Name, recorder); err != nil {
		return nil, err
	}
	close(recorder.Events)
	events := []string{}
	for event := range recorder.Events {
		events = append(events, event)
	}
	return map[string]any{"create": *created, "update": *updated, "delete": *deleted, "events": events}, nil
}
