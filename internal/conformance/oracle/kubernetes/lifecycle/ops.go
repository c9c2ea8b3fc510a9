// Package lifecycle asks what happens to a Pod on its node, and in which order controllers delete Pods.
package lifecycle

import (
	"kubesem/oracle/wire"
)

// Ops are the operations of this package.
var Ops = map[string]wire.Op{
	"pods.garbage": podsGarbage,

	"pod.phase":          podPhase,
	"pod.available":      podAvailable,
	"pod.conditions":     podConditions,
	"container.restart":  containerRestart,
	"crashLoop.settings": crashLoopSettings,
	"crashLoop.series":   crashLoopSeries,

	"lifecycle.run": lifecycleRun,

	"pod.actions": podActions,

	"pod.row":    podRow,
	"pods.table": podsTable,

	"probe.describe":  probeDescribe,
	"probe.request":   probeRequest,
	"probe.answer":    probeAnswer,
	"probe.worker":    probeWorker,
	"container.state": containerState,
	// Only what the lifecycle of a Pod concerns is compared.

	"pods.ranking":      podsRanking,
	"pods.less":         podsLess,
	"job.failurePolicy": jobFailurePolicy,

	"pod.delete":         podDelete,
	"pod.gracePeriod":    podGracePeriod,
	"pod.termination":    podTermination,
	"pod.activeDeadline": podActiveDeadline,
}
