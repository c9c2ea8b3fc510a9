// Package workloads asks the controllers of workloads, the autoscaler and kubectl rollout status.
package workloads

import (
	"kubesem/oracle/wire"
)

// Ops are the operations of this package.
var Ops = map[string]wire.Op{
	"hpa.reconcile": hpaReconcile,

	"autoscaler.range": autoscalerRange,

	"rollout.status":    rolloutStatus,
	"rollout.limits":    rolloutLimits,
	"rollout.step":      rolloutStep,
	"rollout.run":       rolloutRun,
	"replicaSet.sync":   replicaSetSync,
	"template.equal":    templateEqual,
	"template.spelling": templateSpelling,

	"statefulSet.names": statefulSetNames,
	"name.generated":    generatedName,
	"cronJob.runs":      cronJobRuns,
	"cronJob.sync":      cronJobSync,
	"job.sync":          jobSync,
	"daemonSet.nodes":   daemonSetNodes,
}
