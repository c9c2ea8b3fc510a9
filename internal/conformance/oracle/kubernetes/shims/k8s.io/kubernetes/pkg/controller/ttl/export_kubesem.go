package ttl

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"
)

// Seconds is the desired TTL after nodes were added and some of them were deleted.
func Seconds(added, deleted int) int {
	controller := &Controller{
		queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()),
	}
	defer controller.queue.ShutDown()
	node := &v1.Node{}
	for range added {
		controller.addNode(klog.Logger{}, node)
	}
	for range deleted {
		controller.deleteNode(klog.Logger{}, node)
	}
	return controller.getDesiredTTLSeconds()
}
