package podgc

import (
	"context"
	"slices"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	clienttesting "k8s.io/client-go/testing"
	"kubesem/upstream/record"
)

// passes is what a collector has done so far.
type passes struct {
	pods    []*v1.Pod
	nodes   map[string]*v1.Node
	present [][]string
	// uncached are nodes that only the server had.
	uncached map[string]bool
	passes   []record.Map
	out      [][]record.Map
	reason   string
}

var (
	collectors = map[*PodGCController]*passes{}
	isInGC     = false
)

func (gcc *PodGCController) gc(ctx context.Context) {
	known := collectors[gcc]
	if known == nil {
		pods, _ := gcc.podLister.List(labels.Everything())
		known = newPasses(pods)
		collectors[gcc] = known
	} else if len(known.out[len(known.out)-1]) > 0 {
		known.reason = "a cache that does not know what was deleted"
	}
	nodes, _ := gcc.nodeLister.List(labels.Everything())
	known.begin(ctx, gcc, nodes)
	isInGC = true
	known.collect(gcc, func() { gcc.orig_gc(ctx) })
	isInGC = false
	known.write(gcc.terminatedPodThreshold)
}

func (gcc *PodGCController) gcUnscheduledTerminating(ctx context.Context, pods []*v1.Pod) {
	if isInGC {
		gcc.orig_gcUnscheduledTerminating(ctx, pods)
		return
	}
	known := newPasses(pods)
	known.begin(ctx, gcc, nil)
	known.collect(gcc, func() { gcc.orig_gcUnscheduledTerminating(ctx, pods) })
	known.write(0)
}

// newPasses has Pods that are being deleted since some time: their JSON has no zero time.
func newPasses(pods []*v1.Pod) *passes {
	p := &passes{nodes: map[string]*v1.Node{}, uncached: map[string]bool{}}
	for _, pod := range pods {
		described := pod.DeepCopy()
		if described.DeletionTimestamp.IsZero() && described.DeletionTimestamp != nil {
			described.DeletionTimestamp = &metav1.Time{Time: time.Date(2026, 11, 22, 11, 0, 0, 0, time.UTC)}
		}
		p.pods = append(p.pods, described)
	}
	return p
}

// begin notes the nodes, and whether the time of missing ones has come: a test moves its own clock.
func (p *passes) begin(ctx context.Context, gcc *PodGCController, nodes []*v1.Node) {
	afterMs := 0
	if len(p.passes) > 0 {
		afterMs = 20_000
		if gcc.nodeQueue.Len() > 0 {
			afterMs = 80_000
		}
	}
	if gcc.quarantineTime != 40*time.Second {
		p.reason = "another time until a missing node counts"
	}
	p.passes = append(p.passes, record.Map{"afterMs": afterMs})
	// What the server has is not missing: the collector asks it before it deletes.
	cached := len(nodes)
	served, _ := gcc.kubeClient.CoreV1().Nodes().List(ctx, metav1.ListOptions{})
	for i := range served.Items {
		nodes = append(nodes, &served.Items[i])
	}
	present := []string{}
	for i, node := range nodes {
		p.nodes[node.Name] = node
		if i >= cached && !slices.Contains(present, node.Name) {
			p.uncached[node.Name] = true
		}
		present = append(present, node.Name)
	}
	for name := range p.uncached {
		if !slices.Contains(present, name) {
			p.reason = "a node that the cache misses before the server does"
		}
	}
	p.present = append(p.present, present)
}

// collect notes which Pods are deleted, and which of them became failed before.
func (p *passes) collect(gcc *PodGCController, run func()) {
	client := gcc.kubeClient.(interface{ Actions() []clienttesting.Action })
	before := len(client.Actions())
	run()
	failed, collected := map[string]bool{}, []record.Map{}
	for _, action := range client.Actions()[before:] {
		switch action := action.(type) {
		case clienttesting.PatchAction:
			failed[action.GetName()] = true
		case clienttesting.DeleteAction:
			pod := record.Map{"name": action.GetName()}
			if failed[action.GetName()] {
				pod["phase"] = v1.PodFailed
			}
			collected = append(collected, pod)
		}
	}
	slices.SortFunc(collected, func(a, b record.Map) int { return strings.Compare(a["name"].(string), b["name"].(string)) })
	p.out = append(p.out, collected)
}

func (p *passes) write(threshold int) {
	if p.reason != "" {
		record.Skip("pods.garbage", p.reason)
		return
	}
	nodes := []*v1.Node{}
	for _, node := range p.nodes {
		nodes = append(nodes, node)
	}
	for i, pass := range p.passes {
		missing := []string{}
		for name := range p.nodes {
			if !slices.Contains(p.present[i], name) {
				missing = append(missing, name)
			}
		}
		pass["missing"] = missing
	}
	record.Begin("pods.garbage", record.Map{
		"pods": p.pods, "nodes": nodes, "now": "2026-11-22T12:00:00Z", "threshold": threshold, "passes": p.passes,
	}).Out(record.Map{"passes": p.out})
}
