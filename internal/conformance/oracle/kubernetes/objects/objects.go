// Package objects has the ConfigMaps and Secrets that a kubelet knows.
package objects

import (
	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	api "k8s.io/kubernetes/pkg/apis/core"
)

type manager[T metav1.Object] struct {
	resource string
	byName   map[string]T
}

func managerOf[T metav1.Object](resource string, objects []T) manager[T] {
	byName := map[string]T{}
	for _, object := range objects {
		byName[object.GetNamespace()+"/"+object.GetName()] = object
	}
	return manager[T]{resource, byName}
}

func (m manager[T]) get(namespace, name string) (T, error) {
	found, ok := m.byName[namespace+"/"+name]
	if !ok {
		return found, apierrors.NewNotFound(api.Resource(m.resource), name)
	}
	return found, nil
}

func (manager[T]) RegisterPod(*v1.Pod) {}

func (manager[T]) UnregisterPod(*v1.Pod) {}

// ConfigMaps is a manager of ConfigMaps.
type ConfigMaps struct{ manager[*v1.ConfigMap] }

// ConfigMapsOf is a manager that knows these ConfigMaps.
func ConfigMapsOf(objects []*v1.ConfigMap) ConfigMaps {
	return ConfigMaps{managerOf("configmap", objects)}
}

// GetConfigMap finds a ConfigMap.
func (m ConfigMaps) GetConfigMap(namespace, name string) (*v1.ConfigMap, error) {
	return m.get(namespace, name)
}

// Secrets is a manager of Secrets.
type Secrets struct{ manager[*v1.Secret] }

// SecretsOf is a manager that knows these Secrets.
func SecretsOf(objects []*v1.Secret) Secrets { return Secrets{managerOf("secret", objects)} }

// GetSecret finds a Secret.
func (m Secrets) GetSecret(namespace, name string) (*v1.Secret, error) {
	return m.get(namespace, name)
}
