package core

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	serializer "k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/kubernetes/scheme"
	statsv1alpha1 "k8s.io/kubelet/pkg/apis/stats/v1alpha1"
	custommetricsv1beta2 "k8s.io/metrics/pkg/apis/custom_metrics/v1beta2"
	externalmetricsv1beta1 "k8s.io/metrics/pkg/apis/external_metrics/v1beta1"
	metricsv1beta1 "k8s.io/metrics/pkg/apis/metrics/v1beta1"
)

// released has the types of all built-in kinds, and those of the metrics APIs.
var released = sync.OnceValue(func() *runtime.Scheme {
	all := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		scheme.AddToScheme, metricsv1beta1.AddToScheme, custommetricsv1beta2.AddToScheme, externalmetricsv1beta1.AddToScheme,
	} {
		if err := add(all); err != nil {
			panic(err)
		}
	}
	return all
})

// strict decodes JSON as the API server does if fieldValidation is Strict.
var strict = sync.OnceValue(func() runtime.Serializer {
	options := serializer.SerializerOptions{Strict: true}
	return serializer.NewSerializerWithOptions(serializer.DefaultMetaFactory, released(), released(), options)
})

// objectDecode decodes an object of the kind that it names. The answer has the unknown fields, or the first field that
// has the wrong type if Go knows it.
func objectDecode(in json.RawMessage) (any, error) {
	_, _, err := strict().Decode(in, nil, nil)
	unknown := []string{}
	if strictErr, ok := runtime.AsStrictDecodingError(err); ok {
		for _, each := range strictErr.Errors() {
			unknown = append(unknown, each.Error())
		}
		err = nil
	}
	answer := map[string]any{"unknown": unknown}
	if err != nil {
		answer["wrong"] = ""
		if typeErr := (*json.UnmarshalTypeError)(nil); errors.As(err, &typeErr) {
			answer["wrong"] = typeErr.Field
		}
	}
	return answer, nil
}

// fieldOfType is a field of a struct in JSON. Embedded structs are dissolved.
type fieldOfType struct {
	Name      string  `json:"name"`
	Go        string  `json:"go"`
	Type      valueOf `json:"type"`
	Omitempty bool    `json:"omitempty"`
}

// valueOf is the type of a value: one of its fields is set.
type valueOf struct {
	Scalar string   `json:"scalar,omitempty"`
	Struct string   `json:"struct,omitempty"`
	List   *valueOf `json:"list,omitempty"`
	Map    *valueOf `json:"map,omitempty"`
}

// kindTypes lists the structs of a kind by package and name; the first is that of the kind itself.
func kindTypes(in json.RawMessage) (any, error) {
	var kind schema.GroupVersionKind
	if err := json.Unmarshal(in, &kind); err != nil {
		return nil, err
	}
	each := reflect.TypeFor[statsv1alpha1.Summary]() // of no scheme
	if kind.Kind != each.Name() {
		object, err := released().New(kind)
		if err != nil {
			return nil, err
		}
		each = reflect.TypeOf(object).Elem()
	}
	structs := map[string][]fieldOfType{}
	root := describe(each, structs)
	return map[string]any{"root": root.Struct, "structs": structs}, nil
}

// The types that decode themselves, by what they accept.
var scalars = map[reflect.Type]string{
	reflect.TypeFor[resource.Quantity]():    "quantity",
	reflect.TypeFor[metav1.Time]():          "time",
	reflect.TypeFor[metav1.MicroTime]():     "time",
	reflect.TypeFor[metav1.Duration]():      "duration",
	reflect.TypeFor[intstr.IntOrString]():   "intOrString",
	reflect.TypeFor[metav1.FieldsV1]():      "any",
	reflect.TypeFor[runtime.RawExtension](): "any",
	reflect.TypeFor[[]byte]():               "bytes",
}

var kinds = map[reflect.Kind]string{
	reflect.String:  "string",
	reflect.Bool:    "boolean",
	reflect.Int32:   "int32",
	reflect.Int64:   "int64",
	reflect.Uint64:  "uint64",
	reflect.Float64: "float64",
}

// describe returns the type of a value, and adds the structs in it.
func describe(each reflect.Type, structs map[string][]fieldOfType) valueOf {
	if scalar, ok := scalars[each]; ok {
		return valueOf{Scalar: scalar}
	}
	if reflect.PointerTo(each).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		panic(fmt.Sprintf("%s decodes itself, and nobody says how", each))
	}
	if scalar, ok := kinds[each.Kind()]; ok {
		return valueOf{Scalar: scalar}
	}
	switch each.Kind() {
	case reflect.Pointer:
		return describe(each.Elem(), structs)
	case reflect.Slice:
		inner := describe(each.Elem(), structs)
		return valueOf{List: &inner}
	case reflect.Map:
		inner := describe(each.Elem(), structs)
		return valueOf{Map: &inner}
	case reflect.Struct:
		name := each.PkgPath() + "." + each.Name()
		if _, ok := structs[name]; !ok {
			structs[name] = nil
			structs[name] = fieldsOf(each, "", structs)
		}
		return valueOf{Struct: name}
	}
	panic(fmt.Sprintf("no JSON type for %s", each))
}

func fieldsOf(each reflect.Type, prefix string, structs map[string][]fieldOfType) []fieldOfType {
	fields := []fieldOfType{}
	for i := range each.NumField() {
		field := each.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "-" || !field.IsExported() {
			continue
		}
		if name == "" && field.Anonymous {
			fields = append(fields, fieldsOf(field.Type, prefix+field.Name+".", structs)...)
			continue
		}
		if name == "" {
			name = field.Name
		}
		fields = append(fields, fieldOfType{
			Name: name, Go: prefix + field.Name, Type: describe(field.Type, structs),
			Omitempty: strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero"),
		})
	}
	return fields
}
