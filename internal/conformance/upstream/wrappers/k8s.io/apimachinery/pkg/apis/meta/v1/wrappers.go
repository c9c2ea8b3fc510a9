package v1

import (
	"k8s.io/apimachinery/pkg/labels"
	"kubesem/upstream/record"
)

func question(selector *LabelSelector) record.Map {
	return record.Map{"selector": selector, "objects": []labels.Set{}}
}

func LabelSelectorAsSelector(ps *LabelSelector) (labels.Selector, error) {
	call := record.Begin("selector.labels", question(ps))
	selector, err := orig_LabelSelectorAsSelector(ps)
	out := record.Map{"valid": err == nil}
	if err == nil && selector.String() != "" {
		out["string"] = selector.String()
	}
	call.Out(out)
	return selector, err
}

func LabelSelectorAsMap(ps *LabelSelector) (map[string]string, error) {
	call := record.Begin("selector.labels", question(ps))
	labels, err := orig_LabelSelectorAsMap(ps)
	if err != nil {
		call.NoResult()
	} else {
		call.Out(record.Map{"map": labels})
	}
	return labels, err
}

func FormatLabelSelector(labelSelector *LabelSelector) string {
	call := record.Begin("selector.labels", question(labelSelector))
	text := orig_FormatLabelSelector(labelSelector)
	call.Out(record.Map{"string": text})
	return text
}
