package kubelet

import (
	"context"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	"k8s.io/kubernetes/pkg/kubelet/status"
)

func (kl *Kubelet) generateAPIPodStatus(
	ctx context.Context, pod *v1.Pod, podStatus *kubecontainer.PodStatus, podIsTerminal bool,
) v1.PodStatus {
	made := kl.orig_generateAPIPodStatus(ctx, pod, podStatus, podIsTerminal)
	status.AskAbout(pod, made)
	return made
}

func (kl *Kubelet) convertToAPIContainerStatuses(
	ctx context.Context, pod *v1.Pod, podStatus *kubecontainer.PodStatus, previousStatus []v1.ContainerStatus,
	containers []v1.Container, imageVolumeNames sets.Set[string], hasInitContainers, isInitContainer bool,
	podRestarting bool,
) []v1.ContainerStatus {
	made := kl.orig_convertToAPIContainerStatuses(
		ctx, pod, podStatus, previousStatus, containers, imageVolumeNames, hasInitContainers, isInitContainer, podRestarting)
	if isInitContainer {
		status.AskAbout(pod, v1.PodStatus{InitContainerStatuses: made})
	} else {
		status.AskAbout(pod, v1.PodStatus{ContainerStatuses: made})
	}
	return made
}
