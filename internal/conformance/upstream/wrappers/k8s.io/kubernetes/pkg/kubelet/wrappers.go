package kubelet

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/klog/v2"
	"kubesem/upstream/record"
)

func (kl *Kubelet) GeneratePodHostNameAndDomain(logger klog.Logger, pod *v1.Pod) (string, string, error) {
	call := record.Begin("dns.hostname", record.Map{"pod": pod, "clusterDomain": kl.dnsConfigurer.ClusterDomain})
	hostname, domain, err := kl.orig_GeneratePodHostNameAndDomain(logger, pod)
	if err != nil {
		call.Err("Hostname")
	} else {
		call.Out(record.Map{"hostname": hostname, "domain": domain})
	}
	return hostname, domain, err
}
