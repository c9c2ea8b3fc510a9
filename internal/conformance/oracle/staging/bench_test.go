package main

// What internal/bench measures of Go: it writes the corpora and the Pods into a folder, names it in
// KUBESEM_BENCH, and reads the output of these benchmarks.

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	resourcehelper "k8s.io/component-helpers/resource"
	"k8s.io/kubectl/pkg/util/qos"
)

var corpora = []string{"realistic", "small", "bigint"}

// kept holds the latest results, so that the compiler cannot leave the work out.
var kept [256]resource.Quantity
var total int

func benchFile(b *testing.B, name string) string {
	folder := os.Getenv("KUBESEM_BENCH")
	if folder == "" {
		b.Skip("KUBESEM_BENCH does not name the folder of the inputs")
	}
	return filepath.Join(folder, name)
}

func lines(b *testing.B, name string) []string {
	text, err := os.ReadFile(benchFile(b, name))
	if err != nil {
		b.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

func parse(text string) resource.Quantity {
	quantity, err := resource.ParseQuantity(text)
	if err != nil {
		panic(err)
	}
	return quantity
}

func parsed(texts []string) []resource.Quantity {
	quantities := make([]resource.Quantity, len(texts))
	for i, text := range texts {
		quantities[i] = parse(text)
	}
	return quantities
}

// fresh copies every text, as the other side does.
func fresh(texts []string) []string {
	copies := make([]string, len(texts))
	for i, text := range texts {
		copies[i] = strings.Clone(text)
	}
	return copies
}

func report(b *testing.B, count int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(count), "ns/item")
}

// overTexts measures work on all texts of a corpus, without the time to copy them.
func overTexts(b *testing.B, name string, texts []string, work func(texts []string)) {
	b.Run(name, func(b *testing.B) {
		for range b.N {
			b.StopTimer()
			copies := fresh(texts)
			b.StartTimer()
			work(copies)
		}
		report(b, len(texts))
	})
}

func BenchmarkQuantity(b *testing.B) {
	for _, corpus := range corpora {
		texts := lines(b, corpus+".txt")
		quantities := parsed(texts)
		overTexts(b, "parse/"+corpus, texts, func(texts []string) {
			for i, text := range texts {
				kept[i&255] = parse(text)
			}
		})
		overTexts(b, "print/"+corpus, texts, func(texts []string) {
			for _, text := range texts {
				quantity := parse(text)
				total += len(quantity.String())
			}
		})
		b.Run("add/"+corpus, func(b *testing.B) {
			for range b.N {
				for i := range quantities {
					sum := quantities[i].DeepCopy()
					sum.Add(quantities[i^1])
					kept[i&255] = sum
				}
			}
			report(b, len(quantities))
		})
		b.Run("cmp/"+corpus, func(b *testing.B) {
			for range b.N {
				for i := range quantities {
					total += quantities[i].Cmp(quantities[i^1])
				}
			}
			report(b, len(quantities))
		})
	}
}

// BenchmarkKept is run once: what stays on the heap for each of a million parsed quantities.
func BenchmarkKept(b *testing.B) {
	for _, corpus := range corpora {
		var texts []string
		for base := lines(b, corpus+".txt"); len(texts) < 1_000_000; {
			texts = append(texts, fresh(base)...)
		}
		b.Run(corpus, func(b *testing.B) {
			before := heap()
			quantities := parsed(texts)
			b.ReportMetric(float64(heap()-before)/float64(len(texts)), "B/item")
			runtime.KeepAlive(quantities)
		})
		runtime.KeepAlive(texts)
	}
}

func heap() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// rawResources are the texts of a ResourceRequirements.
type rawResources struct{ Requests, Limits map[v1.ResourceName]string }

type rawContainer struct{ Resources rawResources }

type rawPod struct {
	Spec struct {
		Containers, InitContainers []rawContainer
		Resources                  *rawResources
		Overhead                   map[v1.ResourceName]string
	}
}

// undecoded is an amount that a Pod has, and its text.
type undecoded struct {
	list v1.ResourceList
	name v1.ResourceName
	text string
}

// benchPod is a decoded Pod, and the texts of all amounts that requests, limits and QoS look at.
type benchPod struct {
	pod     *v1.Pod
	amounts []undecoded
}

func (p *benchPod) collect(list v1.ResourceList, texts map[v1.ResourceName]string) {
	for name, text := range texts {
		p.amounts = append(p.amounts, undecoded{list, name, text})
	}
}

func (p *benchPod) collectBoth(resources v1.ResourceRequirements, raw rawResources) {
	p.collect(resources.Requests, raw.Requests)
	p.collect(resources.Limits, raw.Limits)
}

func readBenchPod(line []byte) (benchPod, error) {
	result := benchPod{pod: &v1.Pod{}}
	var raw rawPod
	if err := utiljson.Unmarshal(line, result.pod); err != nil {
		return result, err
	}
	if err := json.Unmarshal(line, &raw); err != nil {
		return result, err
	}
	spec := result.pod.Spec
	for i, container := range raw.Spec.InitContainers {
		result.collectBoth(spec.InitContainers[i].Resources, container.Resources)
	}
	for i, container := range raw.Spec.Containers {
		result.collectBoth(spec.Containers[i].Resources, container.Resources)
	}
	if raw.Spec.Resources != nil {
		result.collectBoth(*spec.Resources, *raw.Spec.Resources)
	}
	result.collect(spec.Overhead, raw.Spec.Overhead)
	return result, nil
}

func readPods(b *testing.B) []benchPod {
	file, err := os.Open(benchFile(b, "pods.ndjson"))
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	var pods []benchPod
	for scanner := bufio.NewScanner(file); scanner.Scan(); {
		pod, err := readBenchPod(scanner.Bytes())
		if err != nil {
			b.Fatal(err)
		}
		pods = append(pods, pod)
	}
	return pods
}

func computePod(pod *v1.Pod) (requests, limits v1.ResourceList, class v1.PodQOSClass) {
	var options resourcehelper.PodResourcesOptions
	return resourcehelper.PodRequests(pod, options), resourcehelper.PodLimits(pod, options), qos.ComputePodQOS(pod)
}

func BenchmarkPods(b *testing.B) {
	pods := readPods(b)
	b.Run("decoded", func(b *testing.B) {
		for range b.N {
			for i := range pods {
				requests, limits, class := computePod(pods[i].pod)
				total += len(requests) + len(limits) + len(class)
			}
		}
		report(b, len(pods))
	})
	// The lists are filled anew and not made anew, since the other side has its lists too.
	b.Run("decoding", func(b *testing.B) {
		for range b.N {
			for i := range pods {
				for _, amount := range pods[i].amounts {
					amount.list[amount.name] = parse(amount.text)
				}
				requests, limits, class := computePod(pods[i].pod)
				total += len(requests) + len(limits) + len(class)
			}
		}
		report(b, len(pods))
	})
	writeTotals(b, pods)
}

// addTo adds as kubectl does when it describes a node.
func addTo(sums, list v1.ResourceList) {
	for name, quantity := range list {
		if sum, found := sums[name]; found {
			sum.Add(quantity)
			sums[name] = sum
		} else {
			sums[name] = quantity.DeepCopy()
		}
	}
}

// BenchmarkNodes adds up the requests and limits of the Pods of each node.
func BenchmarkNodes(b *testing.B) {
	pods := readPods(b)
	type nodeSums struct{ requests, limits v1.ResourceList }
	for range b.N {
		nodes := map[string]nodeSums{}
		for i := range pods {
			for _, amount := range pods[i].amounts {
				amount.list[amount.name] = parse(amount.text)
			}
			pod := pods[i].pod
			node, found := nodes[pod.Spec.NodeName]
			if !found {
				node = nodeSums{v1.ResourceList{}, v1.ResourceList{}}
				nodes[pod.Spec.NodeName] = node
			}
			addTo(node.requests, resourcehelper.PodRequests(pod, resourcehelper.PodResourcesOptions{}))
			addTo(node.limits, resourcehelper.PodLimits(pod, resourcehelper.PodResourcesOptions{}))
		}
		total += len(nodes)
	}
	report(b, len(pods))
}

// writeTotals writes what the Pods come to, so that both sides are seen to have done the same work.
func writeTotals(b *testing.B, pods []benchPod) {
	sums := map[string]resource.Quantity{}
	classes := map[v1.PodQOSClass]int{}
	addAll := func(kind string, list v1.ResourceList) {
		for name, quantity := range list {
			sum := sums[kind+" "+string(name)]
			sum.Add(quantity)
			sums[kind+" "+string(name)] = sum
		}
	}
	for i := range pods {
		requests, limits, class := computePod(pods[i].pod)
		addAll("requests", requests)
		addAll("limits", limits)
		classes[class]++
	}
	totals := map[string]any{}
	for name, sum := range sums {
		totals[name] = sum.AsDec().String()
	}
	for class, count := range classes {
		totals[string(class)] = count
	}
	text, err := json.Marshal(totals)
	if err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(benchFile(b, "go-totals.json"), text, 0o600); err != nil {
		b.Fatal(err)
	}
}
