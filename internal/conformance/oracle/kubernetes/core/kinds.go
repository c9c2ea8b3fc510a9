package core

import (
	"encoding/json"
	"reflect"
	"slices"
	"sync"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
)

// scopes are the built-in kinds, and whether their clients take a namespace.
var scopes = sync.OnceValue(func() map[schema.GroupKind]bool {
	found := map[schema.GroupKind]bool{}
	clients := reflect.TypeFor[kubernetes.Interface]()
	for i := range clients.NumMethod() {
		group := clients.Method(i).Type.Out(0)
		if clients.Method(i).Name == "Discovery" {
			continue
		}
		for j := range group.NumMethod() {
			getter := group.Method(j).Type
			if getter.Out(0).Kind() != reflect.Interface {
				continue
			}
			for _, verb := range []string{"Get", "Create"} {
				method, ok := getter.Out(0).MethodByName(verb)
				if !ok || method.Type.Out(0).Kind() != reflect.Pointer {
					continue
				}
				object, ok := reflect.New(method.Type.Out(0).Elem()).Interface().(runtime.Object)
				if !ok {
					continue
				}
				kinds, _, err := scheme.Scheme.ObjectKinds(object)
				if err == nil {
					found[kinds[0].GroupKind()] = getter.NumIn() > 0
				}
				break
			}
		}
	}
	return found
})

// kindScope asks whether a kind has a namespace, and for the kinds of its group that have none.
func kindScope(in json.RawMessage) (any, error) {
	var args schema.GroupKind
	if err := json.Unmarshal(in, &args); err != nil {
		return nil, err
	}
	namespaced, known := scopes()[args]
	cluster := []string{}
	for kind, isNamespaced := range scopes() {
		if kind.Group == args.Group && !isNamespaced {
			cluster = append(cluster, kind.Kind)
		}
	}
	slices.Sort(cluster)
	return map[string]any{"known": known, "namespaced": namespaced, "clusterKinds": cluster}, nil
}
