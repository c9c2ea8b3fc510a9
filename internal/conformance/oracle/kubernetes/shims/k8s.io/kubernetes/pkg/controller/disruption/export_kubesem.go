package disruption

import (
	"context"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/record"
)

func (dc *DisruptionController) Sync(ctx context.Context, key string) error { return dc.sync(ctx, key) }

func (dc *DisruptionController) Record(recorder record.EventRecorder) { dc.recorder = recorder }

func (dc *DisruptionController) Stale(pod *v1.Pod) (bool, time.Duration) {
	return dc.nonTerminatingPodHasStaleDisruptionCondition(pod)
}

const StaleTimeout = stalePodDisruptionTimeout

// Stop ends the goroutines of a controller that does not run.
func (dc *DisruptionController) Stop() {
	dc.queue.ShutDown()
	dc.recheckQueue.ShutDown()
	dc.stalePodDisruptionQueue.ShutDown()
	dc.broadcaster.Shutdown()
}
