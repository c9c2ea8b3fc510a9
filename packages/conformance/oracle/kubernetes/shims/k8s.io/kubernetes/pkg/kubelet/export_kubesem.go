package kubelet

import "k8s.io/kubernetes/pkg/kubelet/network/dns"

// ForHostnames is a kubelet that knows its cluster's domain and nothing else.
func ForHostnames(clusterDomain string) *Kubelet {
	return &Kubelet{dnsConfigurer: &dns.Configurer{ClusterDomain: clusterDomain}}
}
