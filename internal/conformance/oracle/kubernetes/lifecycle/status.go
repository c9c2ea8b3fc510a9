package lifecycle

import (
	"encoding/json"
	"maps"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/flowcontrol"
	"k8s.io/klog/v2"
	podutil "k8s.io/kubernetes/pkg/api/v1/pod"
	"k8s.io/kubernetes/pkg/controller"
	"k8s.io/kubernetes/pkg/kubelet"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/status"

	"kubesem/oracle/kubernetes/clock"
	"kubesem/oracle/kubernetes/input"
)

// podPhase asks the kubelet for the phase of a Pod as stored, from the statuses of its containers.
func podPhase(in json.RawMessage) (any, error) {
	var args struct {
		Pod                              json.RawMessage
		PodIsTerminal, PodHasInitialized bool
	}
	pod := &v1.Pod{}
	if err := input.Pod(in, &args, &args.Pod, pod); err != nil {
		return nil, err
	}
	statuses := append(append([]v1.ContainerStatus{}, pod.Status.ContainerStatuses...), pod.Status.InitContainerStatuses...)
	phase := kubelet.Phase(klog.Background(), pod, statuses, args.PodIsTerminal, args.PodHasInitialized)
	return map[string]v1.PodPhase{"phase": phase}, nil
}

// podAvailable asks how controllers see a Pod.
func podAvailable(in json.RawMessage) (any, error) {
	var args struct {
		Pod             json.RawMessage
		MinReadySeconds int32
		Now             metav1.Time
	}
	pod := &v1.Pod{}
	if err := input.Pod(in, &args, &args.Pod, pod); err != nil {
		return nil, err
	}
	return map[string]bool{
		"ready":       podutil.IsPodReady(pod),
		"available":   podutil.IsPodAvailable(pod, args.MinReadySeconds, args.Now),
		"active":      controller.IsPodActive(pod),
		"terminating": controller.IsPodTerminating(pod),
		"terminal":    podutil.IsPodTerminal(pod),
	}, nil
}

// containerRestart asks whether the first container of a Pod restarts.
func containerRestart(in json.RawMessage) (any, error) {
	var args struct {
		Pod      json.RawMessage
		ExitCode int32
	}
	pod := &v1.Pod{}
	if err := input.Pod(in, &args, &args.Pod, pod); err != nil {
		return nil, err
	}
	container := pod.Spec.Containers[0]
	rule, found := podutil.FindMatchingContainerRestartRule(container, args.ExitCode)
	return map[string]any{
		"restarts": podutil.ContainerShouldRestart(container, pod.Spec, args.ExitCode),
		"action":   rule.Action,
		"matched":  found,
	}, nil
}

// crashLoopSettings asks for the delays of a node.
func crashLoopSettings(in json.RawMessage) (any, error) {
	var args struct{ MaxContainerRestartPeriodSeconds int64 }
	if err := input.Parameters(in, &args); err != nil {
		return nil, err
	}
	period := metav1.Duration{Duration: time.Duration(args.MaxContainerRestartPeriodSeconds) * time.Second}
	longest, first := kubelet.CrashLoopDelays(&kubeletconfig.KubeletConfiguration{
		CrashLoopBackOff: kubeletconfig.CrashLoopBackOffConfig{MaxContainerRestartPeriod: &period},
	})
	return map[string]float64{"initialSeconds": first.Seconds(), "maxSeconds": longest.Seconds()}, nil
}

// crashLoopSeries runs a container again and again: each run takes some time, then the kubelet waits
// for what the back-off says. Every two seconds it collects garbage.
func crashLoopSeries(in json.RawMessage) (any, error) {
	var args struct {
		InitialSeconds, MaxSeconds int64
		Housekeeping               bool
		RunMs                      []int64
	}
	if err := input.Parameters(in, &args); err != nil {
		return nil, err
	}
	waits := []int64{}
	clock.At(time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC), func() {
		seconds := func(n int64) time.Duration { return time.Duration(n) * time.Second }
		backOff := flowcontrol.NewBackOff(seconds(args.InitialSeconds), seconds(args.MaxSeconds))
		start := time.Now()
		pass := func(until time.Time) {
			for args.Housekeeping {
				next := start.Add(time.Since(start).Truncate(2*time.Second) + 2*time.Second)
				if next.After(until) {
					break
				}
				time.Sleep(time.Until(next))
				backOff.GC()
			}
			time.Sleep(time.Until(until))
		}
		for _, ms := range args.RunMs {
			pass(time.Now().Add(time.Duration(ms) * time.Millisecond))
			finished := time.Now()
			for backOff.IsInBackOffSince("container", finished) {
				pass(time.Now().Add(time.Second))
			}
			backOff.Next("container", finished)
			waits = append(waits, time.Since(finished).Milliseconds())
		}
	})
	return map[string]any{"waitsMs": waits}, nil
}

// podConditions asks the kubelet for the conditions of a Pod that come from its container statuses.
func podConditions(in json.RawMessage) (any, error) {
	var args struct {
		Pod     json.RawMessage
		Runtime *podRuntime
	}
	pod := &v1.Pod{}
	if err := input.Pod(in, &args, &args.Pod, pod); err != nil {
		return nil, err
	}
	// As the kubelet does, which has no empty list if there are no containers.
	var statuses []v1.ContainerStatus
	statuses = append(statuses, pod.Status.InitContainerStatuses...)
	statuses = append(statuses, pod.Status.ContainerStatuses...)
	old, phase := &pod.Status, pod.Status.Phase
	conditions := map[string]v1.PodCondition{
		"initialized":     status.GeneratePodInitializedCondition(pod, old, statuses, phase),
		"ready":           status.GeneratePodReadyCondition(pod, old, old.Conditions, statuses, phase),
		"containersReady": status.GenerateContainersReadyCondition(pod, old, statuses, phase),
	}
	if args.Runtime != nil {
		maps.Copy(conditions, runtimeConditions(pod, args.Runtime))
	}
	return conditions, nil
}
