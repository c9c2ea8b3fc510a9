package endpoint

import "context"

// Sync computes the Endpoints of one Service.
func (e *Controller) Sync(ctx context.Context, key string) error { return e.syncService(ctx, key) }

// Close ends the goroutines of the controller.
func (e *Controller) Close() {
	e.queue.ShutDown()
	e.podQueue.ShutDown()
	e.eventBroadcaster.Shutdown()
}
