package config

import (
	"context"
	"encoding/json"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	podutil "k8s.io/kubernetes/pkg/api/v1/pod"
	api "k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/registry/core/configmap"
	"k8s.io/kubernetes/pkg/registry/core/secret"

	"kubesem/oracle/kubernetes/apiserver"
	"kubesem/oracle/kubernetes/input"
	"kubesem/oracle/wire"
)

// storedConfig is a ConfigMap or Secret with how it is stored.
type storedConfig struct {
	strategy interface {
		rest.RESTCreateStrategy
		rest.RESTUpdateStrategy
	}
	object interface {
		runtime.Object
		metav1.Object
	}
}

// configValidate asks what the API server says to a ConfigMap or Secret: to a new one, or to one that replaces an old one.
func configValidate(in json.RawMessage) (any, error) {
	var args struct{ Object, Old json.RawMessage }
	if err := input.Args(in, &args, &args.Object); err != nil {
		return nil, err
	}
	made, err := readConfig(args.Object, "default")
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	refusals := []apiserver.Refusal{}
	add := func(kind, field, detail string) { refusals = append(refusals, apiserver.Refusal{kind, field, detail}) }
	if args.Old == nil {
		if made.object.GetName() == "" && made.object.GetGenerateName() != "" {
			made.object.SetName(made.strategy.GenerateName(made.object.GetGenerateName()))
		}
		made.strategy.PrepareForCreate(ctx, made.object)
		for _, err := range made.strategy.Validate(ctx, made.object) {
			add(wire.ErrorType(err.Type), err.Field, err.Detail)
		}
		return map[string]any{"refusals": refusals}, nil
	}
	old, err := readConfig(args.Old, "default")
	if err != nil {
		return nil, err
	}
	if made, err = readConfig(args.Object, old.object.GetNamespace()); err != nil {
		return nil, err
	}
	made.strategy.PrepareForUpdate(ctx, made.object, old.object)
	for _, err := range made.strategy.ValidateUpdate(ctx, made.object, old.object) {
		add(wire.ErrorType(err.Type), err.Field, err.Detail)
	}
	return map[string]any{"refusals": refusals}, nil
}

// readConfig decodes an object as the API server does. One without a namespace is in that of the request.
func readConfig(raw json.RawMessage, namespace string) (made storedConfig, err error) {
	var kind struct{ Kind string }
	if err := json.Unmarshal(raw, &kind); err != nil {
		return made, &wire.Error{Class: "Decode", Message: err.Error()}
	}
	var versioned runtime.Object = &v1.ConfigMap{}
	internal := &api.ConfigMap{}
	made = storedConfig{configmap.Strategy, internal}
	if kind.Kind == "Secret" {
		internal := &api.Secret{}
		versioned, made = &v1.Secret{}, storedConfig{secret.Strategy, internal}
	}
	if err := input.Decode(raw, v1.SchemeGroupVersion.WithKind(kind.Kind), versioned); err != nil {
		return made, err
	}
	legacyscheme.Scheme.Default(versioned)
	if err := legacyscheme.Scheme.Convert(versioned, made.object, nil); err != nil {
		return made, err
	}
	if made.object.GetNamespace() == "" {
		made.object.SetNamespace(namespace)
	}
	return made, nil
}

// configReferences asks for the names of ConfigMaps and Secrets in a Pod.
func configReferences(in json.RawMessage) (any, error) {
	var args struct{ Pod json.RawMessage }
	pod := &v1.Pod{}
	if err := input.Pod(in, &args, &args.Pod, pod); err != nil {
		return nil, err
	}
	configMaps, secrets := []string{}, []string{}
	podutil.VisitPodConfigmapNames(pod, func(name string) bool {
		configMaps = append(configMaps, name)
		return true
	})
	podutil.VisitPodSecretNames(pod, func(name string) bool {
		secrets = append(secrets, name)
		return true
	})
	return map[string]any{"configMaps": configMaps, "secrets": secrets}, nil
}
