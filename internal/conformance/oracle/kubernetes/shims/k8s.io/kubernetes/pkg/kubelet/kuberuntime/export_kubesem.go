package kuberuntime

import (
	"context"
	"time"

	cadvisorapi "github.com/google/cadvisor/lib/model"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/cm"
)

// Settings are what of a kubelet's configuration and of its node a container's resources depend on.
type Settings struct {
	CPUCFSQuota             bool
	CPUCFSQuotaPeriod       time.Duration
	MemoryReservationPolicy kubeletconfig.MemoryReservationPolicy
	MemoryThrottlingFactor  *float64
	Allocatable             v1.ResourceList
}

// ContainerResources passes on generateLinuxContainerResources.
func ContainerResources(
	ctx context.Context, settings Settings, pod *v1.Pod, container *v1.Container,
) *runtimeapi.LinuxContainerResources {
	manager := &kubeGenericRuntimeManager{
		cpuCFSQuota:                settings.CPUCFSQuota,
		cpuCFSQuotaPeriod:          metav1.Duration{Duration: settings.CPUCFSQuotaPeriod},
		memoryReservationPolicy:    settings.MemoryReservationPolicy,
		memoryThrottlingFactor:     settings.MemoryThrottlingFactor,
		getNodeAllocatable:         func() v1.ResourceList { return settings.Allocatable },
		getSwapControllerAvailable: func() bool { return false },
		containerManager:           cm.NewStubContainerManager(),
		machineInfo:                &cadvisorapi.MachineInfo{MemoryCapacity: 1},
	}
	return manager.generateLinuxContainerResources(ctx, pod, container, manager.isMemoryQoSEnforced())
}
