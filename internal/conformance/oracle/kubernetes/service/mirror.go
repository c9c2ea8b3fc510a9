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
	"k8s.io/kubernetes/pkg/controller/endpointslicemirroring"

	"kubesem/oracle/kubernetes/input"
)

// written is what a controller writes.
type written struct {
	Create []*discoveryv1.EndpointSlice `json:"create"`
	Update []*discoveryv1.EndpointSlice `json:"update"`
	Delete []string                     `json:"delete"`
	Events []string                     `json:"events"`
}

// recordSlices collects slices as the API server stores them: its protobuf has no empty lists.
func recordSlices(client *fake.Clientset) *written {
	writes := &written{[]*discoveryv1.EndpointSlice{}, []*discoveryv1.EndpointSlice{}, []string{}, []string{}}
	client.AddReactor("*", "endpointslices", func(action clienttesting.Action) (bool, runtime.Object, error) {
		switch action.GetVerb() {
		case "create":
			object := action.(clienttesting.CreateAction).GetObject()
			stored, err := storedSlice(object)
			writes.Create = append(writes.Create, stored)
			return true, object, err
		case "update":
			object := action.(clienttesting.UpdateAction).GetObject()
			stored, err := storedSlice(object)
			writes.Update = append(writes.Update, stored)
			return true, object, err
		default:
			writes.Delete = append(writes.Delete, action.(clienttesting.DeleteAction).GetName())
			return true, &discoveryv1.EndpointSlice{}, nil
		}
	})
	return writes
}

func storedSlice(object runtime.Object) (*discoveryv1.EndpointSlice, error) {
	stored := &discoveryv1.EndpointSlice{}
	bytes, err := object.(*discoveryv1.EndpointSlice).Marshal()
	if err != nil {
		return nil, err
	}
	return stored, stored.Unmarshal(bytes)
}

// takeEvents returns the events of a recorder.
func takeEvents(recorder *record.FakeRecorder) []string {
	close(recorder.Events)
	events := []string{}
	for event := range recorder.Events {
		events = append(events, event)
	}
	return events
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
	writes := recordSlices(client)
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
	writes.Events = takeEvents(recorder)
	return writes, nil
}
