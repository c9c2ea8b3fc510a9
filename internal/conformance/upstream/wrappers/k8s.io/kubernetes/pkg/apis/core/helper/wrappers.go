package helper

import (
	"k8s.io/kubernetes/pkg/apis/core"
	"kubesem/upstream/record"
)

func IsQuotaHugePageResourceName(name core.ResourceName) bool {
	return trait("quotaHugePage", orig_IsQuotaHugePageResourceName, name)
}

func IsStandardContainerResourceName(name core.ResourceName) bool {
	return trait("standardContainer", orig_IsStandardContainerResourceName, name)
}

func IsStandardQuotaResourceName(name core.ResourceName) bool {
	return trait("standardQuota", orig_IsStandardQuotaResourceName, name)
}

func IsStandardResourceName(name core.ResourceName) bool {
	return trait("standard", orig_IsStandardResourceName, name)
}

func IsIntegerResourceName(name core.ResourceName) bool {
	return trait("integer", orig_IsIntegerResourceName, name)
}

// trait notes one property of a resource name.
func trait(property string, has func(core.ResourceName) bool, name core.ResourceName) bool {
	call := record.Begin("resource.kind", record.Text(name))
	found := has(name)
	call.Out(record.Map{property: found})
	return found
}
