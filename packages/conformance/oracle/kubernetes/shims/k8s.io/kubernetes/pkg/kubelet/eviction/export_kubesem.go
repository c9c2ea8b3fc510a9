package eviction

import (
	v1 "k8s.io/api/core/v1"
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
