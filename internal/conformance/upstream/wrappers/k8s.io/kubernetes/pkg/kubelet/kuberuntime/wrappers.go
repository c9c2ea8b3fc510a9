package kuberuntime

import (
	"context"
	"reflect"
	"strconv"
	"time"

	v1 "k8s.io/api/core/v1"
	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	"kubesem/upstream/record"
)

func (m *kubeGenericRuntimeManager) generateLinuxContainerResources(
	ctx context.Context, pod *v1.Pod, container *v1.Container, enforceMemoryQoS bool,
) *runtimeapi.LinuxContainerResources {
	index := -1
	for i, one := range append(append([]v1.Container{}, pod.Spec.InitContainers...), pod.Spec.Containers...) {
		if one.Name == container.Name && reflect.DeepEqual(one.Resources, container.Resources) {
			index = i
		}
	}
	settings := record.Map{"cpuCFSQuota": m.cpuCFSQuota}
	if m.memoryReservationPolicy != "" {
		settings["memoryReservationPolicy"] = m.memoryReservationPolicy
	}
	if m.memoryThrottlingFactor != nil {
		settings["memoryThrottlingFactor"] = *m.memoryThrottlingFactor
	}
	if period := m.cpuCFSQuotaPeriod.Duration; period > 0 {
		settings["cpuCFSQuotaPeriodMicroseconds"] = period / time.Microsecond
	}
	if m.getNodeAllocatable != nil {
		allocatable := m.getNodeAllocatable()
		settings["allocatableMemory"] = allocatable.Memory()
	}
	var call *record.Call
	if index < 0 || !isCgroup2UnifiedMode() {
		record.Skip("qos.cgroups", "another version of cgroups, or a container that is not in the Pod")
	} else {
		call = record.Begin("qos.cgroups", record.Map{"pod": pod, "settings": settings})
	}
	resources := m.orig_generateLinuxContainerResources(ctx, pod, container, enforceMemoryQoS)
	out := record.Map{
		"cpuShares":   strconv.FormatInt(resources.CpuShares, 10),
		"cpuQuota":    strconv.FormatInt(resources.CpuQuota, 10),
		"cpuPeriod":   strconv.FormatInt(resources.CpuPeriod, 10),
		"memoryLimit": strconv.FormatInt(resources.MemoryLimitInBytes, 10),
	}
	if enforceMemoryQoS {
		out["unified"] = resources.Unified
	}
	call.Out(record.Map{"containers": record.Map{strconv.Itoa(index): out}})
	return resources
}

func setTerminationGracePeriod(
	ctx context.Context, pod *v1.Pod, containerSpec *v1.Container, containerName string,
	containerID kubecontainer.ContainerID, reason containerKillReason,
) int64 {
	seconds := orig_setTerminationGracePeriod(ctx, pod, containerSpec, containerName, containerID, reason)
	if kubecontainer.GetContainerSpec(pod, containerSpec.Name) == nil {
		record.Skip("pod.gracePeriod", "a container that is not in the Pod")
		return seconds
	}
	in := record.Map{"pod": pod, "container": containerSpec.Name, "reason": "", "current": 0}
	if reason == reasonLivenessProbe || reason == reasonStartupProbe {
		in["reason"] = reason
	}
	record.Begin("pod.gracePeriod", in).Out(record.Map{"container": seconds})
	return seconds
}
