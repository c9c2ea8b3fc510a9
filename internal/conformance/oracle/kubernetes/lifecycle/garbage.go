package lifecycle

import (
	"cmp"
	"encoding/json"
	"runtime"
	"slices"
	"strings"
	"testing/synctest"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	apiruntime "k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/kubernetes/pkg/controller/podgc"

	"kubesem/oracle/kubernetes/clock"
	"kubesem/oracle/kubernetes/input"
	"kubesem/oracle/kubernetes/quiet"
)

// collectedPod is a Pod that the garbage collector has deleted.
type collectedPod struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
	// Of the Pod that it has patched before: its phase, and the condition of the disruption.
	Phase     v1.PodPhase      `json:"phase"`
	Condition *v1.PodCondition `json:"condition"`
}

// podsGarbage lets the garbage collector of Pods pass several times. Missing nodes are not there
// during a pass. Names of Pods are unique.
func podsGarbage(in json.RawMessage) (any, error) {
	var args struct {
		Pods, Nodes []json.RawMessage
		Now         time.Time
		Threshold   int
		Passes      []struct {
			AfterMs int64
			Missing []string
		}
	}
	if err := input.Parameters(in, &args); err != nil {
		return nil, err
	}
	cluster := &garbageCluster{pods: map[string]*v1.Pod{}, nodes: map[string]*v1.Node{}}
	for _, raw := range args.Pods {
		pod := &v1.Pod{}
		if err := input.Decode(raw, input.PodKind, pod); err != nil {
			return nil, err
		}
		cluster.pods[pod.Name] = pod
	}
	for _, raw := range args.Nodes {
		node := &v1.Node{}
		if err := input.Decode(raw, input.NodeKind, node); err != nil {
			return nil, err
		}
		cluster.nodes[node.Name] = node
	}
	passes := [][]collectedPod{}
	clock.At(args.Now, func() {
		ctx, client := quiet.Context, &fake.Clientset{}
		client.AddReactor("*", "*", cluster.react)
		factory := informers.NewSharedInformerFactory(client, 0)
		pods, nodes := factory.Core().V1().Pods(), factory.Core().V1().Nodes()
		collector := podgc.NewPodGC(ctx, client, pods, nodes, args.Threshold)
		defer collector.ShutDown()
		for _, pass := range args.Passes {
			time.Sleep(time.Duration(pass.AfterMs) * time.Millisecond)
			// Nodes whose time has come are in the queue.
			synctest.Wait()
			cluster.missing, cluster.collected = pass.Missing, []collectedPod{}
			// Stores cannot fail.
			_ = pods.Informer().GetStore().Replace(cluster.podObjects(), "")
			_ = nodes.Informer().GetStore().Replace(cluster.nodeObjects(), "")
			collector.Collect(ctx)
			slices.SortFunc(cluster.collected, func(a, b collectedPod) int { return cmp.Compare(a.Name, b.Name) })
			passes = append(passes, cluster.collected)
		}
	})
	return map[string]any{"passes": passes}, nil
}

// garbageCluster is a cluster that remembers which Pods are deleted.
type garbageCluster struct {
	pods      map[string]*v1.Pod
	nodes     map[string]*v1.Node
	missing   []string
	collected []collectedPod
}

func (c *garbageCluster) podObjects() []any {
	objects := []any{}
	for _, pod := range c.pods {
		objects = append(objects, pod.DeepCopy())
	}
	return objects
}

func (c *garbageCluster) nodeObjects() []any {
	objects := []any{}
	for name, node := range c.nodes {
		if !slices.Contains(c.missing, name) {
			objects = append(objects, node)
		}
	}
	return objects
}

// react answers one request after the other, as the API server does.
func (c *garbageCluster) react(action clienttesting.Action) (bool, apiruntime.Object, error) {
	switch action := action.(type) {
	case clienttesting.PatchAction:
		return c.patch(action)
	case clienttesting.DeleteAction:
		return c.delete(action)
	case clienttesting.GetAction:
		if node, found := c.nodes[action.GetName()]; found && !slices.Contains(c.missing, action.GetName()) {
			return true, node, nil
		}
		return true, nil, apierrors.NewNotFound(action.GetResource().GroupResource(), action.GetName())
	}
	panic("unexpected request of the garbage collector")
}

func (c *garbageCluster) delete(action clienttesting.DeleteAction) (bool, apiruntime.Object, error) {
	pod, found := c.pods[action.GetName()]
	if !found {
		return true, nil, apierrors.NewNotFound(action.GetResource().GroupResource(), action.GetName())
	}
	delete(c.pods, pod.Name)
	collected := collectedPod{Name: pod.Name, Reason: collectingStage(), Phase: pod.Status.Phase}
	for _, condition := range pod.Status.Conditions {
		if condition.Type == v1.DisruptionTarget {
			collected.Condition = &condition
		}
	}
	c.collected = append(c.collected, collected)
	return true, pod, nil
}

func (c *garbageCluster) patch(action clienttesting.PatchAction) (bool, apiruntime.Object, error) {
	pod, found := c.pods[action.GetName()]
	if !found {
		return true, nil, apierrors.NewNotFound(action.GetResource().GroupResource(), action.GetName())
	}
	original, err := json.Marshal(pod)
	if err != nil {
		return true, nil, err
	}
	text, err := strategicpatch.StrategicMergePatch(original, action.GetPatch(), pod)
	if err != nil {
		return true, nil, err
	}
	patched := &v1.Pod{}
	if err := input.Decode(text, input.PodKind, patched); err != nil {
		return true, nil, err
	}
	c.pods[pod.Name] = patched
	return true, patched, nil
}

// collectingStage is the function of the garbage collector that has sent the request.
func collectingStage() string {
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers)])
	for {
		frame, more := frames.Next()
		if _, name, found := strings.Cut(frame.Function, "PodGCController).gc"); found {
			stage, _, _ := strings.Cut(name, ".")
			return stage
		}
		if !more {
			return ""
		}
	}
}
