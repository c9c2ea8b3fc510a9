package prober

import (
	"context"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/record"
	"k8s.io/kubernetes/pkg/kubelet/prober/results"
	"k8s.io/kubernetes/pkg/kubelet/status"
	execprobe "k8s.io/kubernetes/pkg/probe/exec"
)

// Worker probes one container.
type Worker struct{ worker *worker }

// NewWorker is the worker for the probe of a kind: liveness, readiness or startup. All its probes are
// commands, which exec runs. The kubelet started at start.
func NewWorker(
	statuses status.Manager, exec execprobe.Prober, cache results.Manager, start time.Time,
	kind string, pod *v1.Pod, container v1.Container,
) Worker {
	m := &manager{
		statusManager:    statuses,
		livenessManager:  cache,
		readinessManager: cache,
		startupManager:   cache,
		prober:           &prober{exec: exec, recorder: &record.FakeRecorder{}},
		workers:          map[probeKey]*worker{},
		start:            start,
	}
	kinds := map[string]probeType{"liveness": liveness, "readiness": readiness, "startup": startup}
	return Worker{newWorker(m, kinds[kind], pod, container)}
}

// Run probes until the worker ends.
func (w Worker) Run(ctx context.Context) { w.worker.run(ctx) }

// Stop ends the worker.
func (w Worker) Stop() { w.worker.stop() }

// Trigger asks for a probe, as the manager does for a container that is not ready.
func (w Worker) Trigger() {
	select {
	case w.worker.manualTriggerCh <- struct{}{}:
	default:
	}
}
