package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"time"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	podutil "k8s.io/kubernetes/pkg/api/v1/pod"
	kubeletstatus "k8s.io/kubernetes/pkg/kubelet/status"
)

const never time.Duration = math.MaxInt64

// life is what the annotations of a Pod say about it. A time is a duration, such as `1.5s`, or `never`.
type life struct {
	// startAfter is the time until the containers run.
	startAfter time.Duration
	// readyAfter is the time from then until they are ready.
	readyAfter time.Duration
	// exitAfter is the time from then until they end with the exit code.
	exitAfter time.Duration
	exitCode  int32
	// endAfter is the time from the deletion of the Pod until the containers have ended.
	endAfter time.Duration
	// waiting is a reason why no container ever starts, such as ErrImagePull.
	waiting string
	// overlay is JSON that is merged over the status.
	overlay string
}

func readLife(pod *v1.Pod) life {
	value := func(name string) string { return pod.Annotations["cluster.kubesem/"+name] }
	duration := func(name string, fallback time.Duration) time.Duration {
		if value(name) == "never" {
			return never
		}
		if read, err := time.ParseDuration(value(name)); err == nil {
			return read
		}
		return fallback
	}
	l := life{
		startAfter: duration("start-after", 0),
		readyAfter: duration("ready-after", 0),
		exitAfter:  duration("exit-after", never),
		endAfter:   duration("end-after", 0),
		waiting:    value("waiting"),
		overlay:    value("status"),
	}
	if code, err := strconv.ParseInt(value("exit-code"), 10, 32); err == nil {
		l.exitCode = int32(code)
		l.exitAfter = duration("exit-after", 0)
	}
	if l.waiting != "" {
		l.startAfter = never
	}
	return l
}

// moment is what the containers of a Pod are doing.
type moment struct {
	state    v1.ContainerState
	last     v1.ContainerState
	restarts int32
	ready    bool
	// started says that the containers have run.
	started bool
	since   time.Time
	// next is the time until something changes.
	next time.Duration
}

// at returns what the containers do at a time.
func (l life) at(policy v1.RestartPolicy, accepted, now time.Time) moment {
	if l.startAfter == never || now.Before(accepted.Add(l.startAfter)) {
		reason := "ContainerCreating"
		if l.waiting != "" {
			reason = l.waiting
		}
		m := moment{state: v1.ContainerState{Waiting: &v1.ContainerStateWaiting{Reason: reason}}, next: never}
		if l.startAfter != never {
			m.next = accepted.Add(l.startAfter).Sub(now)
		}
		return m
	}
	begin := accepted.Add(l.startAfter)
	m := moment{started: true, since: begin, next: never}
	for backOff := time.Duration(0); ; {
		if l.exitAfter == never || now.Before(begin.Add(l.exitAfter)) {
			l.running(&m, begin, now)
			return m
		}
		exit := begin.Add(l.exitAfter)
		ended := terminated(begin, exit, l.exitCode)
		if policy == v1.RestartPolicyNever || (policy == v1.RestartPolicyOnFailure && l.exitCode == 0) {
			m.state = ended
			return m
		}
		if begin = exit.Add(backOff); now.Before(begin) {
			message := fmt.Sprintf("back-off %s restarting failed container", backOff)
			m.state = v1.ContainerState{Waiting: &v1.ContainerStateWaiting{Reason: "CrashLoopBackOff", Message: message}}
			m.last, m.next = ended, begin.Sub(now)
			return m
		}
		m.last = ended
		m.restarts++
		// A container that ends at once restarts at once only the first time, as with the kubelet.
		backOff = min(max(10*time.Second, 2*backOff), 5*time.Minute)
	}
}

func (l life) running(m *moment, begin, now time.Time) {
	m.state = v1.ContainerState{Running: &v1.ContainerStateRunning{StartedAt: metav1.NewTime(begin)}}
	if l.readyAfter != never {
		m.ready = !now.Before(begin.Add(l.readyAfter))
		if !m.ready {
			m.next = begin.Add(l.readyAfter).Sub(now)
		}
	}
	if l.exitAfter != never {
		m.next = min(m.next, begin.Add(l.exitAfter).Sub(now))
	}
}

func terminated(begin, end time.Time, code int32) v1.ContainerState {
	reason := "Completed"
	if code != 0 {
		reason = "Error"
	}
	return v1.ContainerState{Terminated: &v1.ContainerStateTerminated{
		ExitCode: code, Reason: reason, StartedAt: metav1.NewTime(begin), FinishedAt: metav1.NewTime(end),
	}}
}

// status returns the status of a Pod at a time, and the time until it changes.
func (l life) status(pod *v1.Pod, home *node, remembered record, now time.Time) (v1.PodStatus, time.Duration) {
	status := *pod.Status.DeepCopy()
	if status.Phase == v1.PodSucceeded || status.Phase == v1.PodFailed {
		return status, never
	}
	m := l.at(pod.Spec.RestartPolicy, remembered.accepted, now)
	accepted := metav1.NewTime(remembered.accepted).Rfc3339Copy()
	status.StartTime = &accepted
	status.HostIP, status.HostIPs = home.address, []v1.HostIP{{IP: home.address}}
	if m.started {
		status.PodIP, status.PodIPs = remembered.ip, []v1.PodIP{{IP: remembered.ip}}
	}
	status.InitContainerStatuses = nil
	for _, container := range pod.Spec.InitContainers {
		status.InitContainerStatuses = append(status.InitContainerStatuses, initStatus(pod, container, m))
	}
	status.ContainerStatuses = nil
	for _, container := range pod.Spec.Containers {
		status.ContainerStatuses = append(status.ContainerStatuses, containerStatus(pod, container, m))
	}
	status.Phase = phase(m)
	status.ObservedGeneration = pod.Generation
	setConditions(pod, &status, m.started, now)
	return l.merge(status), m.next
}

func (l life) merge(status v1.PodStatus) v1.PodStatus {
	text, err := json.Marshal(status)
	if err == nil && l.overlay != "" {
		text, err = jsonpatch.MergePatch(text, []byte(l.overlay))
	}
	// Read again, so that times have whole seconds, as the API server stores them.
	var merged v1.PodStatus
	if err != nil || json.Unmarshal(text, &merged) != nil {
		return status
	}
	return merged
}

func phase(m moment) v1.PodPhase {
	switch ended := m.state.Terminated; {
	case !m.started:
		return v1.PodPending
	case ended == nil:
		return v1.PodRunning
	case ended.ExitCode == 0:
		return v1.PodSucceeded
	default:
		return v1.PodFailed
	}
}

func containerStatus(pod *v1.Pod, container v1.Container, m moment) v1.ContainerStatus {
	isRunning := m.state.Running != nil
	status := v1.ContainerStatus{
		Name:                 container.Name,
		Image:                container.Image,
		State:                m.state,
		LastTerminationState: m.last,
		RestartCount:         m.restarts,
		Ready:                m.ready,
		Started:              &isRunning,
	}
	if m.started {
		id := sha256.Sum256(fmt.Appendf(nil, "%s/%s/%d", pod.UID, container.Name, m.restarts))
		status.ContainerID = fmt.Sprintf("containerd://%x", id)
		status.ImageID = fmt.Sprintf("%s@sha256:%x", container.Image, sha256.Sum256([]byte(container.Image)))
		status.AllocatedResources = container.Resources.Requests
		status.Resources = container.Resources.DeepCopy()
		status.Resources.Claims = nil
	}
	return status
}

// initStatus returns the status of an init container: it ends when the others start, unless it is a sidecar.
func initStatus(pod *v1.Pod, container v1.Container, m moment) v1.ContainerStatus {
	isSidecar := container.RestartPolicy != nil && *container.RestartPolicy == v1.ContainerRestartPolicyAlways
	switch {
	case !m.started && m.state.Waiting.Reason == "ContainerCreating":
		m.state.Waiting = &v1.ContainerStateWaiting{Reason: "PodInitializing"}
	case m.started && !isSidecar:
		m = moment{started: true, ready: true, state: terminated(m.since, m.since, 0)}
	case m.started && m.state.Terminated == nil:
		m = moment{started: true, ready: true, state: v1.ContainerState{Running: &v1.ContainerStateRunning{StartedAt: metav1.NewTime(m.since)}}}
	}
	return containerStatus(pod, container, m)
}

// setConditions sets the conditions of a kubelet and keeps all others.
func setConditions(pod *v1.Pod, status *v1.PodStatus, started bool, now time.Time) {
	containers := append(append([]v1.ContainerStatus{}, status.InitContainerStatuses...), status.ContainerStatuses...)
	sandbox := v1.PodCondition{Type: v1.PodReadyToStartContainers, Status: v1.ConditionFalse, ObservedGeneration: pod.Generation}
	if started && status.Phase == v1.PodRunning {
		sandbox.Status = v1.ConditionTrue
	}
	for _, condition := range []v1.PodCondition{
		sandbox,
		kubeletstatus.GeneratePodInitializedCondition(pod, &pod.Status, containers, status.Phase),
		kubeletstatus.GeneratePodReadyCondition(pod, &pod.Status, status.Conditions, containers, status.Phase),
		kubeletstatus.GenerateContainersReadyCondition(pod, &pod.Status, containers, status.Phase),
	} {
		condition.ObservedGeneration = pod.Generation
		condition.LastTransitionTime = metav1.NewTime(now)
		podutil.UpdatePodCondition(status, &condition)
	}
}

// endedStatus returns the last status of a deleted Pod: what ran has ended.
func endedStatus(pod *v1.Pod, status v1.PodStatus, now time.Time) v1.PodStatus {
	last := *status.DeepCopy()
	isFailed := false
	for _, list := range [][]v1.ContainerStatus{last.InitContainerStatuses, last.ContainerStatuses} {
		for i := range list {
			container := &list[i]
			if container.State.Terminated == nil {
				begin := now
				if container.State.Running != nil {
					begin = container.State.Running.StartedAt.Time
				}
				container.State = terminated(begin, now, 0)
			}
			container.Ready = false
			isFailed = isFailed || container.State.Terminated.ExitCode != 0
		}
	}
	if last.Phase != v1.PodSucceeded && last.Phase != v1.PodFailed {
		last.Phase = v1.PodSucceeded
		if isFailed {
			last.Phase = v1.PodFailed
		}
	}
	setConditions(pod, &last, false, now)
	return life{}.merge(last)
}
