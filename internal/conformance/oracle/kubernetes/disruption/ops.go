// Package disruption asks about budgets, evictions, drains and shutdowns.
package disruption

import (
	"kubesem/oracle/wire"
)

// Ops are the operations of this package.
var Ops = map[string]wire.Op{
	"pdb.status":           pdbStatus,
	"pod.disruptionTarget": podDisruptionTarget,
	"pod.evict":            podEvict,
	"node.drain":           nodeDrain,
	"node.shutdown":        nodeShutdownPods,
	"taint.eviction":       taintEviction,
}
