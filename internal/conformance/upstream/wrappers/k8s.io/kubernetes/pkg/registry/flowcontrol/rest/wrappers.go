package rest

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	flowcontrolclient "k8s.io/client-go/kubernetes/typed/flowcontrol/v1"
	flowcontrollisters "k8s.io/client-go/listers/flowcontrol/v1"
	"kubesem/upstream/record"
)

func ensure(
	ctx context.Context, clientset flowcontrolclient.FlowcontrolV1Interface,
	fsLister flowcontrollisters.FlowSchemaLister, plcLister flowcontrollisters.PriorityLevelConfigurationLister,
) error {
	schemas, schemasErr := fsLister.List(labels.Everything())
	levels, levelsErr := plcLister.List(labels.Everything())
	if schemasErr == nil && levelsErr == nil {
		record.Begin("apf.maintenance", record.Map{
			"priorityLevels": append([]any{}, anyOf(levels)...), "flowSchemas": append([]any{}, anyOf(schemas)...),
		}).NoResult()
	}
	return orig_ensure(ctx, clientset, fsLister, plcLister)
}

func anyOf[T any](list []T) []any {
	found := []any{}
	for _, one := range list {
		found = append(found, one)
	}
	return found
}
