package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	flowcontrolv1 "k8s.io/api/flowcontrol/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/apis/flowcontrol/bootstrap"
	apirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/client-go/kubernetes/fake"
	listers "k8s.io/client-go/listers/flowcontrol/v1"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/client-go/tools/cache"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/flowcontrol"
	_ "k8s.io/kubernetes/pkg/apis/flowcontrol/install"
	"k8s.io/kubernetes/pkg/registry/flowcontrol/flowschema"
	"k8s.io/kubernetes/pkg/registry/flowcontrol/prioritylevelconfiguration"
	flowcontrolrest "k8s.io/kubernetes/pkg/registry/flowcontrol/rest"

	"kubesem/oracle/wire"
)

var objectOps = map[string]wire.Op{
	"apf.defaults":    defaults,
	"apf.validate":    validate,
	"apf.bootstrap":   bootstrapObjects,
	"apf.maintenance": maintenance,
}

var (
	schemaKind = flowcontrolv1.SchemeGroupVersion.WithKind("FlowSchema")
	levelKind  = flowcontrolv1.SchemeGroupVersion.WithKind("PriorityLevelConfiguration")

	// serializer is how the API server reads a request in JSON: unknown fields are ignored.
	serializer = jsonSerializer()
)

func jsonSerializer() runtime.Serializer {
	info, _ := runtime.SerializerInfoForMediaType(
		legacyscheme.Codecs.SupportedMediaTypes(), runtime.ContentTypeJSON)
	return info.Serializer
}

// decodeAll reads objects of one kind as they are stored: nothing is defaulted.
func decodeAll[T any, P interface {
	*T
	runtime.Object
}](raws []json.RawMessage, kind schema.GroupVersionKind) ([]P, error) {
	objects := make([]P, len(raws))
	for i, raw := range raws {
		objects[i] = P(new(T))
		if _, _, err := serializer.Decode(raw, &kind, objects[i]); err != nil {
			return nil, &wire.Error{Class: "Decode", Message: err.Error()}
		}
	}
	return objects, nil
}

// decodeRequest reads an object of any version as a request to create it: defaulted, and converted.
func decodeRequest(raw json.RawMessage) (runtime.Object, schema.GroupVersionKind, error) {
	versioned, kind, err := serializer.Decode(raw, nil, nil)
	if err != nil {
		return nil, schema.GroupVersionKind{}, &wire.Error{Class: "Decode", Message: err.Error()}
	}
	legacyscheme.Scheme.Default(versioned)
	internal, err := legacyscheme.Scheme.ConvertToVersion(versioned, flowcontrol.SchemeGroupVersion)
	if err != nil {
		return nil, schema.GroupVersionKind{}, &wire.Error{Class: "Decode", Message: err.Error()}
	}
	return internal, *kind, nil
}

// defaults answers an object of any version as v1 stores it.
func defaults(in json.RawMessage) (any, error) {
	var args struct{ Object json.RawMessage }
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	internal, _, err := decodeRequest(args.Object)
	if err != nil {
		return nil, err
	}
	return legacyscheme.Scheme.ConvertToVersion(internal, flowcontrolv1.SchemeGroupVersion)
}

type fieldError struct {
	Type   string `json:"type"`
	Field  string `json:"field"`
	Detail string `json:"detail"`
}

// validate returns the errors of a request to create the object.
func validate(in json.RawMessage) (any, error) {
	var args struct{ Object json.RawMessage }
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	internal, kind, err := decodeRequest(args.Object)
	if err != nil {
		return nil, err
	}
	ctx := apirequest.WithRequestInfo(context.Background(), &apirequest.RequestInfo{
		IsResourceRequest: true, Verb: "create", APIGroup: kind.Group, APIVersion: kind.Version,
	})
	var strategy rest.RESTCreateStrategy
	switch internal.(type) {
	case *flowcontrol.FlowSchema:
		strategy = flowschema.Strategy
	case *flowcontrol.PriorityLevelConfiguration:
		strategy = prioritylevelconfiguration.Strategy
	default:
		return nil, fmt.Errorf("expected a FlowSchema or a PriorityLevelConfiguration, got %v", kind)
	}
	// The store makes a missing name before it validates.
	if object, err := meta.Accessor(internal); err != nil {
		return nil, err
	} else if object.GetName() == "" && object.GetGenerateName() != "" {
		object.SetName(strategy.GenerateName(object.GetGenerateName()))
	}
	strategy.PrepareForCreate(ctx, internal)
	errs := rest.ValidateCreate(ctx, internal, strategy)
	answers := make([]fieldError, len(errs))
	for i, err := range errs {
		answers[i] = fieldError{wire.ErrorType(err.Type), err.Field, detail(err)}
	}
	return answers, nil
}

func detail(err *field.Error) string { return err.Detail }

// bootstrapObjects answers the objects that the API server maintains, in the order it does.
func bootstrapObjects(json.RawMessage) (any, error) {
	return map[string]any{
		"mandatoryPriorityLevels": bootstrap.MandatoryPriorityLevelConfigurations,
		"mandatoryFlowSchemas":    bootstrap.MandatoryFlowSchemas,
		"suggestedPriorityLevels": bootstrap.SuggestedPriorityLevelConfigurations,
		"suggestedFlowSchemas":    bootstrap.SuggestedFlowSchemas,
	}, nil
}

type action struct {
	Verb     string `json:"verb"`
	Resource string `json:"resource"`
	Name     string `json:"name"`
	Object   any    `json:"object,omitempty"`
}

// maintenance answers what one round of the maintenance does to the objects that exist.
func maintenance(in json.RawMessage) (any, error) {
	var args struct{ PriorityLevels, FlowSchemas []json.RawMessage }
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	levels, err := decodeAll[flowcontrolv1.PriorityLevelConfiguration](args.PriorityLevels, levelKind)
	if err != nil {
		return nil, err
	}
	schemas, err := decodeAll[flowcontrolv1.FlowSchema](args.FlowSchemas, schemaKind)
	if err != nil {
		return nil, err
	}
	client := fake.NewSimpleClientset()
	levelIndex, schemaIndex := newIndex(), newIndex()
	for _, level := range levels {
		_ = levelIndex.Add(level)
		_ = client.Tracker().Add(level)
	}
	for _, schema := range schemas {
		_ = schemaIndex.Add(schema)
		_ = client.Tracker().Add(schema)
	}
	client.ClearActions()
	err = flowcontrolrest.Ensure(context.Background(), client.FlowcontrolV1(),
		listers.NewFlowSchemaLister(schemaIndex), listers.NewPriorityLevelConfigurationLister(levelIndex))
	if err != nil {
		return nil, err
	}
	return actionsOf(client.Actions()), nil
}

func newIndex() cache.Indexer {
	return cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{})
}

// actionsOf leaves the order as it is, but for deletions: those come in the order of a map.
func actionsOf(done []clienttesting.Action) []action {
	actions := []action{}
	for _, one := range done {
		answer := action{Verb: one.GetVerb(), Resource: one.GetResource().Resource}
		switch one := one.(type) {
		case clienttesting.DeleteAction:
			answer.Name = one.GetName()
		case clienttesting.CreateAction: // an update has the same method
			answer.Object = one.GetObject()
			answer.Name = nameOf(one.GetObject())
		}
		actions = append(actions, answer)
	}
	slices.SortStableFunc(actions, func(a, b action) int {
		if a.Verb != "delete" || b.Verb != "delete" || a.Resource != b.Resource {
			return 0
		}
		return cmp.Compare(a.Name, b.Name)
	})
	return actions
}

func nameOf(object runtime.Object) string {
	switch object := object.(type) {
	case *flowcontrolv1.FlowSchema:
		return object.Name
	case *flowcontrolv1.PriorityLevelConfiguration:
		return object.Name
	}
	return ""
}
