package main

import (
	"encoding/json"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"kubesem/oracle/wire"
)

var selectorOps = map[string]wire.Op{
	"labels.parse":    parseLabels,
	"selector.labels": selectLabels,
	"fields.parse":    parseFields,
}

func parseLabels(in json.RawMessage) (any, error) {
	var text wire.Text
	if err := json.Unmarshal(in, &text); err != nil {
		return nil, err
	}
	selector, err := labels.Parse(string(text))
	if err != nil {
		return nil, &wire.Error{Class: "Selector", Message: err.Error()}
	}
	return selector.String(), nil
}

// selectLabels asks about one selector, as text, as an object or as the map of a Service, and the labels of objects.
func selectLabels(in json.RawMessage) (any, error) {
	var args struct {
		Text     *wire.Text
		Selector json.RawMessage
		Service  json.RawMessage
		Objects  []map[string]string
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	answer := map[string]any{}
	var selector labels.Selector
	var err error
	switch {
	case args.Text != nil:
		selector, err = selectorOfText(string(*args.Text), answer)
	case args.Selector != nil:
		selector, err = selectorOfObject(args.Selector, answer)
	default:
		selector, err = selectorOfService(args.Service, answer)
	}
	if err != nil {
		return nil, err
	}
	if selector != nil {
		matches := []bool{}
		for _, object := range args.Objects {
			matches = append(matches, selector.Matches(labels.Set(object)))
		}
		answer["matches"] = matches
		answer["requirements"] = requirementsOf(selector)
	}
	return answer, nil
}

func selectorOfText(text string, answer map[string]any) (labels.Selector, error) {
	selector, err := labels.Parse(text)
	if err != nil {
		return nil, &wire.Error{Class: "Selector", Message: err.Error()}
	}
	answer["string"] = selector.String()
	if object, err := metav1.ParseToLabelSelector(text); err == nil {
		answer["object"] = object
	}
	return selector, nil
}

func selectorOfObject(raw json.RawMessage, answer map[string]any) (labels.Selector, error) {
	var object *metav1.LabelSelector
	if err := json.Unmarshal(raw, &object); err != nil {
		return nil, &wire.Error{Class: "Decode", Message: err.Error()}
	}
	answer["string"] = metav1.FormatLabelSelector(object)
	problems := []map[string]string{}
	for _, problem := range validation.ValidateLabelSelector(
		object, validation.LabelSelectorValidationOptions{}, field.NewPath("selector")) {
		problems = append(problems, map[string]string{"type": wire.ErrorType(problem.Type), "field": problem.Field})
	}
	answer["problems"] = problems
	if asMap, err := metav1.LabelSelectorAsMap(object); err == nil {
		answer["map"] = asMap
	}
	selector, err := metav1.LabelSelectorAsSelector(object)
	answer["valid"] = err == nil
	return selector, nil
}

// selectorOfService follows the EndpointSlice controller, which skips Services without a selector. The API server stores
// an empty one as absent.
func selectorOfService(raw json.RawMessage, answer map[string]any) (labels.Selector, error) {
	stored := &v1.ServiceSpec{}
	if err := json.Unmarshal(raw, &stored.Selector); err != nil {
		return nil, &wire.Error{Class: "Decode", Message: err.Error()}
	}
	written, err := stored.Marshal()
	if err != nil {
		return nil, err
	}
	read := &v1.ServiceSpec{}
	if err := read.Unmarshal(written); err != nil {
		return nil, err
	}
	answer["string"] = labels.FormatLabels(read.Selector)
	if read.Selector == nil {
		return labels.Nothing(), nil
	}
	return labels.Set(read.Selector).AsSelectorPreValidated(), nil
}

// requirementsOf lists requirements in their order; nil if the selector selects nothing.
func requirementsOf(selector labels.Selector) any {
	requirements, selectable := selector.Requirements()
	if !selectable {
		return nil
	}
	list := []map[string]any{}
	for _, one := range requirements {
		list = append(list, map[string]any{
			"key": one.Key(), "operator": string(one.Operator()), "values": one.ValuesUnsorted(),
		})
	}
	return list
}

// parseFields returns the requirements in their order, and the value that a selector requires of a field.
func parseFields(in json.RawMessage) (any, error) {
	var request struct {
		Selector wire.Text
		Field    string
	}
	if err := json.Unmarshal(in, &request); err != nil {
		return nil, err
	}
	selector, err := fields.ParseSelector(string(request.Selector))
	if err != nil {
		return nil, &wire.Error{Class: "Selector", Message: err.Error()}
	}
	requirements := []map[string]string{}
	for _, one := range selector.Requirements() {
		requirements = append(requirements, map[string]string{
			"field": one.Field, "operator": string(one.Operator), "value": one.Value,
		})
	}
	var required *string
	if value, found := selector.RequiresExactMatch(request.Field); found {
		required = &value
	}
	return map[string]any{"requirements": requirements, "required": required}, nil
}
