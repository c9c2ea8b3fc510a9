package v1

import (
	"k8s.io/klog/v2"
	"kubesem/upstream/record"
)

func (t *Toleration) ToleratesTaint(logger klog.Logger, taint *Taint, enableComparisonOperators bool) bool {
	call := record.Begin("taint.tolerates", record.Map{
		"toleration": t, "taint": taint, "compare": enableComparisonOperators,
	})
	tolerates := t.orig_ToleratesTaint(logger, taint, enableComparisonOperators)
	call.Out(tolerates)
	return tolerates
}
