package disruption

import (
	"context"
	"sync"
	"time"

	v1 "k8s.io/api/core/v1"
	policy "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/tools/cache"
	"kubesem/upstream/record"
)

// read is what controllers read of scales during a sync.
var (
	mutex sync.Mutex
	read  = map[*DisruptionController][]record.Map{}
)

// resources are the kinds of the tests. Their custom kind is the Rollout of the other cases.
var resources = []record.Map{
	{"group": "", "version": "v1", "kind": "ReplicationController", "name": "replicationcontrollers", "scale": true},
	{"group": "apps", "version": "v1", "kind": "Deployment", "name": "deployments", "scale": true},
	{"group": "apps", "version": "v1", "kind": "ReplicaSet", "name": "replicasets", "scale": true},
	{"group": "apps", "version": "v1", "kind": "StatefulSet", "name": "statefulsets", "scale": true},
	{"group": "x.io", "version": "v1", "kind": "Rollout", "name": "rollouts", "scale": true},
}

const customVersion = "custom.k8s.io/v1"

// withRollouts renames the owners of the custom kind.
func withRollouts(pods []*v1.Pod) []*v1.Pod {
	renamed := []*v1.Pod{}
	for _, pod := range pods {
		pod = pod.DeepCopy()
		for i := range pod.OwnerReferences {
			if owner := &pod.OwnerReferences[i]; owner.APIVersion == customVersion {
				owner.APIVersion, owner.Kind = "x.io/v1", "Rollout"
			}
		}
		renamed = append(renamed, pod)
	}
	return renamed
}

// untyped leaves out the versions and kinds, of which the tests have wrong ones.
func untyped[T runtime.Object](objects []T) []runtime.Object {
	plain := []runtime.Object{}
	for _, object := range objects {
		copied := object.DeepCopyObject()
		copied.GetObjectKind().SetGroupVersionKind(schema.GroupVersionKind{})
		plain = append(plain, copied)
	}
	return plain
}

func (dc *DisruptionController) sync(ctx context.Context, key string) error {
	namespace, name, _ := cache.SplitMetaNamespaceKey(key)
	pdb, err := dc.pdbLister.PodDisruptionBudgets(namespace).Get(name)
	if err != nil {
		return dc.orig_sync(ctx, key)
	}
	pdb = pdb.DeepCopy()
	pdb.TypeMeta = metav1.TypeMeta{}
	everything := labels.Everything()
	pods, _ := dc.podLister.List(everything)
	rcs, _ := dc.rcLister.List(everything)
	sets, _ := dc.rsLister.List(everything)
	deployments, _ := dc.dLister.List(everything)
	statefulSets, _ := dc.ssLister.List(everything)
	now := dc.clock.Now()
	written := pdb
	write := dc.getUpdater
	dc.getUpdater = func() updater {
		return func(ctx context.Context, changed *policy.PodDisruptionBudget) error {
			written = changed.DeepCopy()
			return write()(ctx, changed)
		}
	}
	err = dc.orig_sync(ctx, key)
	dc.getUpdater = write
	mutex.Lock()
	scales := append([]record.Map{}, read[dc]...)
	delete(read, dc)
	mutex.Unlock()
	if err != nil {
		record.Skip("pdb.status", "the server refuses the status")
		return err
	}
	status, conditions := written.Status, []record.Map{}
	for _, condition := range status.Conditions {
		conditions = append(conditions, record.Map{
			"type": condition.Type, "status": condition.Status, "reason": condition.Reason,
		})
	}
	record.Begin("pdb.status", record.WithoutUIDs(record.Map{
		"pdb": pdb, "pods": withRollouts(pods), "replicaSets": untyped(sets), "deployments": untyped(deployments),
		"statefulSets": untyped(statefulSets), "replicationControllers": untyped(rcs), "scales": scales, "resources": resources, "now": now,
	})).Out(record.Map{"status": record.Map{
		"disruptionsAllowed": status.DisruptionsAllowed, "currentHealthy": status.CurrentHealthy,
		"desiredHealthy": status.DesiredHealthy, "expectedPods": status.ExpectedPods, "conditions": conditions,
	}})
	return err
}

func (dc *DisruptionController) getScaleController(
	ctx context.Context, controllerRef *metav1.OwnerReference, namespace string,
) (*controllerAndScale, error) {
	found, err := dc.orig_getScaleController(ctx, controllerRef, namespace)
	if err == nil && found != nil && controllerRef.APIVersion == customVersion {
		mutex.Lock()
		defer mutex.Unlock()
		read[dc] = append(read[dc], record.Map{
			"resource": "rollouts.x.io", "namespace": namespace, "name": controllerRef.Name,
			"uid": found.UID, "replicas": found.scale,
		})
	}
	return found, err
}

// The time of a condition is a whole second in JSON, so the clock is set back by the rest.
func (dc *DisruptionController) nonTerminatingPodHasStaleDisruptionCondition(pod *v1.Pod) (bool, time.Duration) {
	now := dc.clock.Now()
	for _, condition := range pod.Status.Conditions {
		if condition.Type == v1.DisruptionTarget {
			since := condition.LastTransitionTime.Time
			now = since.Truncate(time.Second).Add(now.Sub(since))
		}
	}
	call := record.Begin("pod.disruptionTarget", record.WithoutUIDs(record.Map{"pod": pod, "now": now}))
	has, wait := dc.orig_nonTerminatingPodHasStaleDisruptionCondition(pod)
	call.Out(record.Map{"has": has})
	return has, wait
}
