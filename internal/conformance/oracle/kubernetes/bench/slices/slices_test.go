// Package slices is what internal/bench measures of the EndpointSlice controller: it writes Services, Pods and nodes into a
// folder, names that in KUBESEM_BENCH, and reads the output.
package slices

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/go-logr/logr"
	v1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	discoveryclient "k8s.io/client-go/kubernetes/typed/discovery/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/record"
	"k8s.io/endpointslice"
	"k8s.io/endpointslice/topologycache"
	endpointsliceutil "k8s.io/endpointslice/util"
)

// client is an API server that accepts every slice, and does nothing else: the fake clientset copies objects.
type client struct {
	kubernetes.Interface
	group
}

type group struct {
	discoveryclient.DiscoveryV1Interface
	*server
}

type server struct {
	discoveryclient.EndpointSliceInterface
	endpoints, created int
	kept               [256]*discoveryv1.EndpointSlice
}

func (c client) DiscoveryV1() discoveryclient.DiscoveryV1Interface { return c.group }

func (g group) EndpointSlices(string) discoveryclient.EndpointSliceInterface { return g.server }

func (s *server) Create(
	_ context.Context, slice *discoveryv1.EndpointSlice, _ metav1.CreateOptions,
) (*discoveryv1.EndpointSlice, error) {
	s.endpoints += len(slice.Endpoints)
	s.kept[s.created&255] = slice
	s.created++
	return slice, nil
}

type sources struct {
	Services []*v1.Service
	Nodes    []*v1.Node
}

// BenchmarkSlices computes the slices of every Service, which has none. The Pods of a Service are selected before.
func BenchmarkSlices(b *testing.B) {
	folder := os.Getenv("KUBESEM_BENCH")
	if folder == "" {
		b.Skip("KUBESEM_BENCH does not name the folder of the inputs")
	}
	text, err := os.ReadFile(filepath.Join(folder, "sources.json"))
	if err != nil {
		b.Fatal(err)
	}
	var known sources
	if err := json.Unmarshal(text, &known); err != nil {
		b.Fatal(err)
	}
	selected := readPods(b, filepath.Join(folder, "pods.ndjson"))
	indexer := cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{})
	for _, node := range known.Nodes {
		if err := indexer.Add(node); err != nil {
			b.Fatal(err)
		}
	}
	var endpoints int
	b.ResetTimer()
	for range b.N {
		topology := topologycache.NewTopologyCache()
		topology.SetNodes(logr.Discard(), known.Nodes)
		accepted := &server{}
		reconciler := endpointslice.NewReconciler(
			client{group: group{server: accepted}}, corelisters.NewNodeLister(indexer), 100, endpointsliceutil.NewEndpointSliceTracker(), topology,
			record.NewFakeRecorder(100), "endpointslice-controller.k8s.io",
			endpointslice.WithPreferSameTrafficDistributionEnabled(true))
		for _, service := range known.Services {
			pods := selected[service.Namespace+"/"+service.Spec.Selector["app"]]
			if err := reconciler.Reconcile(logr.Discard(), service, pods, nil, time.Time{}); err != nil {
				b.Fatal(err)
			}
		}
		endpoints = accepted.endpoints
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(known.Services)), "ns/item")
	b.ReportMetric(float64(endpoints), "endpoints")
}

// readPods reads the Pods by namespace and label.
func readPods(b *testing.B, name string) map[string][]*v1.Pod {
	file, err := os.Open(name)
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	pods := map[string][]*v1.Pod{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		pod := &v1.Pod{}
		if err := json.Unmarshal(lines.Bytes(), pod); err != nil {
			b.Fatal(err)
		}
		key := pod.Namespace + "/" + pod.Labels["app"]
		pods[key] = append(pods[key], pod)
	}
	return pods
}
