package replicaset

import "context"

// PodsToDelete sorts the Pods by getPodsToDelete.
var PodsToDelete = getPodsToDelete

// Ranked ranks the Pods as they are sorted.
var Ranked = getPodsRankedByRelatedPodsOnSameNode

// Sync passes on syncReplicaSet.
func (rsc *ReplicaSetController) Sync(ctx context.Context, key string) error {
	return rsc.syncReplicaSet(ctx, key)
}

// ShutDown ends the goroutines of the controller.
func (rsc *ReplicaSetController) ShutDown() {
	rsc.queue.ShutDown()
	rsc.eventBroadcaster.Shutdown()
}
