package nodeshutdown

import (
	"cmp"
	"slices"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/apis/scheduling"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"kubesem/upstream/record"
)

// listed are the Pods of groups with the time that they have, by name.
func listed(groups []podShutdownGroup) []record.Map {
	pods := []record.Map{}
	for _, group := range groups {
		for _, pod := range group.Pods {
			seconds := group.ShutdownGracePeriodSeconds
			if own := pod.Spec.TerminationGracePeriodSeconds; own != nil {
				seconds = min(seconds, *own)
			}
			pods = append(pods, record.Map{"name": pod.Name, "gracePeriodSeconds": seconds})
		}
	}
	slices.SortFunc(pods, func(a, b record.Map) int { return cmp.Compare(a["name"].(string), b["name"].(string)) })
	return pods
}

// longest is for each Pod more time than it gets.
func longest(pods []*v1.Pod) []int {
	return slices.Repeat([]int{1_000_000_000}, len(pods))
}

func groupByPriority(
	shutdownGracePeriodByPodPriority []kubeletconfig.ShutdownGracePeriodByPodPriority, pods []*v1.Pod,
) []podShutdownGroup {
	periods := []record.Map{}
	for _, period := range shutdownGracePeriodByPodPriority {
		periods = append(periods, record.Map{
			"priority": period.Priority, "shutdownGracePeriodSeconds": period.ShutdownGracePeriodSeconds,
		})
	}
	in := record.Map{"pods": pods, "takesMs": longest(pods), "groups": periods}
	call := record.Begin("node.shutdown", in)
	groups := orig_groupByPriority(shutdownGracePeriodByPodPriority, pods)
	call.Out(record.Map{"pods": listed(groups)})
	return groups
}

// migrateConfig asks about a Pod of each of the groups that it makes.
func migrateConfig(
	shutdownGracePeriodRequested, shutdownGracePeriodCriticalPods time.Duration,
) []kubeletconfig.ShutdownGracePeriodByPodPriority {
	groups := orig_migrateConfig(shutdownGracePeriodRequested, shutdownGracePeriodCriticalPods)
	pods := []*v1.Pod{}
	for i, priority := range []int32{scheduling.DefaultPriorityWhenNoDefaultClassExists, scheduling.SystemCriticalPriority} {
		pod := &v1.Pod{}
		pod.Name, pod.Spec.Priority = string(rune('a'+i)), &priority
		pods = append(pods, pod)
	}
	call := record.Begin("node.shutdown", record.Map{
		"pods": pods, "takesMs": longest(pods),
		"requestedMs": shutdownGracePeriodRequested.Milliseconds(), "criticalMs": shutdownGracePeriodCriticalPods.Milliseconds(),
	})
	if len(groups) == 0 {
		call.NoResult()
	} else {
		call.Out(record.Map{"pods": listed(orig_groupByPriority(groups, pods))})
	}
	return groups
}
