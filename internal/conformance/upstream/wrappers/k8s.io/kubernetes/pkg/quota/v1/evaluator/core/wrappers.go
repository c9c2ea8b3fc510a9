package core

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/clock"
	"kubesem/upstream/record"
)

func PodUsageFunc(obj runtime.Object, clock clock.Clock) (corev1.ResourceList, error) {
	used, err := orig_PodUsageFunc(obj, clock)
	if pod, podErr := toExternalPodOrError(obj); err == nil && podErr == nil {
		recordUsage("pods", pod, record.Map{"now": metav1.NewTime(clock.Now())}, used)
	}
	return used, err
}

func (p *serviceEvaluator) Usage(item runtime.Object) (corev1.ResourceList, error) {
	used, err := p.orig_Usage(item)
	if service, serviceErr := toExternalServiceOrError(item); err == nil && serviceErr == nil {
		recordUsage("services", service, record.Map{}, used)
	}
	return used, err
}

func (p *pvcEvaluator) Usage(item runtime.Object) (corev1.ResourceList, error) {
	used, err := p.orig_Usage(item)
	if claim, claimErr := toExternalPersistentVolumeClaimOrError(item); err == nil && claimErr == nil {
		recordUsage("persistentvolumeclaims", claim, record.Map{}, used)
	}
	return used, err
}

func podMatchesScopeFunc(selector corev1.ScopedResourceSelectorRequirement, object runtime.Object) (bool, error) {
	matches, err := orig_podMatchesScopeFunc(selector, object)
	if pod, podErr := toExternalPodOrError(object); err == nil && podErr == nil {
		recordScope("pods", pod, selector, matches)
	}
	return matches, err
}

func pvcMatchesScopeFunc(selector corev1.ScopedResourceSelectorRequirement, object runtime.Object) (bool, error) {
	matches, err := orig_pvcMatchesScopeFunc(selector, object)
	if claim, claimErr := toExternalPersistentVolumeClaimOrError(object); err == nil && claimErr == nil {
		recordScope("persistentvolumeclaims", claim, selector, matches)
	}
	return matches, err
}

type object = metav1.Object

// recordUsage is the use of one object in a quota on all that it uses.
func recordUsage(resource string, object object, in record.Map, used corev1.ResourceList) {
	hard := record.Map{}
	for name := range used {
		hard[string(name)] = "0"
	}
	in["namespace"] = object.GetNamespace()
	in["hard"], in["objects"] = hard, record.Map{resource: []any{object}}
	record.Begin("quota.usage", in).Out(record.Map{"used": used})
}

// recordScope is whether an object counts in a quota with the scope.
func recordScope(
	resource string, object object, selector corev1.ScopedResourceSelectorRequirement, matches bool,
) {
	counted := map[bool]string{true: "1", false: "0"}[matches]
	record.Begin("quota.usage", record.Map{
		"namespace":     object.GetNamespace(),
		"hard":          record.Map{"count/" + resource: "0"},
		"scopeSelector": record.Map{"matchExpressions": []any{selector}},
		"objects":       record.Map{resource: []any{object}},
	}).Out(record.Map{"used": record.Map{"count/" + resource: counted}})
}
