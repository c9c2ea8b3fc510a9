package fieldpath

import (
	v1 "k8s.io/api/core/v1"
	"kubesem/upstream/record"
)

func begin(pod *v1.Pod, fieldPath string) *record.Call {
	return record.Begin("config.field", record.Map{"pod": pod, "apiVersion": "v1", "fieldPath": fieldPath})
}

func FormatMap(m map[string]string) string {
	pod := &v1.Pod{}
	pod.Labels = m
	call := begin(pod, "metadata.labels")
	text := orig_FormatMap(m)
	call.Out(record.Map{"volume": text})
	return text
}

func ExtractFieldPathAsString(obj any, fieldPath string) (string, error) {
	pod, isPod := obj.(*v1.Pod)
	if !isPod {
		record.Skip("config.field", "the object is not a Pod")
		return orig_ExtractFieldPathAsString(obj, fieldPath)
	}
	call := begin(pod, fieldPath)
	value, err := orig_ExtractFieldPathAsString(obj, fieldPath)
	if err != nil {
		call.Out(record.Map{"volume": record.Map{"error": err.Error()}})
	} else {
		call.Out(record.Map{"volume": value})
	}
	return value, err
}

// SplitMaybeSubscriptedPath is part of the oracle's answer about a Pod.
func SplitMaybeSubscriptedPath(fieldPath string) (string, string, bool) {
	begin(&v1.Pod{}, fieldPath).NoResult()
	return orig_SplitMaybeSubscriptedPath(fieldPath)
}
