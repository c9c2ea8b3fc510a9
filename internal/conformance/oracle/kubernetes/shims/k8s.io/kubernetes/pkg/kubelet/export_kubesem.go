package kubelet

import (
	"context"
	"net"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"
	clientset "k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/kubernetes/pkg/kubelet/configmap"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	"k8s.io/kubernetes/pkg/kubelet/network/dns"
	"k8s.io/kubernetes/pkg/kubelet/secret"
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

type listedServices []*v1.Service

func (list listedServices) List(labels.Selector) ([]*v1.Service, error) { return list, nil }

// ForEnvironment is a kubelet that knows what the environment of a container is made from.
func ForEnvironment(
	client clientset.Interface, nodes corelisters.NodeLister, node string, nodeIPs []net.IP,
	services []*v1.Service, configMaps configmap.Manager, secrets secret.Manager,
) *Kubelet {
	return &Kubelet{
		kubeClient: client, nodeLister: nodes, nodeName: types.NodeName(node), nodeIPs: nodeIPs,
		serviceLister: listedServices(services), serviceHasSynced: func() bool { return true },
		configMapManager: configMaps, secretManager: secrets,
	}
}

// MakeEnvironmentVariables is the environment of a container.
func (kl *Kubelet) MakeEnvironmentVariables(
	ctx context.Context, pod *v1.Pod, container *v1.Container, podIP string, podIPs []string,
	volumes kubecontainer.VolumeMap,
) ([]kubecontainer.EnvVar, error) {
	return kl.makeEnvironmentVariables(ctx, pod, container, podIP, podIPs, volumes)
}

// ServiceVariables are the variables of Services.
func (kl *Kubelet) ServiceVariables(namespace string, links bool) (map[string]string, error) {
	return kl.getServiceEnvVarMap(namespace, links)
}

// MakeMounts passes on makeMounts.
var MakeMounts = makeMounts
