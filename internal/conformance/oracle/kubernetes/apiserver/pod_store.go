package apiserver

import (
	"context"
	"encoding/json"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	genericregistry "k8s.io/apiserver/pkg/registry/generic/registry"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/apiserver/pkg/storage"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/core"
	podregistry "k8s.io/kubernetes/pkg/registry/core/pod"

	"kubesem/oracle/kubernetes/input"
	"kubesem/oracle/kubernetes/quiet"
)

// PodStore stores one Pod as JSON, as the API server does, so that times lose their fractions.
type PodStore struct {
	storage.Interface
	Pod   *v1.Pod
	store *genericregistry.Store
}

func NewPodStore(pod *v1.Pod) *PodStore {
	registry := &PodStore{Pod: pod}
	registry.store = &genericregistry.Store{
		NewFunc:                   func() runtime.Object { return &core.Pod{} },
		DefaultQualifiedResource:  schema.GroupResource{Resource: "pods"},
		SingularQualifiedResource: schema.GroupResource{Resource: "pod"},
		KeyFunc:                   func(_ context.Context, name string) (string, error) { return name, nil },
		DeleteStrategy:            podregistry.Strategy,
		EnableGarbageCollection:   true,
		ReturnDeletedObject:       true,
		Storage:                   genericregistry.DryRunnableStorage{Storage: registry},
	}
	return registry
}

// DeletePod reports whether the Pod is removed at once.
func (r *PodStore) DeletePod(options *metav1.DeleteOptions) (bool, error) {
	_, removed, err := r.store.Delete(quiet.Context, r.Pod.Name, rest.ValidateAllObjectFunc, options)
	return removed, err
}

func (r *PodStore) Get(_ context.Context, _ string, _ storage.GetOptions, into runtime.Object) error {
	return legacyscheme.Scheme.Convert(r.Pod.DeepCopy(), into, nil)
}

func (r *PodStore) GuaranteedUpdate(
	ctx context.Context, key string, into runtime.Object, _ bool, _ *storage.Preconditions,
	update storage.UpdateFunc, _ runtime.Object,
) error {
	existing := &core.Pod{}
	if err := r.Get(ctx, key, storage.GetOptions{}, existing); err != nil {
		return err
	}
	updated, _, err := update(existing, storage.ResponseMeta{})
	if err != nil {
		return err
	}
	stored := &v1.Pod{}
	if err := legacyscheme.Scheme.Convert(updated, stored, nil); err != nil {
		return err
	}
	text, err := json.Marshal(stored)
	if err != nil {
		return err
	}
	r.Pod = &v1.Pod{}
	if err := input.Decode(text, input.PodKind, r.Pod); err != nil {
		return err
	}
	return r.Get(ctx, key, storage.GetOptions{}, into)
}

func (r *PodStore) Delete(
	ctx context.Context, key string, into runtime.Object, _ *storage.Preconditions,
	_ storage.ValidateObjectFunc, _ runtime.Object, _ storage.DeleteOptions,
) error {
	return r.Get(ctx, key, storage.GetOptions{}, into)
}
