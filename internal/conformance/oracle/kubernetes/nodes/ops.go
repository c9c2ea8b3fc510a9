// Package nodes asks what Pods take of nodes: kubectl describe, kubectl top and the scheduler.
package nodes

import (
	"kubesem/oracle/wire"
)

// Ops are the operations of this package.
var Ops = map[string]wire.Op{
	"node.describe":    describeNode,
	"node.fits":        fitsNode,
	"cluster.describe": describeCluster,
	"cluster.fits":     fitsCluster,

	"top.nodes": topNodes,
	"top.pods":  topPods,
}
