// Package environment is what internal/bench measures of the kubelet's environment of containers: it writes Pods and
// ConfigMaps into a folder, names that in KUBESEM_BENCH, and reads the output. The function of the kubelet is not exported,
// so this package is built with the copies in vendor, which build.mjs makes.
package environment

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/kubernetes/fake"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/kubelet"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"

	"kubesem/oracle/kubernetes/objects"
)

// kept holds the latest results, so that the compiler cannot leave the work out.
var kept [256][]kubecontainer.EnvVar

type sources struct {
	ConfigMaps []*v1.ConfigMap
	Services   []*v1.Service
	Node       *v1.Node
}

// BenchmarkEnvironment computes the environment of every container of every Pod.
func BenchmarkEnvironment(b *testing.B) {
	folder := os.Getenv("KUBESEM_BENCH")
	if folder == "" {
		b.Skip("KUBESEM_BENCH does not name the folder of the inputs")
	}
	node := readKubelet(b, filepath.Join(folder, "sources.json"))
	pods := readPods(b, filepath.Join(folder, "pods.ndjson"))
	// The kubelet writes a line for each limit of the node, which kubesem does not.
	quiet := klog.NewContext(context.Background(), klog.Logger{})
	var variables, bytes int
	b.ResetTimer()
	for range b.N {
		variables, bytes = 0, 0
		for i, pod := range pods {
			for _, containers := range [][]v1.Container{pod.Spec.InitContainers, pod.Spec.Containers} {
				for c := range containers {
					found, err := node.MakeEnvironmentVariables(
						quiet, pod, &containers[c], "10.0.0.1", []string{"10.0.0.1"}, nil)
					if err != nil {
						b.Fatal(err)
					}
					kept[i&255] = found
					variables += len(found)
					for v := range found {
						bytes += len(found[v].Value)
					}
				}
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(pods)), "ns/item")
	b.ReportMetric(float64(variables), "variables")
	b.ReportMetric(float64(bytes), "bytes")
}

func readKubelet(b *testing.B, file string) *kubelet.Kubelet {
	text, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	var known sources
	if err := json.Unmarshal(text, &known); err != nil {
		b.Fatal(err)
	}
	nodes := cache.NewIndexer(cache.MetaNamespaceKeyFunc, nil)
	if err := nodes.Add(known.Node); err != nil {
		b.Fatal(err)
	}
	lister := corelisters.NewNodeLister(nodes)
	return kubelet.ForEnvironment(
		&fake.Clientset{}, lister, known.Node.Name, nil, known.Services, objects.ConfigMapsOf(known.ConfigMaps), nil)
}

func readPods(b *testing.B, name string) []*v1.Pod {
	file, err := os.Open(name)
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	var pods []*v1.Pod
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		pod := &v1.Pod{}
		if err := json.Unmarshal(lines.Bytes(), pod); err != nil {
			b.Fatal(err)
		}
		pods = append(pods, pod)
	}
	return pods
}
