package helper

import (
	v1 "k8s.io/api/core/v1"
	"kubesem/upstream/record"
)

func IsExtendedResourceName(name v1.ResourceName) bool {
	return trait("extended", orig_IsExtendedResourceName, name)
}

func IsNativeResource(name v1.ResourceName) bool {
	return trait("native", orig_IsNativeResource, name)
}

func IsPrefixedNativeResource(name v1.ResourceName) bool {
	return trait("prefixedNative", orig_IsPrefixedNativeResource, name)
}

func IsHugePageResourceName(name v1.ResourceName) bool {
	return trait("hugePage", orig_IsHugePageResourceName, name)
}

func IsAttachableVolumeResourceName(name v1.ResourceName) bool {
	return trait("attachableVolume", orig_IsAttachableVolumeResourceName, name)
}

func IsOvercommitAllowed(name v1.ResourceName) bool {
	return trait("overcommitAllowed", orig_IsOvercommitAllowed, name)
}

// trait notes one property of a resource name.
func trait(property string, has func(v1.ResourceName) bool, name v1.ResourceName) bool {
	call := record.Begin("resource.kind", record.Text(name))
	found := has(name)
	call.Out(record.Map{property: found})
	return found
}
