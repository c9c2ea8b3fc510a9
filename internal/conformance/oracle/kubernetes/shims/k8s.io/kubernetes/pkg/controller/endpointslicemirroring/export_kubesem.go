package endpointslicemirroring

import (
	"context"

	"k8s.io/client-go/tools/record"
)

// Sync mirrors the Endpoints of one key; their events go to the recorder.
func (c *Controller) Sync(ctx context.Context, key string, recorder record.EventRecorder) error {
	c.reconciler.eventRecorder = recorder
	return c.syncEndpoints(ctx, key)
}

// Close ends the goroutines of the controller.
func (c *Controller) Close() {
	c.queue.ShutDown()
	c.eventBroadcaster.Shutdown()
}
