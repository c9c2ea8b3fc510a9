package workloads

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/kubectl/pkg/polymorphichelpers"
	"k8s.io/kubernetes/pkg/controller/deployment"
	deploymentutil "k8s.io/kubernetes/pkg/controller/deployment/util"
	"k8s.io/kubernetes/pkg/controller/replicaset"

	"kubesem/oracle/kubernetes/clock"
	"kubesem/oracle/kubernetes/input"
	"kubesem/oracle/kubernetes/output"
)

// rolloutWorld is a cluster with one Deployment, whose Pods change in virtual time.
type rolloutWorld struct {
	client     *fake.Clientset
	deployment *appsv1.Deployment
	// In the order of their creation.
	sets               []*appsv1.ReplicaSet
	pods               []*rolloutPod
	start              time.Time
	ready, termination time.Duration
	created            int
	scalings           []timedScaling
	// lock guards all of this: Pods are created at the same time.
	lock sync.Mutex
	// changed says whether a controller has written anything.
	changed bool
	// rejectSets says whether no ReplicaSet can be created, and rejected whether one was.
	rejectSets, rejected bool
}

// rolloutPod becomes ready, never if readyAt is zero, and is gone some time after its deletion.
type rolloutPod struct {
	*v1.Pod
	readyAt, goneAt time.Time
}

type timedScaling struct {
	Seconds int64 `json:"seconds"`
	scaling
}

const rolloutSeconds = 100

// rolloutRun lets the controllers work when something can change, and now and then, until kubectl rollout status stops waiting, or for a fixed time.
// All Pods of the ReplicaSets are available at the start.
func rolloutRun(in json.RawMessage) (any, error) {
	var args struct {
		Deployment         json.RawMessage
		ReplicaSets        []json.RawMessage
		ReadySeconds       *int64
		TerminationSeconds int64
		Now                time.Time
		RejectReplicaSets  bool
	}
	object, err := input.TypedArgs[*appsv1.Deployment](in, &args, &args.Deployment)
	if err != nil {
		return nil, err
	}
	world := &rolloutWorld{
		client: &fake.Clientset{}, deployment: object, start: args.Now, scalings: []timedScaling{},
		termination: time.Duration(args.TerminationSeconds) * time.Second,
		rejectSets:  args.RejectReplicaSets,
	}
	if args.ReadySeconds != nil {
		world.ready = time.Duration(*args.ReadySeconds) * time.Second
	} else {
		world.ready = -1
	}
	for _, raw := range args.ReplicaSets {
		set, err := input.Typed(raw)
		if err != nil {
			return nil, err
		}
		world.sets = append(world.sets, set.(*appsv1.ReplicaSet))
	}
	var answer any
	clock.At(args.Now, func() { answer, err = world.run() })
	return answer, err
}

func (w *rolloutWorld) run() (any, error) {
	w.react()
	long := w.start.Add(-24 * time.Hour)
	for _, set := range w.sets {
		for range *set.Spec.Replicas {
			pod := &v1.Pod{ObjectMeta: metav1.ObjectMeta{
				Labels: set.Spec.Template.Labels, Namespace: set.Namespace,
				OwnerReferences: []metav1.OwnerReference{*metav1.NewControllerRef(set, appsv1.SchemeGroupVersion.WithKind("ReplicaSet"))},
			}}
			w.add(pod, long, long)
		}
	}
	for second := int64(0); ; second++ {
		if w.isBusy(second) {
			if err := w.settle(); err != nil {
				return nil, err
			}
		}
		text, done, err := w.status()
		if done || err != nil || second == rolloutSeconds {
			return map[string]any{"scalings": w.scalings, "seconds": second, "text": text, "done": done, "error": output.ErrorText(err)}, nil
		}
		time.Sleep(time.Second)
	}
}

// isBusy reports whether a Pod changes in this second, or the deadline passes. Every seven seconds the controllers look anyway.
func (w *rolloutWorld) isBusy(second int64) bool {
	now := time.Now()
	if second%7 == 0 {
		return true
	}
	available := time.Duration(w.deployment.Spec.MinReadySeconds) * time.Second
	for _, pod := range w.pods {
		if pod.readyAt.Equal(now) || pod.readyAt.Add(available).Equal(now) || pod.goneAt.Equal(now) {
			return true
		}
	}
	progress := deploymentutil.GetDeploymentCondition(w.deployment.Status, appsv1.DeploymentProgressing)
	deadline := time.Duration(*w.deployment.Spec.ProgressDeadlineSeconds) * time.Second
	passed := progress != nil && now.Sub(progress.LastUpdateTime.Add(deadline)) > 0
	return passed && now.Sub(progress.LastUpdateTime.Add(deadline)) <= 2*time.Second
}

// status is what kubectl rollout status prints.
func (w *rolloutWorld) status() (string, bool, error) {
	object, err := runtime.DefaultUnstructuredConverter.ToUnstructured(w.deployment)
	if err != nil {
		return "", false, err
	}
	return (&polymorphichelpers.DeploymentStatusViewer{}).Status(&unstructured.Unstructured{Object: object}, 0)
}

func (w *rolloutWorld) add(pod *v1.Pod, createdAt, readyAt time.Time) {
	pod.Name = fmt.Sprintf("pod-%d", w.created)
	w.created++
	pod.UID = types.UID(pod.Name)
	pod.CreationTimestamp = metav1.NewTime(createdAt)
	pod.Spec.NodeName = "node"
	pod.Status.Phase = v1.PodRunning
	w.pods = append(w.pods, &rolloutPod{Pod: pod, readyAt: readyAt})
}

// removeGone removes the Pods that have ended.
func (w *rolloutWorld) removeGone() {
	now := time.Now()
	w.pods = slices.DeleteFunc(slices.Clone(w.pods), func(pod *rolloutPod) bool {
		return !pod.goneAt.IsZero() && !pod.goneAt.After(now)
	})
}

// settle lets Pods change, and then the controllers work until they write nothing more.
func (w *rolloutWorld) settle() error {
	now := time.Now()
	w.removeGone()
	for _, pod := range w.pods {
		condition := v1.PodCondition{Type: v1.PodReady, Status: v1.ConditionFalse, LastTransitionTime: pod.CreationTimestamp}
		if !pod.readyAt.IsZero() && !pod.readyAt.After(now) {
			condition.Status, condition.LastTransitionTime = v1.ConditionTrue, metav1.NewTime(pod.readyAt)
		}
		pod.Pod = pod.DeepCopy()
		pod.Status.Conditions = []v1.PodCondition{condition}
	}
	for round := 0; round < 1000; round++ {
		w.changed = false
		for i := 0; i < len(w.sets); i++ {
			for range 10 {
				before := w.changed
				w.changed = false
				if err := w.syncSet(w.sets[i].Namespace + "/" + w.sets[i].Name); err != nil {
					return err
				}
				wrote := w.changed
				w.changed = wrote || before
				if !wrote {
					break
				}
			}
		}
		if err := w.syncDeployment(); err != nil {
			return err
		}
		if !w.changed {
			return nil
		}
	}
	return fmt.Errorf("the controllers do not come to rest")
}

// informers have all objects as they are now.
func (w *rolloutWorld) informers() informers.SharedInformerFactory {
	factory := informers.NewSharedInformerFactory(w.client, 0)
	apps := factory.Apps().V1()
	must(apps.Deployments().Informer().GetIndexer().Add(w.deployment))
	for _, set := range w.sets {
		must(apps.ReplicaSets().Informer().GetIndexer().Add(set))
	}
	for _, pod := range w.pods {
		must(factory.Core().V1().Pods().Informer().GetIndexer().Add(pod.Pod))
	}
	return factory
}

func (w *rolloutWorld) syncSet(key string) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	factory := w.informers()
	controller := replicaset.NewReplicaSetController(ctx, factory.Apps().V1().ReplicaSets(), factory.Core().V1().Pods(), w.client, replicaset.BurstReplicas)
	defer controller.ShutDown()
	return controller.Sync(ctx, key)
}

func (w *rolloutWorld) syncDeployment() error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	factory := w.informers()
	controller, err := deployment.NewDeploymentController(ctx, factory.Apps().V1().Deployments(), factory.Apps().V1().ReplicaSets(), factory.Core().V1().Pods(), w.client)
	if err != nil {
		return err
	}
	defer controller.ShutDown()
	w.rejected = false
	err = controller.Sync(ctx, w.deployment.Namespace+"/"+w.deployment.Name)
	if w.rejected {
		// It would write the same condition again.
		w.changed = false
		return nil
	}
	return err
}

// react makes the client write to this world.
func (w *rolloutWorld) react() {
	w.client.AddReactor("*", "pods", func(action clienttesting.Action) (bool, runtime.Object, error) {
		w.lock.Lock()
		defer w.lock.Unlock()
		now := time.Now()
		w.changed = true
		switch action := action.(type) {
		case clienttesting.CreateActionImpl:
			pod := action.Object.(*v1.Pod).DeepCopy()
			pod.Namespace = action.Namespace
			readyAt := time.Time{}
			if w.ready >= 0 {
				readyAt = now.Add(w.ready)
			}
			w.add(pod, now, readyAt)
			pod.Status.Conditions = []v1.PodCondition{{Type: v1.PodReady, Status: v1.ConditionFalse, LastTransitionTime: metav1.NewTime(now)}}
			if w.ready == 0 {
				pod.Status.Conditions[0].Status = v1.ConditionTrue
			}
			return true, pod, nil
		case clienttesting.DeleteActionImpl:
			for _, pod := range w.pods {
				if pod.Name == action.Name {
					pod.Pod = pod.DeepCopy()
					pod.DeletionTimestamp = &metav1.Time{Time: now}
					pod.goneAt = now.Add(w.termination)
				}
			}
			w.removeGone()
			return true, nil, nil
		}
		panic(fmt.Sprintf("unexpected %s of a Pod", action.GetVerb()))
	})
	w.client.AddReactor("*", "replicasets", func(action clienttesting.Action) (bool, runtime.Object, error) {
		w.changed = true
		switch action := action.(type) {
		case clienttesting.CreateActionImpl:
			if w.rejectSets {
				w.rejected = true
				return true, nil, apierrors.NewForbidden(appsv1.Resource("replicasets"), "web", fmt.Errorf("exceeded quota"))
			}
			set := action.Object.(*appsv1.ReplicaSet).DeepCopy()
			set.UID = types.UID(set.Name)
			set.CreationTimestamp = metav1.NewTime(time.Now())
			w.sets = append(w.sets, set)
			w.scale("", *set.Spec.Replicas)
			return true, set, nil
		case clienttesting.UpdateActionImpl:
			written := action.Object.(*appsv1.ReplicaSet).DeepCopy()
			for i, set := range w.sets {
				if set.Name == written.Name {
					if *set.Spec.Replicas != *written.Spec.Replicas {
						w.scale(set.Name, *written.Spec.Replicas)
					}
					w.sets[i] = written
				}
			}
			return true, written, nil
		case clienttesting.DeleteActionImpl:
			for i, set := range w.sets {
				if set.Name == action.Name {
					w.sets = slices.Delete(slices.Clone(w.sets), i, i+1)
					break
				}
			}
			return true, nil, nil
		}
		panic(fmt.Sprintf("unexpected %s of a ReplicaSet", action.GetVerb()))
	})
	w.client.AddReactor("update", "deployments", func(action clienttesting.Action) (bool, runtime.Object, error) {
		w.changed = true
		w.deployment = action.(clienttesting.UpdateActionImpl).Object.(*appsv1.Deployment).DeepCopy()
		return true, w.deployment, nil
	})
}

func (w *rolloutWorld) scale(name string, replicas int32) {
	seconds := int64(time.Since(w.start) / time.Second)
	w.scalings = append(w.scalings, timedScaling{seconds, scaling{name, replicas}})
}
