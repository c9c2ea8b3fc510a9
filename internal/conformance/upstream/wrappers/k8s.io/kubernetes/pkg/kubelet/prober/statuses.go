package prober

import (
	"context"

	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/kubelet/status"
)

func (m *manager) UpdatePodStatus(ctx context.Context, pod *v1.Pod, podStatus *v1.PodStatus) {
	m.orig_UpdatePodStatus(ctx, pod, podStatus)
	status.AskAbout(pod, *podStatus)
}
