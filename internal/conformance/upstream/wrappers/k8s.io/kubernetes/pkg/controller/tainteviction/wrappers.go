package tainteviction

import (
	"context"
	"fmt"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"kubesem/upstream/record"
)

// getMinTolerationTime has a taint for each of the tolerations.
func getMinTolerationTime(tolerations []v1.Toleration) time.Duration {
	taints, described := []v1.Taint{}, []v1.Toleration{}
	for i, toleration := range tolerations {
		key := fmt.Sprint("key-", i)
		taints = append(taints, v1.Taint{Key: key, Effect: v1.TaintEffectNoExecute})
		described = append(described, v1.Toleration{
			Key: key, Operator: v1.TolerationOpExists, TolerationSeconds: toleration.TolerationSeconds,
		})
	}
	call := record.Begin("taint.eviction", record.Map{"taints": taints, "tolerations": described})
	wait := orig_getMinTolerationTime(tolerations)
	seconds := int64(wait / time.Second)
	if wait < 0 {
		seconds = -1
	}
	call.Out(record.Map{"tolerated": true, "seconds": seconds})
	return wait
}

func (tc *Controller) processPodOnNode(
	ctx context.Context, podNamespacedName types.NamespacedName, nodeName string, tolerations []v1.Toleration, taints []v1.Taint, now time.Time,
) {
	record.Begin("taint.eviction", record.Map{"taints": taints, "tolerations": tolerations}).NoResult()
	tc.orig_processPodOnNode(ctx, podNamespacedName, nodeName, tolerations, taints, now)
}
