package hash

import (
	"encoding/json"

	v1 "k8s.io/api/core/v1"
	"kubesem/upstream/record"
)

// begin asks about an object. Its JSON leaves out an empty map, which has another hash than no map.
func begin(kind string, object any, hasEmptyData bool) *record.Call {
	fields := record.Map{}
	if raw, err := json.Marshal(object); err != nil || json.Unmarshal(raw, &fields) != nil {
		record.Skip("config.hash", "the object is not JSON")
		return nil
	}
	fields["kind"] = kind
	if hasEmptyData {
		fields["data"] = record.Map{}
	}
	return record.Begin("config.hash", record.Map{"object": fields})
}

// answer writes the hash of what is encoded.
func answer(call *record.Call, encoded string, err error) (string, error) {
	if err == nil {
		shortened, _ := encodeHash(hash(encoded))
		call.Out(record.Map{"kubectl": shortened})
	}
	return encoded, err
}

func encodeConfigMap(cm *v1.ConfigMap) (string, error) {
	call := begin("ConfigMap", cm, cm.Data != nil && len(cm.Data) == 0)
	encoded, err := orig_encodeConfigMap(cm)
	return answer(call, encoded, err)
}

func encodeSecret(sec *v1.Secret) (string, error) {
	call := begin("Secret", sec, sec.Data != nil && len(sec.Data) == 0)
	encoded, err := orig_encodeSecret(sec)
	return answer(call, encoded, err)
}
