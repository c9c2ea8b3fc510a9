package lifecycle

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/kubernetes/pkg/kubelet"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	"k8s.io/kubernetes/pkg/kubelet/kuberuntime"

	"kubesem/oracle/kubernetes/apiserver"
	"kubesem/oracle/kubernetes/clock"
	"kubesem/oracle/kubernetes/input"
	"kubesem/oracle/kubernetes/quiet"
)

// deletion is what a request to delete a Pod has done; the metadata is that of the stored Pod.
type deletion struct {
	Removed                    bool         `json:"removed"`
	DeletionTimestamp          *metav1.Time `json:"deletionTimestamp"`
	DeletionGracePeriodSeconds *int64       `json:"deletionGracePeriodSeconds"`
	Generation                 int64        `json:"generation"`
}

// podDelete deletes a Pod as the API server does, again and again until it is removed.
func podDelete(in json.RawMessage) (any, error) {
	var args struct {
		Pod   json.RawMessage
		Now   time.Time
		Steps []struct {
			AfterMs            int64
			GracePeriodSeconds *int64
		}
	}
	pod := &v1.Pod{}
	if err := input.Pod(in, &args, &args.Pod, pod); err != nil {
		return nil, err
	}
	done := []deletion{}
	var failed error
	clock.At(args.Now, func() {
		registry := apiserver.NewPodStore(pod)
		for _, step := range args.Steps {
			time.Sleep(time.Duration(step.AfterMs) * time.Millisecond)
			options := &metav1.DeleteOptions{GracePeriodSeconds: step.GracePeriodSeconds}
			removed, err := registry.DeletePod(options)
			if err != nil {
				failed = err
				return
			}
			meta := registry.Pod.ObjectMeta
			done = append(done, deletion{removed, meta.DeletionTimestamp, meta.DeletionGracePeriodSeconds, meta.Generation})
			if removed {
				return
			}
		}
	})
	return map[string]any{"steps": done}, failed
}

// podGracePeriod asks the kubelet for the grace period of a Pod, and for that of a container that it
// kills alone: what its hook gets, and what the runtime is told without one.
func podGracePeriod(in json.RawMessage) (any, error) {
	var args struct {
		Pod               json.RawMessage
		Container, Reason string
		Current           int64
		OverrideSeconds   *int64
	}
	pod := &v1.Pod{}
	if err := input.Pod(in, &args, &args.Pod, pod); err != nil {
		return nil, err
	}
	container := kubecontainer.GetContainerSpec(pod, args.Container)
	if container == nil {
		return nil, errors.New("expected a container of the pod")
	}
	ctx := quiet.Context
	seconds := kuberuntime.GracePeriod(ctx, pod, container, args.Reason)
	container.Lifecycle = nil
	var told int64
	containers := &kuberuntime.Containers{Note: func(_, event string, seconds int64) {
		if event == "TERM" {
			told = seconds
		}
	}}
	if err := kuberuntime.KillContainer(ctx, containers, pod, args.Container, args.Reason); err != nil {
		return nil, err
	}
	ofPod, shortened := kubelet.GracePeriod(args.Current, pod, args.OverrideSeconds)
	return map[string]any{"pod": ofPod, "shortened": shortened, "container": seconds, "told": told}, nil
}

type terminationEvent struct {
	AtMs      float64 `json:"atMs"`
	Container string  `json:"container"`
	Type      string  `json:"type"`
	Seconds   int64   `json:"seconds"`
}

// podTermination lets the kubelet end a Pod, with the grace period that it computes.
func podTermination(in json.RawMessage) (any, error) {
	var args struct {
		Pod                json.RawMessage
		Running            []string
		HookMs, StopMs     map[string]int64
		GracePeriodSeconds *int64
	}
	pod := &v1.Pod{}
	if err := input.Pod(in, &args, &args.Pod, pod); err != nil {
		return nil, err
	}
	events := []terminationEvent{}
	var gracePeriod int64
	clock.At(time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC), func() {
		var lock sync.Mutex
		start := time.Now()
		note := func(container, event string, seconds int64) {
			lock.Lock()
			defer lock.Unlock()
			at := float64(time.Since(start)) / float64(time.Millisecond)
			events = append(events, terminationEvent{at, container, event, seconds})
		}
		gracePeriod, _ = kubelet.GracePeriod(0, pod, args.GracePeriodSeconds)
		containers := &kuberuntime.Containers{Hook: durations(args.HookMs), Stop: durations(args.StopMs), Note: note}
		kuberuntime.KillPod(quiet.Context, containers, pod, args.Running, gracePeriod)
	})
	// What happens to one container has an order; containers do not, at the same time.
	slices.SortStableFunc(events, func(a, b terminationEvent) int {
		return cmp.Or(cmp.Compare(a.AtMs, b.AtMs), cmp.Compare(a.Container, b.Container))
	})
	return map[string]any{"gracePeriodSeconds": gracePeriod, "events": events}, nil
}

func durations(ms map[string]int64) map[string]time.Duration {
	read := map[string]time.Duration{}
	for name, value := range ms {
		read[name] = time.Duration(value) * time.Millisecond
	}
	return read
}

// podActiveDeadline asks the kubelet whether a Pod has been active for too long.
func podActiveDeadline(in json.RawMessage) (any, error) {
	var args struct {
		Pod json.RawMessage
		Now time.Time
	}
	pod := &v1.Pod{}
	if err := input.Pod(in, &args, &args.Pod, pod); err != nil {
		return nil, err
	}
	var exceeded bool
	clock.At(args.Now, func() { exceeded = kubelet.PastActiveDeadline(pod) })
	return map[string]bool{"exceeded": exceeded}, nil
}
