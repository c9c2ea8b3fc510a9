package controller

import (
	"fmt"
	"slices"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	podutil "k8s.io/kubernetes/pkg/api/v1/pod"
	"kubesem/upstream/record"
)

func IsPodActive(p *v1.Pod) bool {
	active := orig_IsPodActive(p)
	podutil.BeginState(p).Out(record.Map{"active": active})
	return active
}

func IsPodTerminating(p *v1.Pod) bool {
	terminating := orig_IsPodTerminating(p)
	podutil.BeginState(p).Out(record.Map{"terminating": terminating})
	return terminating
}

func (s ActivePods) Less(i, j int) bool {
	record.Begin("pods.less", record.Map{
		"pods": WithoutRandom([]*v1.Pod{s[i], s[j]}), "now": "2026-11-22T12:00:00Z",
	}).Out(record.Map{"job": []bool{s.orig_Less(i, j), s.orig_Less(j, i)}})
	return s.orig_Less(i, j)
}

// Less has a node for each of both Pods, with as many related Pods as its rank is.
func (s ActivePodsWithRanks) Less(i, j int) bool {
	if s.Now.IsZero() {
		record.Skip("pods.less", "times that are compared without a logarithm")
		return s.orig_Less(i, j)
	}
	pods, related := []*v1.Pod{}, []*v1.Pod{}
	for _, index := range []int{i, j} {
		pod := s.Pods[index].DeepCopy()
		if pod.Spec.NodeName != "" {
			pod.Spec.NodeName = fmt.Sprint("node-", index)
		}
		pods = append(pods, pod)
		for range s.Rank[index] {
			related = append(related, &v1.Pod{Spec: v1.PodSpec{NodeName: pod.Spec.NodeName}})
		}
	}
	record.Begin("pods.less", record.Map{"pods": WithoutRandom(pods), "related": related, "now": s.Now}).
		Out(record.Map{"replicaSet": []bool{s.orig_Less(i, j), s.orig_Less(j, i)}})
	return s.orig_Less(i, j)
}

// WithoutRandom has ordered UIDs in place of random ones.
func WithoutRandom(pods []*v1.Pod) []*v1.Pod {
	uids := []string{}
	for _, pod := range pods {
		uids = append(uids, string(pod.UID))
	}
	slices.Sort(uids)
	described := []*v1.Pod{}
	for _, pod := range pods {
		pod = pod.DeepCopy()
		pod.UID = types.UID(fmt.Sprintf("%06d", slices.Index(uids, string(pod.UID))))
		pod.OwnerReferences = nil
		described = append(described, pod)
	}
	return described
}

func getPodsPrefix(controllerName string) string {
	prefix := orig_getPodsPrefix(controllerName)
	call := record.Begin("name.generated", record.Map{"name": controllerName})
	if len(prefix) > 58 {
		// The server cuts it.
		call.NoResult()
	} else {
		call.Out(record.Map{"prefix": prefix})
	}
	return prefix
}
