package main

import (
	"encoding/json"

	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"

	"kubesem/oracle/wire"
)

var selectorOps = map[string]wire.Op{
	"labels.parse":   parseLabels,
	"labels.matches": matchLabels,
	"fields.parse":   parseFields,
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

// matchLabels reports whether a selector selects an object with these labels.
func matchLabels(in json.RawMessage) (any, error) {
	var request struct {
		Selector wire.Text
		Labels   map[string]string
	}
	if err := json.Unmarshal(in, &request); err != nil {
		return nil, err
	}
	selector, err := labels.Parse(string(request.Selector))
	if err != nil {
		return nil, &wire.Error{Class: "Selector", Message: err.Error()}
	}
	return selector.Matches(labels.Set(request.Labels)), nil
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
