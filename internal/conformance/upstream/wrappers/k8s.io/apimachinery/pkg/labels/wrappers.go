package labels

import (
	"k8s.io/apimachinery/pkg/util/validation/field"
	"kubesem/upstream/record"
)

func Parse(selector string, opts ...field.PathOption) (Selector, error) {
	call := record.Begin("labels.parse", record.Text(selector))
	parsed, err := orig_Parse(selector, opts...)
	if err != nil {
		call.Err("Selector")
	} else {
		call.Out(record.Text(parsed.String()))
	}
	return parsed, err
}
