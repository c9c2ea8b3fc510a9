package storage

import (
	"context"
	"errors"
	"sync"
	"time"

	v1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	api "k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/apis/policy"
	"kubesem/upstream/record"
)

// evicted is the Pod that each eviction has read last: a store of the tests changes it between two attempts.
var evicted sync.Map

func getPod(r *EvictionREST, ctx context.Context, name string) (*api.Pod, error) {
	pod, err := orig_getPod(r, ctx, name)
	if err == nil {
		evicted.Store(r, pod.DeepCopy())
	}
	return pod, err
}

func (r *EvictionREST) Create(
	ctx context.Context, name string, obj runtime.Object, createValidation rest.ValidateObjectFunc, options *metav1.CreateOptions,
) (runtime.Object, error) {
	evicted.Delete(r)
	eviction, isEviction := obj.DeepCopyObject().(*policy.Eviction)
	pdbs := []policyv1.PodDisruptionBudget{}
	if isEviction {
		if list, err := r.podDisruptionBudgetClient.PodDisruptionBudgets(eviction.Namespace).List(ctx, metav1.ListOptions{}); err == nil {
			pdbs = append(pdbs, list.DeepCopy().Items...)
		}
	}
	result, err := r.orig_Create(ctx, name, obj, createValidation, options)
	known, isRead := evicted.Load(r)
	// A store that refuses the deletion looks like a budget that is behind.
	if seconds, isLate := apierrors.SuggestsClientDelay(err); isLate && seconds == 10 && !isBehind(pdbs) {
		isRead = false
	}
	if !isEviction || !isRead || apierrors.IsConflict(err) || apierrors.IsTimeout(err) || apierrors.IsBadRequest(err) {
		record.Skip("pod.evict", "a store that fails, or a request that is none")
		return result, err
	}
	pod := &v1.Pod{}
	if failure := legacyscheme.Scheme.Convert(known, pod, nil); failure != nil {
		panic(failure)
	}
	asked := record.Map{"dryRun": len(options.DryRun) > 0}
	if delete := eviction.DeleteOptions; delete != nil {
		asked["dryRun"] = len(options.DryRun)+len(delete.DryRun) > 0
		asked["gracePeriodSeconds"] = delete.GracePeriodSeconds
		if conditions := delete.Preconditions; conditions != nil {
			asked["uid"], asked["resourceVersion"] = conditions.UID, conditions.ResourceVersion
		}
	}
	call := record.Begin("pod.evict", record.Map{
		"pod": pod, "pdbs": pdbs, "now": time.Now(), "options": asked,
	})
	var failure apierrors.APIStatus
	switch {
	case errors.As(err, &failure):
		call.Out(record.Map{"status": failure.Status(), "deletes": false})
	case err == nil:
		status := result.(*metav1.Status)
		call.Out(record.Map{"status": status, "deletes": status.Status == metav1.StatusSuccess})
	default:
		call.NoResult()
	}
	return result, err
}

// isBehind reports whether the controller has not seen a budget yet.
func isBehind(pdbs []policyv1.PodDisruptionBudget) bool {
	for _, pdb := range pdbs {
		if pdb.Status.ObservedGeneration < pdb.Generation {
			return true
		}
	}
	return false
}
