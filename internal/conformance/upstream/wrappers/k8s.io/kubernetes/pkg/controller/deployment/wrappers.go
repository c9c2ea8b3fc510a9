package deployment

import (
	"context"
	"fmt"
	"slices"
	"time"

	apps "k8s.io/api/apps/v1"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
	"kubesem/upstream/record"
)

const namespace = "shop"

var isController = true

// ask describes a whole cluster with names and UIDs that are not random; the answer is that of the oracle.
func ask(d *apps.Deployment, sets []*apps.ReplicaSet, pods []*v1.Pod) {
	if d.Annotations[apps.DeprecatedRollbackTo] != "" {
		record.Skip("rollout.step", "a rollback of an API that is gone")
		return
	}
	object := d.DeepCopy()
	object.APIVersion, object.Kind = "apps/v1", "Deployment"
	object.Name, object.Namespace, object.UID = "web", namespace, "d1"
	described, uids := []*apps.ReplicaSet{}, map[types.UID]types.UID{d.UID: "d1"}
	for i, set := range sets {
		set = set.DeepCopy()
		set.APIVersion, set.Kind, set.Namespace = "apps/v1", "ReplicaSet", namespace
		if slices.ContainsFunc(described, func(other *apps.ReplicaSet) bool { return other.Name == set.Name }) {
			set.Name = fmt.Sprint(set.Name, "-", i)
		}
		uids[set.UID] = types.UID(set.Name)
		set.UID = types.UID(set.Name)
		renameOwners(set.OwnerReferences, uids)
		described = append(described, set)
	}
	members := []*v1.Pod{}
	for _, pod := range pods {
		pod = pod.DeepCopy()
		pod.Namespace = namespace
		renameOwners(pod.OwnerReferences, uids)
		members = append(members, pod)
	}
	record.Begin("rollout.step", record.Map{
		"deployment": object, "replicaSets": described, "pods": members, "now": time.Now().Truncate(time.Second),
	}).NoResult()
}

func renameOwners(owners []metav1.OwnerReference, uids map[types.UID]types.UID) {
	for i := range owners {
		if uid, isKnown := uids[owners[i].UID]; isKnown {
			owners[i].UID = uid
		}
	}
}

// askOwning makes ReplicaSets of the Deployment from those of a test, which lack a template or an owner.
func askOwning(d *apps.Deployment, newRS *apps.ReplicaSet, sets []*apps.ReplicaSet) {
	d = d.DeepCopy()
	selected := map[string]string{"app": "web"}
	d.Spec.Selector = &metav1.LabelSelector{MatchLabels: selected}
	d.Spec.Template.Labels = selected
	if d.Spec.Strategy.Type == "" {
		d.Spec.Strategy.Type = apps.RollingUpdateDeploymentStrategyType
	}
	owned := []*apps.ReplicaSet{}
	for _, given := range sets {
		if given == nil {
			continue
		}
		set := given.DeepCopy()
		set.UID, set.Labels = "", selected
		set.Spec.Selector = d.Spec.Selector
		set.Spec.Template = *d.Spec.Template.DeepCopy()
		if given != newRS {
			set.Spec.Template.Spec.NodeName = "an-old-template"
		}
		set.OwnerReferences = []metav1.OwnerReference{{
			APIVersion: "apps/v1", Kind: "Deployment", Name: "web", UID: "d1", Controller: &isController,
		}}
		owned = append(owned, set)
	}
	ask(d, owned, nil)
}

func (dc *DeploymentController) syncDeployment(ctx context.Context, key string) error {
	space, name, _ := cache.SplitMetaNamespaceKey(key)
	if d, err := dc.dLister.Deployments(space).Get(name); err == nil {
		sets, _ := dc.rsLister.ReplicaSets(space).List(labels.Everything())
		pods, _ := dc.podLister.Pods(space).List(labels.Everything())
		ask(d, sets, pods)
	}
	return dc.orig_syncDeployment(ctx, key)
}

func (dc *DeploymentController) reconcileNewReplicaSet(
	ctx context.Context, allRSs []*apps.ReplicaSet, newRS *apps.ReplicaSet, deployment *apps.Deployment,
) (bool, error) {
	askOwning(deployment, newRS, allRSs)
	return dc.orig_reconcileNewReplicaSet(ctx, allRSs, newRS, deployment)
}

func (dc *DeploymentController) reconcileOldReplicaSets(
	ctx context.Context, allRSs []*apps.ReplicaSet, oldRSs []*apps.ReplicaSet, newRS *apps.ReplicaSet, deployment *apps.Deployment,
) (bool, error) {
	askOwning(deployment, newRS, allRSs)
	return dc.orig_reconcileOldReplicaSets(ctx, allRSs, oldRSs, newRS, deployment)
}

func (dc *DeploymentController) cleanupUnhealthyReplicas(
	ctx context.Context, oldRSs []*apps.ReplicaSet, deployment *apps.Deployment, maxCleanupCount int32,
) ([]*apps.ReplicaSet, int32, error) {
	askOwning(deployment, nil, oldRSs)
	return dc.orig_cleanupUnhealthyReplicas(ctx, oldRSs, deployment, maxCleanupCount)
}

func (dc *DeploymentController) scaleDownOldReplicaSetsForRollingUpdate(
	ctx context.Context, allRSs []*apps.ReplicaSet, oldRSs []*apps.ReplicaSet, deployment *apps.Deployment,
) (int32, error) {
	askOwning(deployment, nil, allRSs)
	return dc.orig_scaleDownOldReplicaSetsForRollingUpdate(ctx, allRSs, oldRSs, deployment)
}

func (dc *DeploymentController) scaleDownOldReplicaSetsForRecreate(
	ctx context.Context, oldRSs []*apps.ReplicaSet, deployment *apps.Deployment,
) (bool, error) {
	askOwning(deployment, nil, oldRSs)
	return dc.orig_scaleDownOldReplicaSetsForRecreate(ctx, oldRSs, deployment)
}

func (dc *DeploymentController) scale(
	ctx context.Context, deployment *apps.Deployment, newRS *apps.ReplicaSet, oldRSs []*apps.ReplicaSet,
) error {
	askOwning(deployment, newRS, append(slices.Clone(oldRSs), newRS))
	return dc.orig_scale(ctx, deployment, newRS, oldRSs)
}

func (dc *DeploymentController) syncRolloutStatus(
	ctx context.Context, allRSs []*apps.ReplicaSet, newRS *apps.ReplicaSet, d *apps.Deployment,
) error {
	askOwning(d, newRS, allRSs)
	return dc.orig_syncRolloutStatus(ctx, allRSs, newRS, d)
}
