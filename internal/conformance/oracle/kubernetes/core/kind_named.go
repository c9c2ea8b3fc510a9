package core

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	apidiscovery "k8s.io/api/apidiscovery/v2"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/cli-runtime/pkg/resource"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/restmapper"

	"kubesem/oracle/wire"
)

// recorded answers discovery with the documents of the release.
type recorded struct {
	discovery.DiscoveryInterface
	groups    []*metav1.APIGroup
	resources []*metav1.APIResourceList
}

func (r recorded) ServerGroupsAndResources() ([]*metav1.APIGroup, []*metav1.APIResourceList, error) {
	return r.groups, r.resources, nil
}

func (r recorded) ServerGroupsAndResourcesWithContext(context.Context) (
	[]*metav1.APIGroup, []*metav1.APIResourceList, error,
) {
	return r.ServerGroupsAndResources()
}

// document reads a file of `api/discovery` of the released module. The files are not part of any package, so the program
// cannot contain them.
func document(name string, target any) error {
	cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		return err
	}
	folder := filepath.Join(strings.TrimSpace(string(cache)), "k8s.io", "kubernetes@"+wire.Release)
	text, err := os.ReadFile(filepath.Join(folder, "api", "discovery", name))
	if err != nil {
		return err
	}
	return json.Unmarshal(text, target)
}

// builder resolves names as kubectl does against a server with all built-in kinds.
var builder = sync.OnceValues(func() (*resource.Builder, error) {
	core := &metav1.APIResourceList{}
	if err := document("api__v1.json", core); err != nil {
		return nil, err
	}
	others := apidiscovery.APIGroupDiscoveryList{}
	if err := document("aggregated_v2.json", &others); err != nil {
		return nil, err
	}
	v1 := metav1.GroupVersionForDiscovery{GroupVersion: "v1", Version: "v1"}
	served := recorded{
		groups: []*metav1.APIGroup{
			{Versions: []metav1.GroupVersionForDiscovery{v1}, PreferredVersion: v1},
		},
		resources: []*metav1.APIResourceList{core},
	}
	groups, lists, _ := discovery.SplitGroupsAndResources(others)
	for i := range groups.Groups {
		group := &groups.Groups[i]
		served.groups = append(served.groups, group)
		for _, version := range group.Versions {
			for groupVersion, list := range lists {
				if groupVersion.String() == version.GroupVersion {
					served.resources = append(served.resources, list)
				}
			}
		}
	}
	found, err := restmapper.GetAPIGroupResources(served)
	if err != nil {
		return nil, err
	}
	mapper := restmapper.NewShortcutExpander(restmapper.NewDiscoveryRESTMapper(found), served, nil)
	return resource.NewFakeBuilder(
		nil, func() (meta.RESTMapper, error) { return mapper, nil }, nil,
	), nil
})

// kindNamed asks which kind kubectl reads a name as; null if there is none.
func kindNamed(in json.RawMessage) (any, error) {
	var name string
	if err := json.Unmarshal(in, &name); err != nil {
		return nil, err
	}
	names, err := builder()
	if err != nil {
		return nil, err
	}
	mapping, err := names.MappingFor(name)
	if err != nil {
		return nil, nil
	}
	kind := mapping.GroupVersionKind
	return map[string]string{"group": kind.Group, "kind": kind.Kind, "plural": mapping.Resource.Resource}, nil
}
