package statefulset

import (
	apps "k8s.io/api/apps/v1"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"kubesem/upstream/record"
)

// askNames asks for all names of a StatefulSet.
func askNames(set *apps.StatefulSet) {
	claims := []record.Map{}
	for _, claim := range set.Spec.VolumeClaimTemplates {
		claims = append(claims, record.Map{"metadata": record.Map{"name": claim.Name}})
	}
	record.Begin("statefulSet.names", record.Map{"statefulSet": record.Map{
		"apiVersion": "apps/v1", "kind": "StatefulSet", "metadata": record.Map{"name": set.Name},
		"spec": record.Map{
			"replicas": set.Spec.Replicas, "ordinals": set.Spec.Ordinals, "volumeClaimTemplates": claims,
		},
	}}).NoResult()
}

func getPodName(set *apps.StatefulSet, ordinal int) string {
	askNames(set)
	return orig_getPodName(set, ordinal)
}

func getPersistentVolumeClaimName(set *apps.StatefulSet, claim *v1.PersistentVolumeClaim, ordinal int) string {
	askNames(set)
	return orig_getPersistentVolumeClaimName(set, claim, ordinal)
}

func getStatefulSetMaxUnavailable(maxUnavailable *intstr.IntOrString, replicaCount int) (int, error) {
	unavailable, err := orig_getStatefulSetMaxUnavailable(maxUnavailable, replicaCount)
	call := record.Begin("rollout.limits", record.Map{"workload": record.Map{
		"apiVersion": "apps/v1", "kind": "StatefulSet", "metadata": record.Map{"name": "web"},
		"spec": record.Map{"replicas": replicaCount, "updateStrategy": record.Map{
			"type": "RollingUpdate", "rollingUpdate": record.Map{"maxUnavailable": maxUnavailable},
		}},
	}})
	if err != nil {
		record.Skip("rollout.limits", "a percentage that validation refuses")
	} else {
		call.Out(record.Map{"unavailable": unavailable})
	}
	return unavailable, err
}
