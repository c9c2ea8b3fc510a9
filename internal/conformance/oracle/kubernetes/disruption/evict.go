package disruption

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	v1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	apiruntime "k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/client-go/kubernetes/fake"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/apis/policy"
	podregistry "k8s.io/kubernetes/pkg/registry/core/pod"
	podstorage "k8s.io/kubernetes/pkg/registry/core/pod/storage"

	"kubesem/oracle/kubernetes/apiserver"
	"kubesem/oracle/kubernetes/clock"
	"kubesem/oracle/kubernetes/input"
	"kubesem/oracle/kubernetes/quiet"
)

// podEvict asks the eviction API, which changes the Pod and one budget.
func podEvict(in json.RawMessage) (any, error) {
	var args struct {
		Pod     json.RawMessage
		Pdbs    []json.RawMessage
		Now     time.Time
		Options struct {
			DryRun             bool
			GracePeriodSeconds *int64
			UID                *types.UID
			ResourceVersion    *string
		}
	}
	pod := &v1.Pod{}
	if err := input.Pod(in, &args, &args.Pod, pod); err != nil {
		return nil, err
	}
	list := &policyv1.PodDisruptionBudgetList{}
	for _, raw := range args.Pdbs {
		pdb := &policyv1.PodDisruptionBudget{}
		if err := input.Decode(raw, pdbKind, pdb); err != nil {
			return nil, err
		}
		list.Items = append(list.Items, *pdb)
	}
	client := &fake.Clientset{}
	var updated *policyv1.PodDisruptionBudget
	client.AddReactor("list", "poddisruptionbudgets", func(clienttesting.Action) (bool, apiruntime.Object, error) {
		return true, list.DeepCopy(), nil
	})
	client.AddReactor("update", "poddisruptionbudgets", func(action clienttesting.Action) (bool, apiruntime.Object, error) {
		updated = action.(clienttesting.UpdateAction).GetObject().(*policyv1.PodDisruptionBudget)
		return true, updated, nil
	})
	options := &metav1.DeleteOptions{GracePeriodSeconds: args.Options.GracePeriodSeconds}
	if args.Options.DryRun {
		options.DryRun = []string{metav1.DryRunAll}
	}
	if args.Options.UID != nil || args.Options.ResourceVersion != nil {
		options.Preconditions = &metav1.Preconditions{UID: args.Options.UID, ResourceVersion: args.Options.ResourceVersion}
	}
	eviction := &policy.Eviction{ObjectMeta: metav1.ObjectMeta{Name: pod.Name, Namespace: pod.Namespace}, DeleteOptions: options}
	registry := apiserver.NewPodStore(pod)
	store := &evictedPods{registry: registry}
	var result apiruntime.Object
	var err error
	clock.At(args.Now, func() {
		storage := podstorage.NewEvictionStorage(store, client.PolicyV1())
		result, err = storage.Create(quiet.Context, pod.Name, eviction, nil, &metav1.CreateOptions{})
	})
	status, ok := result.(*metav1.Status)
	var failure apierrors.APIStatus
	switch {
	case errors.As(err, &failure):
		answered := failure.Status()
		status = &answered
	case err != nil:
		return nil, err
	case !ok:
		return nil, errors.New("expected a status")
	}
	return map[string]any{
		"status": status, "deletes": store.deletes, "removed": store.removed, "pod": registry.Pod, "pdb": updated,
	}, nil
}

// evictedPods is the store of the one Pod that is evicted.
type evictedPods struct {
	rest.StandardStorage
	registry         *apiserver.PodStore
	deletes, removed bool
}

func (s *evictedPods) Get(ctx context.Context, name string, _ *metav1.GetOptions) (apiruntime.Object, error) {
	pod := &core.Pod{}
	return pod, legacyscheme.Scheme.Convert(s.registry.Pod.DeepCopy(), pod, nil)
}

func (s *evictedPods) Update(
	ctx context.Context, name string, object rest.UpdatedObjectInfo, _ rest.ValidateObjectFunc,
	_ rest.ValidateObjectUpdateFunc, _ bool, _ *metav1.UpdateOptions,
) (apiruntime.Object, bool, error) {
	existing, err := s.Get(ctx, name, nil)
	if err != nil {
		return nil, false, err
	}
	updated, err := object.UpdatedObject(ctx, existing)
	if err != nil {
		return nil, false, err
	}
	stored := &v1.Pod{}
	if err := legacyscheme.Scheme.Convert(updated, stored, nil); err != nil {
		return nil, false, err
	}
	s.registry.Pod = stored
	return updated, false, nil
}

// Delete checks only the preconditions in a dry run, for which the registry needs a codec.
func (s *evictedPods) Delete(
	ctx context.Context, name string, _ rest.ValidateObjectFunc, options *metav1.DeleteOptions,
) (apiruntime.Object, bool, error) {
	if len(options.DryRun) > 0 {
		pod, err := s.Get(ctx, name, nil)
		if err == nil {
			_, _, err = rest.BeforeDelete(podregistry.Strategy, ctx, pod, options)
		}
		s.deletes = err == nil
		return nil, false, err
	}
	removed, err := s.registry.DeletePod(options)
	s.deletes, s.removed = err == nil, removed && err == nil
	return nil, removed, err
}
