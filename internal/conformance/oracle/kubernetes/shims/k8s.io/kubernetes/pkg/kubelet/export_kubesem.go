package kubelet

import (
	"context"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	clientset "k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/kubernetes/pkg/kubelet/network/dns"
)

// Phase is the phase that the kubelet computes.
var Phase = getPhase

// CrashLoopDelays are the longest and the first delay of a node.
var CrashLoopDelays = newCrashLoopBackOff

// ForHostnames is a kubelet that knows its cluster's domain and nothing else.
func ForHostnames(clusterDomain string) *Kubelet {
	return &Kubelet{dnsConfigurer: &dns.Configurer{ClusterDomain: clusterDomain}}
}

// ForResourceFields is a kubelet that knows its node and nothing else.
func ForResourceFields(client clientset.Interface, nodes corelisters.NodeLister, node string) *Kubelet {
	return &Kubelet{kubeClient: client, nodeLister: nodes, nodeName: types.NodeName(node)}
}

// ResourceFieldValue is the value of an environment variable.
func (kl *Kubelet) ResourceFieldValue(
	ctx context.Context, ref *v1.ResourceFieldSelector, pod *v1.Pod, container *v1.Container,
) (string, error) {
	limitedPod, limitedContainer, err := kl.defaultPodLimitsForDownwardAPI(ctx, pod, container)
	if err != nil {
		return "", err
	}
	return containerResourceRuntimeValue(ref, limitedPod, limitedContainer)
}
