package kv

import (
	"kubesem/upstream/record"
	"sigs.k8s.io/kustomize/api/types"
)

func (kvl *loader) keyValuesFromLines(content []byte) ([]types.Pair, error) {
	call := record.Begin("config.envFile", record.Map{
		"content": record.Text(content), "environment": record.Map{},
	})
	found, err := kvl.orig_keyValuesFromLines(content)
	if err != nil {
		// The error prints bytes that are not UTF-8.
		call.NoResult()
		return found, err
	}
	pairs := [][]record.Text{}
	for _, pair := range found {
		pairs = append(pairs, []record.Text{record.Text(pair.Key), record.Text(pair.Value)})
	}
	call.Out(record.Map{"kustomize": record.Map{"pairs": pairs}})
	return found, err
}
