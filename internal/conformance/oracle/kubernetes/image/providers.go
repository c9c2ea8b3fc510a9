package image

import (
	"encoding/json"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/cli-runtime/pkg/genericiooptions"
	"k8s.io/kubectl/pkg/cmd/create"
	cmdutil "k8s.io/kubectl/pkg/cmd/util"
	"k8s.io/kubernetes/pkg/credentialprovider/plugin"

	"kubesem/oracle/wire"
)

type fieldError struct {
	Type  string `json:"type"`
	Field string `json:"field"`
}

func fieldErrors(list field.ErrorList) []fieldError {
	errors := []fieldError{}
	for _, err := range list {
		errors = append(errors, fieldError{wire.ErrorType(err.Type), err.Field})
	}
	return errors
}

// matchingProviders validates a kubelet's CredentialProviderConfig, and finds the providers that
// match an image.
func matchingProviders(in json.RawMessage) (any, error) {
	var args struct {
		Config json.RawMessage
		Image  wire.Text
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	config, err := plugin.DecodeConfig(args.Config)
	if err != nil {
		return nil, &wire.Error{Class: "Decode", Message: err.Error()}
	}
	matching := []string{}
	for _, provider := range config.Providers {
		if plugin.IsImageAllowed(provider.MatchImages, string(args.Image)) {
			matching = append(matching, provider.Name)
		}
	}
	return map[string]any{
		"errors":   fieldErrors(plugin.ValidateConfig(config, true)),
		"matching": matching,
	}, nil
}

// dockerSecret asks kubectl for the Secret that it would create.
func dockerSecret(in json.RawMessage) (any, error) {
	var args struct{ Name, Namespace, Server, Username, Password, Email *string }
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	options := create.NewSecretDockerRegistryOptions(genericiooptions.NewTestIOStreamsDiscard())
	for given, option := range map[*string]*string{
		args.Name: &options.Name, args.Server: &options.Server, args.Username: &options.Username,
		args.Password: &options.Password, args.Email: &options.Email, args.Namespace: &options.Namespace,
	} {
		if given != nil {
			*option = *given
		}
	}
	options.EnforceNamespace = args.Namespace != nil
	options.DryRunStrategy = cmdutil.DryRunClient
	var created *v1.Secret
	options.PrintObj = func(object runtime.Object) error {
		created = object.(*v1.Secret)
		return nil
	}
	if err := options.Validate(); err != nil {
		return nil, &wire.Error{Class: "Required", Message: err.Error()}
	}
	if err := options.Run(); err != nil {
		return nil, err
	}
	data := map[string]string{}
	for key, value := range created.Data {
		data[key] = string(value)
	}
	return map[string]any{
		"name": created.Name, "namespace": created.Namespace, "type": created.Type, "data": data,
	}, nil
}
