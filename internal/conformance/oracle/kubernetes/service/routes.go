package service

import (
	"errors"
	"net"
	"slices"
	"strconv"
	"strings"

	v1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/kubernetes/pkg/proxy/iptables"
	utiliptables "k8s.io/kubernetes/pkg/util/iptables"
	iptablestest "k8s.io/kubernetes/pkg/util/iptables/testing"
	netutils "k8s.io/utils/net"
)

// trafficNode is the node of a kube-proxy.
type trafficNode struct {
	Name      string
	Labels    map[string]string
	Addresses []string
}

// connection is a packet that reaches a node. From has what the address of the client means.
type connection struct {
	From, Source, Address, Protocol string
	Port                            int
}

// podRanges are the addresses of Pods, as kube-proxy knows them.
var podRanges = map[v1.IPFamily]string{v1.IPv4Protocol: "10.244.0.0/16", v1.IPv6Protocol: "fd00:244::/48"}

// serviceRoutes sends connections through the rules that kube-proxy writes: the endpoints, REJECT, DROP, or nothing.
func serviceRoutes(
	service *v1.Service, stored []*discoveryv1.EndpointSlice, node trafficNode, connections []connection,
) ([]string, error) {
	dumps := map[v1.IPFamily]*iptablestest.FakeIPTables{
		v1.IPv4Protocol: iptablestest.NewFake(), v1.IPv6Protocol: iptablestest.NewIPv6Fake(),
	}
	for family, fake := range dumps {
		nodeIP := net.IP(nil)
		for _, address := range slices.Backward(node.Addresses) {
			if netutils.IsIPv6String(address) == (family == v1.IPv6Protocol) {
				nodeIP = netutils.ParseIPSloppy(address)
			}
		}
		err := iptables.WriteRules(fake, family, node.Name, nodeIP, node.Labels, podRanges[family], service, stored)
		if err != nil {
			return nil, err
		}
	}
	routes := []string{}
	for _, each := range connections {
		family := v1.IPv4Protocol
		if netutils.IsIPv6String(each.Address) {
			family = v1.IPv6Protocol
		}
		packet := &packet{connection: each, rules: dumps[family].Dump, local: append([]string{"127.0.0.1"}, node.Addresses...)}
		if packet.source, packet.destination = netutils.ParseIPSloppy(each.Source), netutils.ParseIPSloppy(each.Address); packet.source == nil || packet.destination == nil {
			return nil, errors.New("a connection has two addresses")
		}
		packet.follow(utiliptables.TableNAT, utiliptables.ChainPrerouting)
		if len(packet.found) == 0 {
			for _, chain := range []utiliptables.Chain{"KUBE-SERVICES", "KUBE-EXTERNAL-SERVICES", "KUBE-NODEPORTS", "KUBE-PROXY-FIREWALL"} {
				packet.follow(utiliptables.TableFilter, chain)
			}
		}
		slices.Sort(packet.found)
		routes = append(routes, strings.Join(slices.Compact(packet.found), ", "))
	}
	return routes, nil
}

// packet is the first packet of a connection on its way through the rules.
type packet struct {
	connection
	source, destination net.IP
	rules               *iptablestest.IPTablesDump
	local               []string
	// found has what rules end with: endpoints, REJECT or DROP.
	found []string
}

// follow sends the packet through a chain, and all ways if one is drawn at random. It reports whether a rule ends it.
func (p *packet) follow(table utiliptables.Table, chain utiliptables.Chain) bool {
	rules, err := p.rules.GetChain(table, chain)
	if err != nil {
		return false
	}
	for _, rule := range rules.Rules {
		if rule.Jump == nil || !p.matches(rule) {
			continue
		}
		switch rule.Jump.Value {
		case "KUBE-MARK-MASQ":
		case "DNAT":
			p.found = append(p.found, rule.DNATDestination.Value)
			return true
		case "ACCEPT", "REJECT", "DROP":
			p.found = append(p.found, rule.Jump.Value)
			return true
		default:
			if p.follow(table, utiliptables.Chain(rule.Jump.Value)) && rule.Probability == nil {
				return true
			}
		}
	}
	return false
}

func (p *packet) matches(rule *iptablestest.Rule) bool {
	// The packet has no past.
	if rule.AffinityCheck != nil || rule.MarkCheck != nil || rule.CTStateCheck != nil {
		return false
	}
	return isIn(rule.SourceAddress, p.source) && isIn(rule.DestinationAddress, p.destination) &&
		is(rule.SourceType, p.typeOf(p.source)) && is(rule.DestinationType, p.typeOf(p.destination)) &&
		is(rule.Protocol, strings.ToLower(p.Protocol)) && is(rule.DestinationPort, strconv.Itoa(p.Port))
}

func (p *packet) typeOf(address net.IP) string {
	if slices.ContainsFunc(p.local, func(each string) bool { return netutils.ParseIPSloppy(each).Equal(address) }) {
		return "LOCAL"
	}
	return "UNICAST"
}

func is(value *iptablestest.IPTablesValue, found string) bool {
	return value == nil || value.Matches(found)
}

func isIn(value *iptablestest.IPTablesValue, address net.IP) bool {
	if value == nil {
		return true
	}
	if _, cidr, err := netutils.ParseCIDRSloppy(value.Value); err == nil {
		return cidr.Contains(address) != value.Negated
	}
	return netutils.ParseIPSloppy(value.Value).Equal(address) != value.Negated
}
