package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/coredns/caddy"
	"github.com/coredns/coredns/plugin/kubernetes"
	"github.com/coredns/coredns/request"
	"github.com/miekg/dns"
)

// options are those of the plugin's stanza, under the names of the README.
type options struct {
	Zones              []string
	Pods               string
	EndpointPodNames   bool
	IgnoreEmptyService bool
	Namespaces         []string
	TTL                *int
	// Upstream holds the records that exist elsewhere, one a line of a zone file.
	Upstream []string
}

// stanza formats the options as in a Corefile.
func (o options) stanza() string {
	zones := o.Zones
	if len(zones) == 0 {
		zones = []string{"cluster.local", "in-addr.arpa", "ip6.arpa"}
	}
	lines := []string{"kubernetes " + strings.Join(zones, " ") + " {"}
	if o.Pods != "" {
		lines = append(lines, "pods "+o.Pods)
	}
	if o.EndpointPodNames {
		lines = append(lines, "endpoint_pod_names")
	}
	if o.IgnoreEmptyService {
		lines = append(lines, "ignore empty_service")
	}
	if len(o.Namespaces) > 0 {
		lines = append(lines, "namespaces "+strings.Join(o.Namespaces, " "))
	}
	if o.TTL != nil {
		lines = append(lines, fmt.Sprintf("ttl %d", *o.TTL))
	}
	return strings.Join(append(lines, "}"), "\n")
}

// server is the plugin with a cluster.
type server struct{ plugin *kubernetes.Kubernetes }

func newServer(c *cluster, o options) (*server, error) {
	controller := caddy.NewTestController("dns", o.stanza())
	controller.Next()
	plugin, err := kubernetes.ParseStanza(controller)
	if err != nil {
		return nil, err
	}
	plugin.APIConn = c
	plugin.Next = elsewhere{}
	if plugin.Upstream, err = newUpstream(o.Upstream); err != nil {
		return nil, err
	}
	return &server{plugin}, nil
}

// answer is the message that a client receives after one question.
type answer struct {
	Code        string   `json:"code"`
	Answers     []string `json:"answers"`
	Additionals []string `json:"additionals"`
}

func (s *server) ask(name, kind string) (answer, error) {
	qtype, known := dns.StringToType[kind]
	if !known {
		return answer{}, fmt.Errorf("there is no type %q", kind)
	}
	asked := new(dns.Msg)
	asked.SetQuestion(dns.Fqdn(name), qtype)
	question, err := received(asked)
	if _, ok := dns.IsDomainName(name); !ok || err != nil {
		return unsent("FORMERR"), nil
	}
	reply := &recorder{}
	code, err := s.plugin.ServeDNS(context.Background(), reply, question)
	if err != nil {
		return answer{}, err
	}
	if reply.message == nil {
		return answer{}, fmt.Errorf("no answer to %s %s but the code %d", name, kind, code)
	}
	message, err := received(reply.message)
	if err != nil {
		return unsent("UNSENT"), nil
	}
	return answer{
		Code:        dns.RcodeToString[message.Rcode],
		Answers:     texts(message.Answer),
		Additionals: texts(message.Extra),
	}, nil
}

// unsent is the answer if no message can carry the names of the question or of the reply.
func unsent(code string) answer {
	return answer{Code: code, Answers: []string{}, Additionals: []string{}}
}

// received is a message as it arrives: its names have been bytes in between.
func received(sent *dns.Msg) (*dns.Msg, error) {
	bytes, err := sent.Pack()
	if err != nil {
		return nil, err
	}
	message := new(dns.Msg)
	return message, message.Unpack(bytes)
}

func texts(records []dns.RR) []string {
	all := make([]string, len(records))
	for i, record := range records {
		all[i] = textOf(record)
	}
	return all
}

// textOf is a record as a line of a zone file.
func textOf(record dns.RR) string {
	return strings.ReplaceAll(record.String(), "\t", " ")
}

// recorder keeps the message that would be sent. The plugin asks nothing else of a writer.
type recorder struct {
	dns.ResponseWriter
	message *dns.Msg
}

func (r *recorder) WriteMsg(message *dns.Msg) error {
	r.message = message
	return nil
}

// elsewhere is the next plugin: it answers the questions that this one passes on.
type elsewhere struct{}

func (elsewhere) Name() string { return "elsewhere" }

func (elsewhere) ServeDNS(_ context.Context, w dns.ResponseWriter, r *dns.Msg) (int, error) {
	refusal := new(dns.Msg)
	refusal.SetRcode(r, dns.RcodeNotZone)
	return dns.RcodeSuccess, w.WriteMsg(refusal)
}

// upstream holds the records of the world outside, by lower-case name.
type upstream map[string][]dns.RR

func newUpstream(lines []string) (upstream, error) {
	records := upstream{}
	for _, line := range lines {
		record, err := dns.NewRR(line)
		if err != nil {
			return nil, err
		}
		name := strings.ToLower(record.Header().Name)
		records[name] = append(records[name], record)
	}
	return records, nil
}

// Lookup answers a name that has no records with an empty message, as most servers would.
func (u upstream) Lookup(_ context.Context, state request.Request, name string, kind uint16) (*dns.Msg, error) {
	reply := new(dns.Msg)
	reply.SetReply(state.Req)
	for _, record := range u[strings.ToLower(dns.Fqdn(name))] {
		if t := record.Header().Rrtype; t == kind || t == dns.TypeCNAME {
			reply.Answer = append(reply.Answer, record)
		}
	}
	return reply, nil
}
