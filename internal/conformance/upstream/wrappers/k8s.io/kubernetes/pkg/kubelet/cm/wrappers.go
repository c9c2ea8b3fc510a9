package cm

import (
	"strconv"

	v1 "k8s.io/api/core/v1"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"kubesem/upstream/record"
)

func ResourceConfigForPod(
	allocatedPod *v1.Pod, enforceCPULimits bool, cpuPeriod uint64, enforceMemoryQoS bool,
	memoryReservationPolicy kubeletconfig.MemoryReservationPolicy,
) *ResourceConfig {
	isAsked := enforceMemoryQoS || memoryReservationPolicy != kubeletconfig.TieredReservationMemoryReservationPolicy
	var call *record.Call
	if isAsked && cpuPeriod > 0 {
		settings := record.Map{"cpuCFSQuota": enforceCPULimits, "cpuCFSQuotaPeriodMicroseconds": cpuPeriod}
		if memoryReservationPolicy != "" {
			settings["memoryReservationPolicy"] = memoryReservationPolicy
		}
		call = record.Begin("qos.cgroups", record.Map{"pod": allocatedPod, "settings": settings})
	} else {
		record.Skip("qos.cgroups", "without Memory QoS, or without a period")
	}
	config := orig_ResourceConfigForPod(
		allocatedPod, enforceCPULimits, cpuPeriod, enforceMemoryQoS, memoryReservationPolicy)
	pod := record.Map{}
	if config.CPUShares != nil {
		pod["cpuShares"] = strconv.FormatUint(*config.CPUShares, 10)
	}
	if config.CPUQuota != nil {
		pod["cpuQuota"] = strconv.FormatInt(*config.CPUQuota, 10)
	}
	if config.CPUPeriod != nil {
		pod["cpuPeriod"] = strconv.FormatUint(*config.CPUPeriod, 10)
	}
	if config.Memory != nil {
		pod["memoryLimit"] = strconv.FormatInt(*config.Memory, 10)
	}
	call.Out(record.Map{"pod": pod})
	return config
}

func getCPUWeight(cpuShares *uint64) uint64 {
	if cpuShares == nil || *cpuShares < MinShares {
		return orig_getCPUWeight(cpuShares)
	}
	call := record.Begin("qos.cpuWeight", record.Map{"shares": *cpuShares})
	weight := orig_getCPUWeight(cpuShares)
	call.Out(record.Map{"kubelet": weight})
	return weight
}
