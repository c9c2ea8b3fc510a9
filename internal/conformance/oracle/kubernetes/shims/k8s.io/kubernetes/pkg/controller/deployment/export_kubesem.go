package deployment

import "context"

// Sync passes on syncDeployment.
func (dc *DeploymentController) Sync(ctx context.Context, key string) error {
	return dc.syncDeployment(ctx, key)
}

// ShutDown ends the goroutines of the controller.
func (dc *DeploymentController) ShutDown() {
	dc.queue.ShutDown()
	dc.eventBroadcaster.Shutdown()
}
