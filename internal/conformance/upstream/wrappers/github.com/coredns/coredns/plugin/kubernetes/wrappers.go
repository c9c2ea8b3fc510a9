package kubernetes

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/coredns/coredns/plugin"
	"github.com/miekg/dns"
	"kubesem/upstream/record"
)

// ServeDNS is recorded with the part of the cluster that the plugin read to answer the question.
func (k Kubernetes) ServeDNS(ctx context.Context, w dns.ResponseWriter, r *dns.Msg) (int, error) {
	if reason := k.notAsked(r.Question[0]); reason != "" {
		record.Skip("dns.query", reason)
		return k.orig_ServeDNS(ctx, w, r)
	}
	seen := &seenCluster{dnsController: k.APIConn}
	k.APIConn = seen
	outside := &seenUpstream{Upstreamer: k.Upstream}
	if k.Upstream != nil {
		k.Upstream = outside
	}
	reply := &seenReply{ResponseWriter: w}
	code, err := k.orig_ServeDNS(ctx, reply, r)
	if reply.message == nil {
		record.Skip("dns.query", "the plugin sends no message")
		return code, err
	}
	if reason := seen.unkeyed + outside.other; reason != "" {
		record.Skip("dns.query", reason)
		return code, err
	}
	question := []string{strings.TrimSuffix(r.Question[0].Name, "."), dns.TypeToString[r.Question[0].Qtype]}
	record.Begin("dns.query", record.Map{
		"objects": seen.objects(), "options": k.asOptions(outside.records), "questions": [][]string{question},
	}).Out([]record.Map{reply.asAnswer()})
	return code, err
}

// notAsked is why the operation cannot express a question.
func (k Kubernetes) notAsked(question dns.Question) string {
	name := strings.ToLower(question.Name)
	zone := plugin.Zones(k.Zones).Matches(name)
	switch {
	case zone == "" || k.Fall.Through(name):
		return "the next plugin answers"
	case k.isMultiClusterZone(zone):
		return "a zone of several clusters"
	case !k.APIConn.HasSynced():
		return "the plugin has not listed the objects"
	case strings.HasPrefix(name, "ns.dns."):
		return "the name of the server"
	}
	switch question.Qtype {
	case dns.TypeSOA, dns.TypeNS, dns.TypeAXFR, dns.TypeIXFR:
		return "a record of the server"
	}
	return ""
}

func (k Kubernetes) asOptions(upstream []string) record.Map {
	zones := []string{}
	for _, zone := range k.Zones {
		zones = append(zones, strings.TrimSuffix(zone, "."))
	}
	options := record.Map{
		"zones": zones, "pods": k.podMode, "ttl": k.ttl, "endpointPodNames": k.endpointNameMode,
		"ignoreEmptyService": k.opts.ignoreEmptyService, "upstream": upstream,
	}
	if len(k.Namespaces) > 0 {
		options["namespaces"] = slices.Sorted(maps.Keys(k.Namespaces))
	}
	return options
}
