package workloads

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/kubectl/pkg/polymorphichelpers"
	"k8s.io/kubernetes/pkg/controller/daemon"
	"k8s.io/kubernetes/pkg/controller/deployment"
	deploymentutil "k8s.io/kubernetes/pkg/controller/deployment/util"
	"k8s.io/kubernetes/pkg/controller/replicaset"
	"k8s.io/kubernetes/pkg/controller/statefulset"

	"kubesem/oracle/kubernetes/clock"
	"kubesem/oracle/kubernetes/input"
	"kubesem/oracle/kubernetes/output"
	"kubesem/oracle/wire"
)

// rolloutStatus asks kubectl about a rollout.
func rolloutStatus(in json.RawMessage) (any, error) {
	var args struct {
		Object   json.RawMessage
		Revision int64
	}
	if err := input.Args(in, &args, &args.Object); err != nil {
		return nil, err
	}
	object := &unstructured.Unstructured{}
	if err := object.UnmarshalJSON(args.Object); err != nil {
		return nil, &wire.Error{Class: "Decode", Message: err.Error()}
	}
	viewer, err := polymorphichelpers.StatusViewerFor(object.GroupVersionKind().GroupKind())
	if err != nil {
		return nil, &wire.Error{Class: "Kind", Message: err.Error()}
	}
	text, done, err := viewer.Status(object, args.Revision)
	return map[string]any{"text": text, "done": done, "error": output.ErrorText(err)}, nil
}

// rolloutLimits asks how many Pods a rolling update adds and takes away. Nodes is how many run a DaemonSet.
func rolloutLimits(in json.RawMessage) (any, error) {
	var args struct {
		Workload json.RawMessage
		Nodes    int
	}
	object, err := input.TypedArgs[runtime.Object](in, &args, &args.Workload)
	if err != nil {
		return nil, err
	}
	limits := func(surge, unavailable, available int) (any, error) {
		return map[string]int{"surge": surge, "unavailable": unavailable, "minAvailable": available}, nil
	}
	switch object := object.(type) {
	case *appsv1.Deployment:
		available := deploymentutil.MinAvailable(object)
		return limits(int(deploymentutil.MaxSurge(*object)), int(deploymentutil.MaxUnavailable(*object)), int(available))
	case *appsv1.DaemonSet:
		// The controller counts a list of nodes, so each of them takes memory.
		if args.Nodes > 1_000_000 {
			return nil, &wire.Refusal{Reason: "more than a million nodes"}
		}
		surge, unavailable, err := daemon.Limits(object, args.Nodes)
		if err != nil {
			return nil, &wire.Error{Class: "IntOrString", Message: err.Error()}
		}
		return limits(surge, unavailable, 0)
	case *appsv1.StatefulSet:
		unavailable := 1
		if update := object.Spec.UpdateStrategy.RollingUpdate; update != nil {
			unavailable, err = statefulset.MaxUnavailable(update.MaxUnavailable, int(*object.Spec.Replicas))
			if err != nil {
				return nil, &wire.Error{Class: "IntOrString", Message: err.Error()}
			}
		}
		return limits(0, unavailable, 0)
	}
	return nil, fmt.Errorf("no limits of a %T", object)
}

// rolloutStep syncs a Deployment once, and reports what it scales and which status it writes. The ReplicaSets are all
// its own.
func rolloutStep(in json.RawMessage) (any, error) {
	var args struct {
		Deployment        json.RawMessage
		ReplicaSets, Pods []json.RawMessage
		Now               time.Time
	}
	object, err := input.TypedArgs[*appsv1.Deployment](in, &args, &args.Deployment)
	if err != nil {
		return nil, err
	}
	sets := []*appsv1.ReplicaSet{}
	objects := []runtime.Object{object}
	for _, raw := range args.ReplicaSets {
		set, err := input.Typed(raw)
		if err != nil {
			return nil, err
		}
		sets = append(sets, set.(*appsv1.ReplicaSet))
		objects = append(objects, set)
	}
	pods, err := input.Pods(args.Pods)
	if err != nil {
		return nil, err
	}
	var answer any
	clock.At(args.Now, func() { answer, err = syncOnce(object, sets, pods, objects) })
	return answer, err
}

type scaling struct {
	ReplicaSet string `json:"replicaSet"`
	Replicas   int32  `json:"replicas"`
}

func syncOnce(object *appsv1.Deployment, sets []*appsv1.ReplicaSet, pods []*v1.Pod, objects []runtime.Object) (any, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	client := fake.NewClientset(objects...)
	factory := informers.NewSharedInformerFactory(client, 0)
	dc, err := deployment.NewDeploymentController(ctx, factory.Apps().V1().Deployments(), factory.Apps().V1().ReplicaSets(), factory.Core().V1().Pods(), client)
	if err != nil {
		return nil, err
	}
	defer dc.ShutDown()
	must(factory.Apps().V1().Deployments().Informer().GetIndexer().Add(object))
	before := map[string]int32{}
	for _, set := range sets {
		must(factory.Apps().V1().ReplicaSets().Informer().GetIndexer().Add(set))
		before[set.Name] = *set.Spec.Replicas
	}
	for _, pod := range pods {
		must(factory.Core().V1().Pods().Informer().GetIndexer().Add(pod))
	}
	syncErr := dc.Sync(ctx, object.Namespace+"/"+object.Name)
	scalings := []scaling{}
	var status *appsv1.DeploymentStatus
	for _, action := range client.Actions() {
		switch action := action.(type) {
		case clienttesting.CreateActionImpl:
			if set, ok := action.Object.(*appsv1.ReplicaSet); ok {
				scalings = append(scalings, scaling{"", *set.Spec.Replicas})
			}
		case clienttesting.UpdateActionImpl:
			switch written := action.Object.(type) {
			case *appsv1.ReplicaSet:
				if *written.Spec.Replicas != before[written.Name] {
					scalings = append(scalings, scaling{written.Name, *written.Spec.Replicas})
					before[written.Name] = *written.Spec.Replicas
				}
			case *appsv1.Deployment:
				status = &written.Status
			}
		}
	}
	return map[string]any{"scalings": scalings, "status": status, "error": output.ErrorText(syncErr)}, nil
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// replicaSetSync syncs a ReplicaSet once, and reports which Pods it deletes, how many it creates and which status it
// writes. The ReplicaSets are all there are.
func replicaSetSync(in json.RawMessage) (any, error) {
	var args struct {
		Name              string
		ReplicaSets, Pods []json.RawMessage
		Now               time.Time
	}
	if err := input.Parameters(in, &args); err != nil {
		return nil, err
	}
	objects := []runtime.Object{}
	for _, raw := range args.ReplicaSets {
		set, err := input.Typed(raw)
		if err != nil {
			return nil, err
		}
		objects = append(objects, set)
	}
	pods, err := input.Pods(args.Pods)
	if err != nil {
		return nil, err
	}
	var answer any
	clock.At(args.Now, func() { answer, err = syncReplicaSet(args.Name, objects, pods) })
	return answer, err
}

func syncReplicaSet(key string, objects []runtime.Object, pods []*v1.Pod) (any, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	sets := objects
	for _, pod := range pods {
		objects = append(objects, pod)
	}
	client := fake.NewClientset(objects...)
	factory := informers.NewSharedInformerFactory(client, 0)
	rsc := replicaset.NewReplicaSetController(ctx, factory.Apps().V1().ReplicaSets(), factory.Core().V1().Pods(), client, replicaset.BurstReplicas)
	defer rsc.ShutDown()
	for _, set := range sets {
		must(factory.Apps().V1().ReplicaSets().Informer().GetIndexer().Add(set))
	}
	for _, pod := range pods {
		must(factory.Core().V1().Pods().Informer().GetIndexer().Add(pod))
	}
	syncErr := rsc.Sync(ctx, key)
	deleted, created := []string{}, 0
	var status *appsv1.ReplicaSetStatus
	for _, action := range client.Actions() {
		switch action := action.(type) {
		case clienttesting.DeleteActionImpl:
			deleted = append(deleted, action.Name)
		case clienttesting.CreateActionImpl:
			created++
		case clienttesting.UpdateActionImpl:
			if written, ok := action.Object.(*appsv1.ReplicaSet); ok {
				status = &written.Status
			}
		}
	}
	slices.Sort(deleted)
	return map[string]any{"deleted": deleted, "created": created, "status": status, "error": output.ErrorText(syncErr)}, nil
}

// templateEqual asks whether a Deployment takes the template of a ReplicaSet for its own. It also answers both templates as
// they are stored: with defaults.
func templateEqual(in json.RawMessage) (any, error) {
	var args struct{ A, B json.RawMessage }
	if err := input.Parameters(in, &args); err != nil {
		return nil, err
	}
	templates := [2]v1.PodTemplateSpec{}
	for i, raw := range []json.RawMessage{args.A, args.B} {
		set := map[string]any{"apiVersion": "apps/v1", "kind": "Deployment", "spec": map[string]any{"template": raw}}
		text, err := json.Marshal(set)
		if err != nil {
			return nil, err
		}
		object, err := input.Typed(text)
		if err != nil {
			return nil, err
		}
		templates[i] = object.(*appsv1.Deployment).Spec.Template
	}
	return map[string]any{
		"equal": deploymentutil.EqualIgnoreHash(&templates[0], &templates[1]),
		"a":     templates[0],
		"b":     templates[1],
	}, nil
}
