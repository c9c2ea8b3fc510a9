package replicaset

import (
	"context"
	"fmt"
	"time"

	apps "k8s.io/api/apps/v1"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
	"kubesem/upstream/record"
)

// ask describes a sync of the first of some ReplicaSets. The tests fake what a controller expects, so the answer is that
// of the oracle.
func ask(sets []*apps.ReplicaSet, pods []*v1.Pod) {
	described, uids := []*apps.ReplicaSet{}, map[types.UID]types.UID{}
	for i, set := range sets {
		set = set.DeepCopy()
		set.APIVersion, set.Kind, set.Namespace = "apps/v1", "ReplicaSet", "shop"
		if set.Spec.Selector == nil || len(set.Spec.Selector.MatchLabels) == 0 || len(set.Spec.Selector.MatchExpressions) > 0 {
			record.Skip("replicaSet.sync", "a selector that no ReplicaSet has")
			return
		}
		if set.Name == "" {
			set.Name = fmt.Sprint("web-", i)
		}
		uids[set.UID] = types.UID(set.Name)
		set.UID = types.UID(set.Name)
		described = append(described, set)
	}
	members := []*v1.Pod{}
	for i, pod := range pods {
		pod = pod.DeepCopy()
		pod.Namespace, pod.UID = "shop", types.UID(fmt.Sprintf("%06d", i))
		if pod.Name == "" {
			pod.Name = fmt.Sprint("pod-", i)
		}
		for j := range pod.OwnerReferences {
			owner := &pod.OwnerReferences[j]
			if uid, isKnown := uids[owner.UID]; isKnown {
				owner.UID, owner.Name, owner.Kind, owner.APIVersion = uid, string(uid), "ReplicaSet", "apps/v1"
			}
		}
		members = append(members, pod)
	}
	record.Begin("replicaSet.sync", record.Map{
		"name": "shop/" + described[0].Name, "replicaSets": described, "pods": members, "now": time.Now().Truncate(time.Second),
	}).NoResult()
}

func (rsc *ReplicaSetController) syncReplicaSet(ctx context.Context, key string) error {
	namespace, name, _ := cache.SplitMetaNamespaceKey(key)
	if set, err := rsc.rsLister.ReplicaSets(namespace).Get(name); err == nil && rsc.Kind == "ReplicaSet" {
		sets := []*apps.ReplicaSet{set}
		others, _ := rsc.rsLister.ReplicaSets(namespace).List(labels.Everything())
		for _, other := range others {
			if other.Name != name {
				sets = append(sets, other)
			}
		}
		pods, _ := rsc.podLister.Pods(namespace).List(labels.Everything())
		ask(sets, pods)
	}
	return rsc.orig_syncReplicaSet(ctx, key)
}

// calculateStatus counts Pods that belong to the ReplicaSet.
func calculateStatus(
	rs *apps.ReplicaSet, activePods []*v1.Pod, terminatingPods []*v1.Pod, manageReplicasErr error,
	controllerFeatures ReplicaSetControllerFeatures, now time.Time,
) apps.ReplicaSetStatus {
	pods, isController := []*v1.Pod{}, true
	for i, pod := range append(append([]*v1.Pod{}, activePods...), terminatingPods...) {
		pod = pod.DeepCopy()
		pod.OwnerReferences = []metav1.OwnerReference{{UID: rs.UID, Controller: &isController}}
		if i >= len(activePods) && pod.DeletionTimestamp == nil {
			pod.DeletionTimestamp = &metav1.Time{Time: now}
		}
		if pod.DeletionTimestamp != nil {
			pod.Finalizers = []string{"x.io/y"}
		}
		pod.Name = fmt.Sprint("pod-", i)
		pods = append(pods, pod)
	}
	ask([]*apps.ReplicaSet{rs}, pods)
	return orig_calculateStatus(rs, activePods, terminatingPods, manageReplicasErr, controllerFeatures, now)
}
