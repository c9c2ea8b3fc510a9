// Package qos asks what the kubelet makes of requests, limits and classes on its node.
package qos

import (
	"kubesem/oracle/wire"
)

// Ops are the operations of this package.
var Ops = map[string]wire.Op{
	"localStorage.eviction": localStorageEviction,

	"pod.qos": podQOS,

	"qos.oomScoreAdj":  oomScoreAdj,
	"qos.cgroups":      podCgroups,
	"qos.memoryQos":    podMemoryQos,
	"qos.tiers":        qosTiers,
	"qos.cpuWeight":    cpuWeight,
	"qos.evictionRank": evictionRank,

	"emptyDir.size": emptyDirSizes,
}
