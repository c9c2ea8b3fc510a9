package dns

import (
	"context"
	"net"
	"os"
	"slices"
	"strings"

	v1 "k8s.io/api/core/v1"
	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
	"k8s.io/klog/v2"
	"kubesem/upstream/record"
)

func (c *Configurer) GetPodDNS(ctx context.Context, pod *v1.Pod) (*runtimeapi.DNSConfig, error) {
	var call *record.Call
	if pod.Namespace == "" {
		record.Skip("dns.podResolvConf", "a stored Pod has a namespace")
	} else {
		call = record.Begin("dns.podResolvConf", record.Map{"pod": pod, "node": c.node(klog.FromContext(ctx))})
	}
	config, err := c.orig_GetPodDNS(ctx, pod)
	if err != nil {
		call.Err("ResolvConf")
	} else {
		options := slices.Clone(config.Options)
		slices.Sort(options)
		call.Out(record.Map{
			"servers":  append([]string{}, config.Servers...),
			"searches": append([]string{}, config.Searches...),
			"options":  append([]string{}, options...),
		})
	}
	return config, err
}

func (c *Configurer) CheckLimitsForResolvConf(logger klog.Logger) {
	record.Begin("dns.nodeLimits", record.Map{"node": c.node(logger)}).NoResult()
	c.orig_CheckLimitsForResolvConf(logger)
}

// node is what the oracle needs of the kubelet. Some tests replace the file by its contents.
func (c *Configurer) node(logger klog.Logger) record.Map {
	node := record.Map{
		"clusterDNS": texts(c.clusterDNS), "nodeIPs": texts(c.nodeIPs), "clusterDomain": c.ClusterDomain,
	}
	if c.ResolverConfig == "" {
		return node
	}
	if text, err := os.ReadFile(c.ResolverConfig); err == nil {
		node["resolvConf"] = record.Text(text)
	} else if config, err := c.getHostDNSConfig(logger, c.ResolverConfig); err == nil {
		lines := []string{}
		for _, server := range config.Servers {
			lines = append(lines, "nameserver "+server)
		}
		lines = append(lines, "search "+strings.Join(config.Searches, " "), "options "+strings.Join(config.Options, " "), "")
		node["resolvConf"] = record.Text(strings.Join(lines, "\n"))
	}
	return node
}

func texts(addresses []net.IP) []string {
	found := []string{}
	for _, address := range addresses {
		found = append(found, address.String())
	}
	return found
}
