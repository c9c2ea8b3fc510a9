package statefulset

// MaxUnavailable passes on getStatefulSetMaxUnavailable.
var MaxUnavailable = getStatefulSetMaxUnavailable

// The names of Pods and claims, and the ordinals that a StatefulSet has.
var (
	PodName      = getPodName
	ClaimName    = getPersistentVolumeClaimName
	StartOrdinal = getStartOrdinal
	EndOrdinal   = getEndOrdinal
)
