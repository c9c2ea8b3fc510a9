package describe

import (
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"kubesem/upstream/record"
)

func describeNodeResource(nodeNonTerminatedPodsList *corev1.PodList, node *corev1.Node, w PrefixWriter) {
	pods := []*corev1.Pod{}
	for i := range nodeNonTerminatedPodsList.Items {
		pod := nodeNonTerminatedPodsList.Items[i].DeepCopy()
		pod.Spec.NodeName = node.Name
		pod.CreationTimestamp = metav1.Time{}
		pods = append(pods, pod)
	}
	now := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	record.Begin("node.describe", record.Map{"node": node, "pods": pods, "now": now}).NoResult()
	orig_describeNodeResource(nodeNonTerminatedPodsList, node, w)
}
