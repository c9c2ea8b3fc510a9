package eviction

import (
	"github.com/go-logr/logr"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/client-go/tools/record"
	statsapi "k8s.io/kubelet/pkg/apis/stats/v1alpha1"
	v1resource "k8s.io/kubernetes/pkg/api/v1/resource"
	evictionapi "k8s.io/kubernetes/pkg/kubelet/eviction/api"
)

// Rank sorts the Pods as the manager does before it evicts one of them; false if it knows no such signal.
func Rank(
	signal evictionapi.Signal, withImageFs, splitFs bool, pods []*v1.Pod, stats []statsapi.PodStats,
) bool {
	rank, isKnown := buildSignalToRankFunc(withImageFs, splitFs)[signal]
	if isKnown {
		rank(pods, cachedStatsFunc(stats))
	}
	return isKnown
}

// Usage is what a Pod uses, and what of it is above its request.
type Usage struct {
	Usage        string `json:"usage"`
	Request      string `json:"request"`
	AboveRequest string `json:"aboveRequest"`
	Exceeds      bool   `json:"exceeds"`
}

// UsageOf is what the ranking for a signal compares; processes have no request.
func UsageOf(
	signal evictionapi.Signal, withImageFs, splitFs bool, pod *v1.Pod, stats statsapi.PodStats,
) Usage {
	switch signal {
	case evictionapi.SignalMemoryAvailable, evictionapi.SignalAllocatableMemoryAvailable:
		return usageOf(pod, *memoryUsage(stats.Memory), v1.ResourceMemory, v1.ResourceMemory)
	case evictionapi.SignalPIDAvailable:
		processes := resource.NewQuantity(int64(processUsage(stats.ProcessStats)), resource.DecimalSI).String()
		return Usage{Usage: processes, AboveRequest: processes}
	}
	name := v1.ResourceEphemeralStorage
	switch signal {
	case evictionapi.SignalNodeFsInodesFree, evictionapi.SignalImageFsInodesFree, evictionapi.SignalContainerFsInodesFree:
		name = resourceInodes
	}
	usage, err := podDiskUsage(stats, pod, measured(signal, withImageFs, splitFs))
	if err != nil {
		panic(err)
	}
	// Even from inodes the kubelet subtracts the storage.
	return usageOf(pod, usage[name], name, v1.ResourceEphemeralStorage)
}

func usageOf(pod *v1.Pod, usage resource.Quantity, compared, subtracted v1.ResourceName) Usage {
	request := v1resource.GetResourceRequestQuantity(pod, compared)
	above := usage.DeepCopy()
	above.Sub(v1resource.GetResourceRequestQuantity(pod, subtracted))
	return Usage{usage.String(), request.String(), above.String(), usage.Cmp(request) > 0}
}

// measured repeats what buildSignalToRankFunc passes on; Rank shows whether it is right.
func measured(signal evictionapi.Signal, withImageFs, splitFs bool) []fsStatsType {
	isNodeFs := signal == evictionapi.SignalNodeFsAvailable || signal == evictionapi.SignalNodeFsInodesFree
	isImageFs := signal == evictionapi.SignalImageFsAvailable || signal == evictionapi.SignalImageFsInodesFree
	switch {
	case !withImageFs:
		return []fsStatsType{fsStatsImages, fsStatsRoot, fsStatsLogs, fsStatsLocalVolumeSource}
	case splitFs && isImageFs:
		return []fsStatsType{fsStatsImages}
	case splitFs:
		return []fsStatsType{fsStatsLogs, fsStatsLocalVolumeSource, fsStatsRoot}
	case isNodeFs:
		return []fsStatsType{fsStatsLogs, fsStatsLocalVolumeSource}
	}
	return []fsStatsType{fsStatsRoot, fsStatsImages}
}

// LocalStorageEviction is the status that a Pod gets when it is evicted; empty if it stays.
func LocalStorageEviction(pod *v1.Pod, stats statsapi.PodStats, dedicatedImageFs bool) v1.PodStatus {
	status := v1.PodStatus{}
	manager := &managerImpl{
		recorder:         &record.FakeRecorder{},
		dedicatedImageFs: &dedicatedImageFs,
		killPodFunc: func(_ *v1.Pod, _ bool, _ *int64, set func(*v1.PodStatus)) error {
			set(&status)
			return nil
		},
	}
	manager.localStorageEviction(logr.Discard(), []*v1.Pod{pod},
		func(*v1.Pod) (statsapi.PodStats, bool) { return stats, true })
	return status
}
