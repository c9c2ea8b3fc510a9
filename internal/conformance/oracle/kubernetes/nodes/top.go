package nodes

import (
	"bytes"
	"encoding/json"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/cli-runtime/pkg/genericiooptions"
	fakediscovery "k8s.io/client-go/discovery/fake"
	"k8s.io/client-go/kubernetes/fake"
	ktesting "k8s.io/client-go/testing"
	"k8s.io/kubectl/pkg/cmd/top"
	"k8s.io/kubectl/pkg/metricsutil"
	"k8s.io/metrics/pkg/apis/metrics/v1beta1"
	metricsfake "k8s.io/metrics/pkg/client/clientset/versioned/fake"

	"kubesem/oracle/kubernetes/input"
)

// metricsAPI is a server with the group of the metrics.
func metricsAPI() *fakediscovery.FakeDiscovery {
	group := &metav1.APIResourceList{GroupVersion: v1beta1.SchemeGroupVersion.String()}
	return &fakediscovery.FakeDiscovery{Fake: &ktesting.Fake{Resources: []*metav1.APIResourceList{group}}}
}

// listed makes a reactor that lists objects.
func listed(list runtime.Object) ktesting.ReactionFunc {
	return func(ktesting.Action) (bool, runtime.Object, error) { return true, list, nil }
}

// topNodes runs kubectl top node. The nodes are defaulted.
func topNodes(in json.RawMessage) (any, error) {
	var args struct {
		Metrics      []v1beta1.NodeMetrics
		Nodes        []json.RawMessage
		SortBy       string
		ShowCapacity bool
	}
	if err := input.Objects(in, &args); err != nil {
		return nil, err
	}
	nodes := &v1.NodeList{}
	for _, raw := range args.Nodes {
		node, err := input.Node(raw)
		if err != nil {
			return nil, err
		}
		nodes.Items = append(nodes.Items, *node)
	}
	client, metrics := &fake.Clientset{}, &metricsfake.Clientset{}
	client.AddReactor("list", "nodes", listed(nodes))
	metrics.AddReactor("list", "nodes", listed(&v1beta1.NodeMetricsList{Items: args.Metrics}))
	out := &bytes.Buffer{}
	options := top.TopNodeOptions{
		SortBy:          args.SortBy,
		ShowCapacity:    args.ShowCapacity,
		NodeClient:      client.CoreV1(),
		Printer:         metricsutil.NewTopCmdPrinter(out, false),
		DiscoveryClient: metricsAPI(),
		MetricsClient:   metrics,
	}
	if err := options.RunTopNode(); err != nil {
		return nil, err
	}
	return map[string]string{"text": out.String()}, nil
}

// topPods runs kubectl top pod on all namespaces.
func topPods(in json.RawMessage) (any, error) {
	var args struct {
		Metrics         []v1beta1.PodMetrics
		SortBy          string
		PrintContainers bool
		Sum             bool
	}
	if err := input.Objects(in, &args); err != nil {
		return nil, err
	}
	client, metrics := &fake.Clientset{}, &metricsfake.Clientset{}
	client.AddReactor("list", "pods", listed(&v1.PodList{}))
	metrics.AddReactor("list", "pods", listed(&v1beta1.PodMetricsList{Items: args.Metrics}))
	out := &bytes.Buffer{}
	options := top.TopPodOptions{
		SortBy:          args.SortBy,
		AllNamespaces:   true,
		PrintContainers: args.PrintContainers,
		Sum:             args.Sum,
		PodClient:       client.CoreV1(),
		Printer:         metricsutil.NewTopCmdPrinter(out, false),
		DiscoveryClient: metricsAPI(),
		MetricsClient:   metrics,
		IOStreams:       genericiooptions.NewTestIOStreamsDiscard(),
	}
	if err := options.RunTopPod(); err != nil {
		return nil, err
	}
	return map[string]string{"text": out.String()}, nil
}
