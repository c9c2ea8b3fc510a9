package util

import (
	apps "k8s.io/api/apps/v1"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"kubesem/upstream/record"
)

func EqualIgnoreHash(template1, template2 *v1.PodTemplateSpec) bool {
	call := record.Begin("template.equal", record.Map{"a": template1, "b": template2})
	equal := orig_EqualIgnoreHash(template1, template2)
	call.Out(record.Map{"equal": equal})
	return equal
}

// ResolveFenceposts asks for the limits of a Deployment; without Pods, none is unavailable.
func ResolveFenceposts(maxSurge, maxUnavailable *intstr.IntOrString, desired int32) (int32, int32, error) {
	surge, unavailable, err := orig_ResolveFenceposts(maxSurge, maxUnavailable, desired)
	if err != nil {
		record.Skip("rollout.limits", "a percentage that validation refuses")
		return surge, unavailable, err
	}
	limit := func(given *intstr.IntOrString) intstr.IntOrString {
		if given == nil {
			return intstr.FromInt32(0)
		}
		return *given
	}
	out := record.Map{"surge": surge, "unavailable": min(unavailable, desired)}
	record.Begin("rollout.limits", record.Map{"workload": record.Map{
		"apiVersion": "apps/v1", "kind": "Deployment", "metadata": record.Map{"name": "web"},
		"spec": record.Map{"replicas": desired, "strategy": record.Map{
			"type":          "RollingUpdate",
			"rollingUpdate": record.Map{"maxSurge": limit(maxSurge), "maxUnavailable": limit(maxUnavailable)},
		}},
	}}).Out(out)
	return surge, unavailable, err
}

func MaxUnavailable(deployment apps.Deployment) int32 {
	unavailable := orig_MaxUnavailable(deployment)
	beginLimits(&deployment).Out(record.Map{"unavailable": unavailable})
	return unavailable
}

func MaxSurge(deployment apps.Deployment) int32 {
	surge := orig_MaxSurge(deployment)
	beginLimits(&deployment).Out(record.Map{"surge": surge})
	return surge
}

func MinAvailable(deployment *apps.Deployment) int32 {
	available := orig_MinAvailable(deployment)
	beginLimits(deployment).Out(record.Map{"minAvailable": available})
	return available
}

// beginLimits asks about a Deployment with both of its limits; defaults would fill in others.
func beginLimits(deployment *apps.Deployment) *record.Call {
	strategy := deployment.Spec.Strategy
	update := strategy.RollingUpdate
	isRolling := strategy.Type == apps.RollingUpdateDeploymentStrategyType
	if deployment.Spec.Replicas == nil || isRolling && (update == nil || update.MaxSurge == nil || update.MaxUnavailable == nil) {
		record.Skip("rollout.limits", "no defaults")
		return nil
	}
	if !isRolling {
		strategy.RollingUpdate = nil
	}
	return record.Begin("rollout.limits", record.Map{"workload": record.Map{
		"apiVersion": "apps/v1", "kind": "Deployment", "metadata": record.Map{"name": "web"},
		"spec": record.Map{"replicas": deployment.Spec.Replicas, "strategy": strategy},
	}})
}
