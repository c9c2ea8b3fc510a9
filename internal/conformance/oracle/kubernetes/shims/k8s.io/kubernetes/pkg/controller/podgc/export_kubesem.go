package podgc

import "context"

// Collect passes on gc.
func (gcc *PodGCController) Collect(ctx context.Context) { gcc.gc(ctx) }

// ShutDown ends the goroutines of the controller.
func (gcc *PodGCController) ShutDown() { gcc.nodeQueue.ShutDown() }
