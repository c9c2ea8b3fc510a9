package nodeaffinity

import (
	"reflect"
	"sync"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"kubesem/upstream/record"
)

// parsed is what the last call parsed, and from which spec: the tests match it at once.
var parsed struct {
	sync.Mutex
	spec v1.PodSpec
	to   any
}

func remember(spec v1.PodSpec, to any) {
	parsed.Lock()
	defer parsed.Unlock()
	parsed.spec, parsed.to = v1.PodSpec{NodeSelector: spec.NodeSelector, Affinity: spec.Affinity}, to
}

func begin(of any, node *v1.Node) *record.Call {
	parsed.Lock()
	defer parsed.Unlock()
	if node == nil || !reflect.DeepEqual(parsed.to, of) {
		record.Skip("node.affinity", "no node, or a selector that was parsed before")
		return nil
	}
	nodes := []*v1.Node{{ObjectMeta: node.ObjectMeta}}
	return record.Begin("node.affinity", record.Map{"spec": parsed.spec, "nodes": nodes})
}

func NewNodeSelector(ns *v1.NodeSelector, opts ...field.PathOption) (*NodeSelector, error) {
	selector, err := orig_NewNodeSelector(ns, opts...)
	spec := v1.PodSpec{Affinity: &v1.Affinity{NodeAffinity: &v1.NodeAffinity{
		RequiredDuringSchedulingIgnoredDuringExecution: ns,
	}}}
	remember(spec, selector)
	if err != nil {
		record.Begin("node.affinity", record.Map{"spec": spec, "nodes": []*v1.Node{}}).NoResult()
	}
	return selector, err
}

func (ns *NodeSelector) Match(node *v1.Node) bool {
	call := begin(ns, node)
	matches := ns.orig_Match(node)
	call.Out(record.Map{"nodes": []record.Map{{"matches": matches}}})
	return matches
}

func GetRequiredNodeAffinity(pod *v1.Pod) RequiredNodeAffinity {
	required := orig_GetRequiredNodeAffinity(pod)
	remember(pod.Spec, required)
	return required
}

func (s RequiredNodeAffinity) Match(node *v1.Node) (bool, error) {
	call := begin(s, node)
	matches, err := s.orig_Match(node)
	call.Out(record.Map{"nodes": []record.Map{{"matches": matches, "fails": err != nil}}})
	return matches, err
}
