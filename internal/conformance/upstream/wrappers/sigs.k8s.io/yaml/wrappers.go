package yaml

import (
	"bytes"

	"kubesem/upstream/record"
)

func YAMLToJSON(y []byte) ([]byte, error) {
	if bytes.Contains(y, []byte("!!binary")) {
		record.Skip("yaml.toJSON", "kubesem keeps the text of !!binary")
		return orig_YAMLToJSON(y)
	}
	call := record.Begin("yaml.toJSON", record.Text(y))
	converted, err := orig_YAMLToJSON(y)
	if err != nil {
		call.Err("YAML")
	} else {
		call.Out(record.Text(converted))
	}
	return converted, err
}
