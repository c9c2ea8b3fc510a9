package cm

import (
	v1 "k8s.io/api/core/v1"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
)

// GetCPUWeight passes on getCPUWeight.
func GetCPUWeight(shares uint64) uint64 { return getCPUWeight(&shares) }

// QOSManager is what writes the cgroups of the classes, for a node on which the Pods are active.
func QOSManager(
	manager CgroupManager, pods []*v1.Pod, policy kubeletconfig.MemoryReservationPolicy,
) QOSContainerManager {
	return &qosContainerManagerImpl{
		qosContainersInfo: QOSContainersInfo{
			Guaranteed: CgroupName{"kubepods"},
			Burstable:  CgroupName{"kubepods", "burstable"},
			BestEffort: CgroupName{"kubepods", "besteffort"},
		},
		cgroupManager:           manager,
		activePods:              func() []*v1.Pod { return pods },
		memoryReservationPolicy: policy,
	}
}
