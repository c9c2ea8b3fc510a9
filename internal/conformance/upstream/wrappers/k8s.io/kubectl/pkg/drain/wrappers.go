package drain

import (
	"slices"
	"strings"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"kubesem/upstream/record"
)

// seen is what a Helper read while it chose Pods.
type seen struct {
	pods       []corev1.Pod
	daemonSets []record.Map
	reason     string
}

var (
	mutex   sync.Mutex
	drained = map[*Helper]*seen{}
	// listing are the Helpers that choose Pods at this time.
	listing []*Helper
)

func (d *Helper) flags() record.Map {
	return record.Map{
		"force": d.Force, "ignoreDaemonSets": d.IgnoreAllDaemonSets, "deleteEmptyDirData": d.DeleteEmptyDirData,
		"skipWaitForDeleteTimeoutSeconds": d.SkipWaitForDeleteTimeoutSeconds, "podSelector": d.PodSelector,
	}
}

func (d *Helper) GetPodsForDeletion(nodeName string) (*PodDeleteList, []error) {
	mutex.Lock()
	drained[d], listing = &seen{daemonSets: []record.Map{}}, append(listing, d)
	mutex.Unlock()
	list, errs := d.orig_GetPodsForDeletion(nodeName)
	mutex.Lock()
	defer mutex.Unlock()
	found := drained[d]
	delete(drained, d)
	listing = slices.DeleteFunc(listing, func(one *Helper) bool { return one == d })
	if list == nil || len(d.AdditionalFilters) > 0 || found.reason != "" {
		record.Skip("node.drain", "another filter, or Pods that cannot be read")
		return list, errs
	}
	pods, names := []corev1.Pod{}, []string{}
	for _, pod := range found.pods {
		pod.Spec.NodeName = "node-1"
		pods = append(pods, pod)
	}
	for _, pod := range list.Pods() {
		names = append(names, pod.Namespace+"/"+pod.Name)
	}
	problems := []string{}
	for _, err := range errs {
		problems = append(problems, err.Error())
	}
	slices.Sort(problems)
	slices.Sort(names)
	record.Begin("node.drain", record.Map{
		"pods": pods, "daemonSets": found.daemonSets, "flags": d.flags(), "now": time.Now(),
	}).Out(record.Map{"pods": names, "errors": problems})
	return list, errs
}

func filterPods(podList *corev1.PodList, filters []PodFilter) *PodDeleteList {
	mutex.Lock()
	if len(listing) == 1 {
		drained[listing[0]].pods = podList.DeepCopy().Items
	} else {
		record.Skip("node.drain", "filters of a test")
	}
	mutex.Unlock()
	return orig_filterPods(podList, filters)
}

func (d *Helper) daemonSetFilter(pod corev1.Pod) PodDeleteStatus {
	status := d.orig_daemonSetFilter(pod)
	mutex.Lock()
	defer mutex.Unlock()
	found, owner := drained[d], metav1.GetControllerOf(&pod)
	switch {
	case found == nil:
	case status.Message == daemonSetFatal || status.Message == daemonSetWarning:
		found.daemonSets = append(found.daemonSets, record.Map{"namespace": pod.Namespace, "name": owner.Name})
	case status.Message != "" && !strings.Contains(status.Message, "not found"):
		found.reason = status.Message
	}
	return status
}

// skipDeletedFilter of a test alone has a Pod with a controller, which no other filter keeps.
func (d *Helper) skipDeletedFilter(pod corev1.Pod) PodDeleteStatus {
	status := d.orig_skipDeletedFilter(pod)
	mutex.Lock()
	defer mutex.Unlock()
	if drained[d] == nil {
		isController := true
		described, names := pod.DeepCopy(), []string{}
		described.Namespace, described.Name, described.Spec.NodeName = "shop", "web", "node-1"
		described.OwnerReferences = []metav1.OwnerReference{{
			APIVersion: "apps/v1", Kind: "ReplicaSet", Name: "web", Controller: &isController,
		}}
		if status.Delete {
			names = append(names, "shop/web")
		}
		record.Begin("node.drain", record.Map{
			"pods": []*corev1.Pod{described}, "daemonSets": []record.Map{}, "flags": d.flags(), "now": time.Now(),
		}).Out(record.Map{"pods": names})
	}
	return status
}
