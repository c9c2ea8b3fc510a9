package replicaset

// PodsToDelete sorts the Pods by getPodsToDelete.
var PodsToDelete = getPodsToDelete

// Ranked ranks the Pods as they are sorted.
var Ranked = getPodsRankedByRelatedPodsOnSameNode

// Status passes on calculateStatus.
var Status = calculateStatus
