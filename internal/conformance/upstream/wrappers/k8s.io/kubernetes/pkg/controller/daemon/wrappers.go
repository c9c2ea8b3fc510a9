package daemon

import (
	"context"

	apps "k8s.io/api/apps/v1"
	v1 "k8s.io/api/core/v1"
	"k8s.io/klog/v2"
	"kubesem/upstream/record"
)

func described(ds *apps.DaemonSet) *apps.DaemonSet {
	ds = ds.DeepCopy()
	ds.APIVersion, ds.Kind = "apps/v1", "DaemonSet"
	return ds
}

func NodeShouldRunDaemonPod(logger klog.Logger, node *v1.Node, ds *apps.DaemonSet) (bool, bool) {
	named := &v1.Node{ObjectMeta: node.ObjectMeta, Spec: node.Spec}
	call := record.Begin("daemonSet.nodes", record.WithoutUIDs(record.Map{"daemonSet": described(ds), "nodes": []*v1.Node{named}}))
	runs, keeps := orig_NodeShouldRunDaemonPod(logger, node, ds)
	call.Out([]record.Map{{"name": node.Name, "runs": runs, "keeps": keeps}})
	return runs, keeps
}

func (dsc *DaemonSetsController) updatedDesiredNodeCounts(
	ctx context.Context, ds *apps.DaemonSet, nodeList []*v1.Node, nodeToDaemonPods map[string][]*v1.Pod,
) (int, int, int, error) {
	surge, unavailable, nodes, err := dsc.orig_updatedDesiredNodeCounts(ctx, ds, nodeList, nodeToDaemonPods)
	update := ds.Spec.UpdateStrategy.RollingUpdate
	if err != nil || update == nil || update.MaxSurge == nil || update.MaxUnavailable == nil {
		record.Skip("rollout.limits", "no defaults")
		return surge, unavailable, nodes, err
	}
	limited := described(ds)
	// Its nodes are as many as run it.
	limited.Spec.Template = v1.PodTemplateSpec{}
	record.Begin("rollout.limits", record.WithoutUIDs(record.Map{"workload": limited, "nodes": nodes})).
		Out(record.Map{"surge": surge, "unavailable": unavailable})
	return surge, unavailable, nodes, err
}
