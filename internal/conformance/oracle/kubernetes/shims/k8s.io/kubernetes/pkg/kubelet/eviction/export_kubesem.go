package eviction

import (
	"github.com/go-logr/logr"
	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/record"
	statsapi "k8s.io/kubelet/pkg/apis/stats/v1alpha1"
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

// LocalStorageEviction says what a Pod is evicted for, as its status does; nothing if it stays.
func LocalStorageEviction(pod *v1.Pod, stats statsapi.PodStats, dedicatedImageFs bool) string {
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
	return status.Message
}
