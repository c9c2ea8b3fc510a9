package eviction

import (
	"reflect"
	"slices"
	"strconv"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	statsapi "k8s.io/kubelet/pkg/apis/stats/v1alpha1"
	evictionapi "k8s.io/kubernetes/pkg/kubelet/eviction/api"
	"kubesem/upstream/record"
)

func rankMemoryPressure(pods []*v1.Pod, stats statsFunc) {
	recordRanking(evictionapi.SignalMemoryAvailable, false, false, orig_rankMemoryPressure, pods, stats)
}

func rankPIDPressure(pods []*v1.Pod, stats statsFunc) {
	recordRanking(evictionapi.SignalPIDAvailable, false, false, orig_rankPIDPressure, pods, stats)
}

// situations are those in which the kubelet ranks by the file systems that its signals stand for.
var situations = []struct {
	measured           []fsStatsType
	withImageFs, split bool
	space, inodes      evictionapi.Signal
}{
	{[]fsStatsType{fsStatsImages, fsStatsRoot, fsStatsLogs, fsStatsLocalVolumeSource}, false, false,
		evictionapi.SignalNodeFsAvailable, evictionapi.SignalNodeFsInodesFree},
	{[]fsStatsType{fsStatsLogs, fsStatsLocalVolumeSource}, true, false,
		evictionapi.SignalNodeFsAvailable, evictionapi.SignalNodeFsInodesFree},
	{[]fsStatsType{fsStatsRoot, fsStatsImages}, true, false,
		evictionapi.SignalImageFsAvailable, evictionapi.SignalImageFsInodesFree},
	{[]fsStatsType{fsStatsLogs, fsStatsLocalVolumeSource, fsStatsRoot}, true, true,
		evictionapi.SignalNodeFsAvailable, evictionapi.SignalNodeFsInodesFree},
	{[]fsStatsType{fsStatsImages}, true, true,
		evictionapi.SignalImageFsAvailable, evictionapi.SignalImageFsInodesFree},
}

func rankDiskPressureFunc(fsStatsToMeasure []fsStatsType, diskResource v1.ResourceName) rankFunc {
	rank := orig_rankDiskPressureFunc(fsStatsToMeasure, diskResource)
	measured := slices.Sorted(slices.Values(fsStatsToMeasure))
	for _, situation := range situations {
		signal := situation.space
		if diskResource == resourceInodes {
			signal = situation.inodes
		}
		if reflect.DeepEqual(measured, slices.Sorted(slices.Values(situation.measured))) {
			return func(pods []*v1.Pod, stats statsFunc) {
				recordRanking(signal, situation.withImageFs, situation.split, rank, pods, stats)
			}
		}
	}
	return func(pods []*v1.Pod, stats statsFunc) {
		record.Skip("qos.evictionRank", "no signal measures these file systems")
		rank(pods, stats)
	}
}

// recordRanking gives every Pod a UID of its own, by which the oracle finds its statistics.
func recordRanking(
	signal evictionapi.Signal, withImageFs, split bool, rank rankFunc, pods []*v1.Pod, stats statsFunc,
) {
	before := slices.Clone(pods)
	known, named := []statsapi.PodStats{}, []*v1.Pod{}
	for i, pod := range before {
		uid := "uid-" + strconv.Itoa(i)
		copied := pod.DeepCopy()
		copied.UID = types.UID(uid)
		named = append(named, copied)
		if found, ok := stats(pod); ok {
			found.PodRef.UID = uid
			known = append(known, found)
		}
	}
	call := record.Begin("qos.evictionRank", record.Map{
		"pods": named, "stats": known, "signal": signal, "withImageFs": withImageFs, "split": split,
	})
	rank(pods, stats)
	places := []record.Map{}
	for _, pod := range pods {
		places = append(places, record.Map{"index": slices.Index(before, pod)})
	}
	call.Out(places)
}
