package prober

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/klog/v2"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	"k8s.io/kubernetes/pkg/kubelet/prober/results"
	"kubesem/upstream/record"
)

// start is when the workers of the oracle start.
var start = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// life is what a worker has met and done. Its tests probe at any time; here there is a period between.
type life struct {
	pod               *v1.Pod
	statuses, script  []record.Map
	probesMs          []int64
	updates           []record.Map
	nowMs             int64
	reason            string
	id                kubecontainer.ContainerID
	last              results.Result
	run               int
	onHold            bool
	cached            results.Result
	isCached, started bool
}

var (
	livesMutex sync.Mutex
	lives      = map[*worker]*life{}
)

type answersKey struct{}

func (w *worker) doProbe(ctx context.Context) bool {
	if w.spec == nil {
		record.Skip("probe.worker", "a worker without a probe")
		return w.orig_doProbe(ctx)
	}
	livesMutex.Lock()
	l := lives[w]
	if l == nil {
		l = &life{probesMs: []int64{}, updates: []record.Map{}}
		lives[w] = l
	}
	livesMutex.Unlock()
	l.begin(w)

	manager := w.resultsManager
	w.resultsManager = notedResults{manager, l}
	keepGoing := w.orig_doProbe(context.WithValue(ctx, answersKey{}, l))
	w.resultsManager = manager

	l.end(w, keepGoing)
	return keepGoing
}

func (pb *prober) probe(
	ctx context.Context, probeType probeType, pod *v1.Pod, status v1.PodStatus, container v1.Container,
	containerID kubecontainer.ContainerID,
) (results.Result, error) {
	result, err := pb.orig_probe(ctx, probeType, pod, status, container, containerID)
	if l, ok := ctx.Value(answersKey{}).(*life); ok {
		attempts, answer := 1, "failure"
		if err != nil {
			attempts, answer = maxProbeRetries, "error"
		} else if result == results.Success {
			answer = "success"
		}
		for range attempts {
			l.script = append(l.script, record.Map{"result": answer, "ms": 0})
			l.probesMs = append(l.probesMs, l.nowMs)
		}
	}
	return result, err
}

// begin notes what the worker meets.
func (l *life) begin(w *worker) {
	described := describedPod(w)
	switch {
	case w.spec.PeriodSeconds < 1 || w.spec.FailureThreshold < 1 || w.spec.SuccessThreshold < 1:
		l.reason = "a probe without defaults"
	case !l.started && (!w.containerID.IsEmpty() || w.onHold || w.resultRun > 0):
		l.reason = "a worker that did something before"
	case l.started && !l.isSame(w, described):
		l.reason = "a worker that was changed"
	}
	if l.started {
		l.nowMs += int64(w.spec.PeriodSeconds) * 1000
	}
	l.started, l.pod = true, described
	at := record.Map{"atMs": l.nowMs, "status": nil}
	if status, ok := w.probeManager.statusManager.GetPodStatus(w.pod.UID); ok {
		at["status"] = l.moved(w, status.DeepCopy())
	}
	l.statuses = slices.Insert(l.statuses, 0, at)
}

// moved has the times of the oracle: containers are as old as in the test.
func (l *life) moved(w *worker, status *v1.PodStatus) *v1.PodStatus {
	now := start.Add(time.Duration(l.nowMs) * time.Millisecond)
	for _, list := range [][]v1.ContainerStatus{status.ContainerStatuses, status.InitContainerStatuses} {
		for i := range list {
			c := &list[i]
			id := kubecontainer.ParseContainerID(klog.Background(), c.ContainerID)
			if _, found := w.resultsManager.Get(id); found && id != w.containerID && c.Name == w.container.Name {
				l.reason = "a result of another worker"
			}
			if c.State.Running == nil || c.State.Running.StartedAt.IsZero() {
				continue
			}
			real := c.State.Running.StartedAt.Time
			moved := now.Add(-time.Since(real).Round(time.Second))
			c.State.Running.StartedAt = metav1.NewTime(moved)
			if moved.Before(l.kubeletStart(w).Add(-10*time.Second)) != real.Before(w.probeManager.start.Add(-10*time.Second)) {
				l.reason = "a container that is as old as the kubelet"
			}
		}
	}
	return status
}

// kubeletStart is as late as the oracle allows.
func (l *life) kubeletStart(w *worker) time.Time {
	return start.Add(-time.Duration(w.spec.PeriodSeconds) * time.Second)
}

// end writes all that the worker has met and done until now.
func (l *life) end(w *worker, keepGoing bool) {
	l.id, l.last, l.run, l.onHold = w.containerID, w.lastResult, w.resultRun, w.onHold
	l.cached, l.isCached = w.resultsManager.Get(w.containerID)
	if l.reason != "" {
		record.Skip("probe.worker", l.reason)
		return
	}
	untilMs, endMs := l.nowMs+500, int64(-1)
	removedMs := untilMs
	if !keepGoing {
		endMs, removedMs = l.nowMs, l.nowMs
	}
	updates, script := slices.Clone(l.updates), l.script
	if l.isCached && !w.containerID.IsEmpty() {
		updates = append(updates, record.Map{"atMs": removedMs, "id": w.containerID.String(), "result": ""})
	}
	if len(script) == 0 {
		script = []record.Map{{"result": "success", "ms": 0}}
	}
	record.Begin("probe.worker", record.Map{
		"pod": l.pod, "kind": kindOf(w), "script": script, "statuses": l.statuses, "triggersMs": []int64{},
		"kubeletStartedMs": l.kubeletStart(w).Sub(start).Milliseconds(), "stopMs": 0, "untilMs": untilMs,
	}).Out(record.Map{"probesMs": l.probesMs, "updates": updates, "endMs": endMs})
}

func (l *life) isSame(w *worker, described *v1.Pod) bool {
	before, _ := json.Marshal(l.pod)
	now, _ := json.Marshal(described)
	cached, isCached := w.resultsManager.Get(w.containerID)
	return bytes.Equal(before, now) && l.id == w.containerID && l.last == w.lastResult && l.run == w.resultRun &&
		l.onHold == w.onHold && l.cached == cached && l.isCached == isCached
}

// notedResults notes the changes of a cache.
type notedResults struct {
	results.Manager
	life *life
}

func (n notedResults) note(id kubecontainer.ContainerID, result string) {
	n.life.updates = append(n.life.updates, record.Map{"atMs": n.life.nowMs, "id": id.String(), "result": result})
}

func (n notedResults) Set(id kubecontainer.ContainerID, result results.Result, pod *v1.Pod) {
	if before, found := n.Get(id); !found || before != result {
		n.note(id, result.String())
	}
	n.Manager.Set(id, result, pod)
}

func (n notedResults) Remove(id kubecontainer.ContainerID) {
	if _, found := n.Get(id); found {
		n.note(id, "")
	}
	n.Manager.Remove(id)
}

// kindOf is the kind in the words of the API.
func kindOf(w *worker) string {
	return map[probeType]string{liveness: "liveness", readiness: "readiness", startup: "startup"}[w.probeType]
}

// describedPod has only the container of the worker, with its probe, which runs a command.
func describedPod(w *worker) *v1.Pod {
	pod, container, spec := w.pod.DeepCopy(), w.container.DeepCopy(), w.spec.DeepCopy()
	spec.ProbeHandler = v1.ProbeHandler{Exec: &v1.ExecAction{Command: []string{"true"}}}
	container.LivenessProbe, container.ReadinessProbe, container.StartupProbe = nil, nil, nil
	switch w.probeType {
	case liveness:
		container.LivenessProbe = spec
	case readiness:
		container.ReadinessProbe = spec
	default:
		container.StartupProbe = spec
	}
	if w.isInitContainer() {
		pod.Spec.InitContainers, pod.Spec.Containers = []v1.Container{*container}, nil
	} else {
		pod.Spec.InitContainers, pod.Spec.Containers = nil, []v1.Container{*container}
	}
	return pod
}
