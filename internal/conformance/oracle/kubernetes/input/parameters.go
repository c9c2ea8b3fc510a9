// Package input reads the parameters of operations and the API objects in them.
package input

import (
	"encoding/json"
	"errors"
	"net"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	netutils "k8s.io/utils/net"

	"kubesem/oracle/wire"
)

// Parameters reads the parameters of an operation.
func Parameters(in json.RawMessage, args any) error {
	if err := wire.CheckExponents(string(in)); err != nil {
		return err
	}
	return wire.DecodeStrict(in, args)
}

// Args reads the parameters of an operation, of which object must be there.
func Args(in json.RawMessage, args any, object *json.RawMessage) error {
	if err := Parameters(in, args); err != nil {
		return err
	}
	if *object == nil {
		return errors.New("expected a pod or a template")
	}
	return nil
}

// Pod reads the parameters of an operation, of which raw is a Pod as it is stored.
func Pod(in json.RawMessage, args any, raw *json.RawMessage, pod *v1.Pod) error {
	if err := Args(in, args, raw); err != nil {
		return err
	}
	return Decode(*raw, PodKind, pod)
}

// TypedArgs reads the parameters of an operation, of which raw is an object of a kind.
func TypedArgs[T runtime.Object](in json.RawMessage, args any, raw *json.RawMessage) (object T, err error) {
	if err := Args(in, args, raw); err != nil {
		return object, err
	}
	decoded, err := Typed(*raw)
	if err != nil {
		return object, err
	}
	return decoded.(T), nil
}

// Objects reads parameters that hold API objects; an invalid object is an error, not a fault of the caller.
func Objects(in json.RawMessage, args any) error {
	if err := wire.CheckExponents(string(in)); err != nil {
		return err
	}
	if err := json.Unmarshal(in, args); err != nil {
		return &wire.Error{Class: "Decode", Message: err.Error()}
	}
	return nil
}

// PodObjects reads the same, of which raw is a Pod as it is stored.
func PodObjects(in json.RawMessage, args any, raw *json.RawMessage, pod *v1.Pod) error {
	if err := Objects(in, args); err != nil {
		return err
	}
	return Decode(*raw, PodKind, pod)
}

// Text reads parameters that are one text.
func Text(in json.RawMessage) (string, error) {
	var text wire.Text
	err := json.Unmarshal(in, &text)
	return string(text), err
}

// Addresses reads what the kubelet takes for addresses of DNS servers, and drops the rest as it does.
func Addresses(texts []string) []net.IP {
	found := []net.IP{}
	for _, text := range texts {
		if address := netutils.ParseIPSloppy(text); address != nil {
			found = append(found, address)
		}
	}
	return found
}
