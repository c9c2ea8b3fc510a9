package qos

import (
	"encoding/json"

	v1 "k8s.io/api/core/v1"
	statsapi "k8s.io/kubelet/pkg/apis/stats/v1alpha1"
	"k8s.io/kubernetes/pkg/kubelet/eviction"

	"kubesem/oracle/kubernetes/input"
)

// localStorageEviction is for which limit the kubelet evicts a Pod that uses so much: all of it, and each part alone.
func localStorageEviction(in json.RawMessage) (any, error) {
	var args struct {
		Pod              json.RawMessage
		Stats            statsapi.PodStats
		DedicatedImageFs bool
	}
	pod := &v1.Pod{}
	if err := input.PodObjects(in, &args, &args.Pod, pod); err != nil {
		return nil, err
	}
	evicted := func(stats statsapi.PodStats) v1.PodStatus {
		return eviction.LocalStorageEviction(pod.DeepCopy(), stats, args.DedicatedImageFs)
	}
	message := func(stats statsapi.PodStats) string { return evicted(stats).Message }
	parts := []string{message(statsapi.PodStats{EphemeralStorage: args.Stats.EphemeralStorage})}
	for i := range args.Stats.VolumeStats {
		parts = append(parts, message(statsapi.PodStats{VolumeStats: args.Stats.VolumeStats[i : i+1]}))
	}
	for i := range args.Stats.Containers {
		parts = append(parts, message(statsapi.PodStats{Containers: args.Stats.Containers[i : i+1]}))
	}
	status := evicted(args.Stats)
	return map[string]any{"message": status.Message, "status": status, "parts": parts}, nil
}
