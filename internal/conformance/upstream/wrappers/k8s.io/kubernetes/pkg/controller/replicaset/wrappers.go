package replicaset

import (
	"slices"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/controller"
	"kubesem/upstream/record"
)

func getPodsToDelete(filteredPods, relatedPods []*v1.Pod, diff int) []*v1.Pod {
	call := record.Begin("pods.ranking", record.Map{
		"pods": controller.WithoutRandom(filteredPods), "related": controller.WithoutRandom(relatedPods), "now": time.Now(),
	})
	// To delete none sorts them all.
	sorted := slices.Clone(filteredPods)
	orig_getPodsToDelete(sorted, relatedPods, 0)
	names := []string{}
	for _, pod := range sorted {
		names = append(names, pod.Name)
	}
	call.Out(record.Map{"replicaSet": names})
	return orig_getPodsToDelete(filteredPods, relatedPods, diff)
}
