// Package admission asks the admission plugins ResourceQuota, LimitRanger and RuntimeClass, and the quota controller.
package admission

import (
	"kubesem/oracle/wire"
)

// Ops are the operations of this package.
var Ops = map[string]wire.Op{
	"limitRange.apply":      applyLimitRanges,
	"limitRange.violations": limitRangeViolations,

	"quota.usage":    quotaUsage,
	"quota.check":    quotaCheck,
	"quota.admit":    quotaAdmit,
	"quota.describe": quotaDescribe,

	"runtimeClass.apply": runtimeClassApply,
}
