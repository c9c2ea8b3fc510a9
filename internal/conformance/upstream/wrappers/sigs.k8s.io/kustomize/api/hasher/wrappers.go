package hasher

import (
	"encoding/json"

	"kubesem/upstream/record"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// begin asks about an object that an API server can decode: the oracle asks kubectl too.
func begin(node *yaml.RNode) *record.Call {
	raw, err := node.MarshalJSON()
	if err != nil {
		record.Skip("config.hash", "the object is not JSON")
		return nil
	}
	var maps struct{ Data, BinaryData, StringData map[string]string }
	if json.Unmarshal(raw, &maps) != nil {
		record.Skip("config.hash", "a value is not a string, which no ConfigMap has")
		return nil
	}
	return record.Begin("config.hash", record.Map{"object": json.RawMessage(raw)})
}

// answer writes the hash of what is encoded.
func answer(call *record.Call, encoded string, err error) (string, error) {
	if err == nil {
		shortened, _ := encode(hex256(encoded))
		call.Out(record.Map{"kustomize": shortened})
	}
	return encoded, err
}

func encodeConfigMap(node *yaml.RNode) (string, error) {
	call := begin(node)
	encoded, err := orig_encodeConfigMap(node)
	return answer(call, encoded, err)
}

func encodeSecret(node *yaml.RNode) (string, error) {
	call := begin(node)
	encoded, err := orig_encodeSecret(node)
	return answer(call, encoded, err)
}
