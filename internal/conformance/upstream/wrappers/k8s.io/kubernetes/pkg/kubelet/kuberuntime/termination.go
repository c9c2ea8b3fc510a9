package kuberuntime

import (
	"cmp"
	"slices"
	"sync"
	"time"

	v1 "k8s.io/api/core/v1"
	"kubesem/upstream/record"
)

// ending is what the containers of an ordering do, on the virtual clock of a test.
type ending struct {
	pod     *v1.Pod
	running []string
	start   time.Time
	grace   int64
	termMs  map[string]int64
	stopMs  map[string]int64
	events  []record.Map
}

var (
	endingsMutex sync.Mutex
	endings      = map[*terminationOrdering]*ending{}
)

func newTerminationOrdering(pod *v1.Pod, runningContainerNames []string) *terminationOrdering {
	ordering := orig_newTerminationOrdering(pod, runningContainerNames)
	endingsMutex.Lock()
	defer endingsMutex.Unlock()
	endings[ordering] = &ending{
		pod: pod, running: slices.Clone(runningContainerNames), start: time.Now(),
		termMs: map[string]int64{}, stopMs: map[string]int64{},
	}
	return ordering
}

func (o *terminationOrdering) waitForTurn(name string, gracePeriod int64) float64 {
	seconds := o.orig_waitForTurn(name, gracePeriod)
	endingsMutex.Lock()
	defer endingsMutex.Unlock()
	e := endings[o]
	e.grace = max(e.grace, gracePeriod)
	e.termMs[name] = e.note(name, "TERM")
	return seconds
}

func (o *terminationOrdering) containerTerminated(name string) {
	endingsMutex.Lock()
	e := endings[o]
	e.stopMs[name] = e.note(name, "EXITED") - e.termMs[name]
	if len(e.stopMs) == len(e.running) {
		e.write()
	}
	endingsMutex.Unlock()
	o.orig_containerTerminated(name)
}

func (e *ending) note(name, event string) int64 {
	at := time.Since(e.start).Milliseconds()
	e.events = append(e.events, record.Map{"atMs": at, "container": name, "type": event})
	return at
}

func (e *ending) write() {
	if e.start.Year() != 2000 || len(e.termMs) < len(e.running) {
		record.Skip("pod.termination", "a real clock, or a container that does not wait for its turn")
		return
	}
	slices.SortStableFunc(e.events, func(a, b record.Map) int {
		return cmp.Or(cmp.Compare(a["atMs"].(int64), b["atMs"].(int64)), cmp.Compare(a["container"].(string), b["container"].(string)))
	})
	record.Begin("pod.termination", record.Map{
		"pod": e.pod, "running": e.running, "hookMs": record.Map{}, "stopMs": e.stopMs, "gracePeriodSeconds": e.grace,
	}).Out(record.Map{"events": e.events})
}
