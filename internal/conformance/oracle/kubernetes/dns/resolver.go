package dns

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"

	"github.com/go-logr/logr"
	v1 "k8s.io/api/core/v1"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/kubelet"
	"k8s.io/kubernetes/pkg/kubelet/network/dns"
	"k8s.io/kubernetes/pkg/kubelet/util"

	"kubesem/oracle/kubernetes/input"
	"kubesem/oracle/kubernetes/output"
	"kubesem/oracle/wire"
)

// node is the part of a kubelet's configuration that matters. Without a ResolvConf the path of the
// file is empty.
type node struct {
	ResolvConf    *wire.Text
	ClusterDNS    []string
	ClusterDomain string
	NodeIPs       []string
}

// nodePath is the path that messages speak of, whatever the file is called here.
const nodePath = "/etc/resolv.conf"

// configure calls ask with a configurer for the node, and returns the events that it raised.
func (n node) configure(ask func(*dns.Configurer) error) ([]output.Event, error) {
	path := ""
	if n.ResolvConf != nil {
		file, err := os.CreateTemp("", "resolv.conf")
		if err != nil {
			return nil, err
		}
		path = file.Name()
		defer os.Remove(path)
		_, err = file.WriteString(string(*n.ResolvConf))
		if closeErr := file.Close(); err != nil || closeErr != nil {
			return nil, err
		}
	}
	recorder := &output.EventRecorder{Raised: []output.Event{}}
	nodeRef := &v1.ObjectReference{Kind: "Node", Name: "node"}
	err := ask(dns.NewConfigurer(recorder, nodeRef, input.Addresses(n.NodeIPs), input.Addresses(n.ClusterDNS), n.ClusterDomain, path))
	for i := range recorder.Raised {
		if path != "" {
			message := &recorder.Raised[i].Message
			*message = strings.ReplaceAll(*message, path, nodePath)
		}
	}
	return recorder.Raised, err
}

// podResolvConf asks for the resolver of a Pod as stored.
func podResolvConf(in json.RawMessage) (any, error) {
	var args struct {
		Pod  json.RawMessage
		Node node
	}
	pod := &v1.Pod{}
	if err := input.Pod(in, &args, &args.Pod, pod); err != nil {
		return nil, err
	}
	var config struct {
		Servers  []string       `json:"servers"`
		Searches []string       `json:"searches"`
		Options  []string       `json:"options"`
		Events   []output.Event `json:"events"`
	}
	var err error
	config.Events, err = args.Node.configure(func(configurer *dns.Configurer) error {
		ctx := klog.NewContext(context.Background(), logr.Discard())
		found, err := configurer.GetPodDNS(ctx, pod)
		if err != nil {
			return &wire.Error{Class: "ResolvConf", Message: err.Error()}
		}
		config.Servers = orEmpty(found.Servers)
		config.Searches = orEmpty(found.Searches)
		// They come out of a map.
		config.Options = orEmpty(slices.Sorted(slices.Values(found.Options)))
		return nil
	})
	return config, err
}

func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

func nodeLimits(in json.RawMessage) (any, error) {
	var args struct{ Node node }
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	return args.Node.configure(func(configurer *dns.Configurer) error {
		configurer.CheckLimitsForResolvConf(logr.Discard())
		return nil
	})
}

// podHostname asks for the names of a Pod as stored.
func podHostname(in json.RawMessage) (any, error) {
	var args struct {
		Pod           json.RawMessage
		ClusterDomain string
	}
	pod := &v1.Pod{}
	if err := input.Pod(in, &args, &args.Pod, pod); err != nil {
		return nil, err
	}
	hostname, domain, err := kubelet.ForHostnames(args.ClusterDomain).
		GeneratePodHostNameAndDomain(logr.Discard(), pod)
	if err != nil {
		return nil, &wire.Error{Class: "Hostname", Message: err.Error()}
	}
	answer := map[string]string{"hostname": hostname, "domain": domain}
	nodename, err := util.GetNodenameForKernel(hostname, domain, pod.Spec.SetHostnameAsFQDN)
	if err != nil {
		answer["nodenameError"] = err.Error()
	} else {
		answer["nodename"] = nodename
	}
	return answer, nil
}
