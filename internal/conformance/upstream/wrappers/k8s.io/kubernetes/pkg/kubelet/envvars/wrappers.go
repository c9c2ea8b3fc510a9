package envvars

import (
	v1 "k8s.io/api/core/v1"
	"kubesem/upstream/record"
)

// FromServices asks about these Services in the namespace of a Pod; those of a test have none.
func FromServices(services []*v1.Service) []v1.EnvVar {
	namespaced, names := []*v1.Service{}, map[string]bool{}
	for _, service := range services {
		copied := service.DeepCopy()
		copied.Namespace = "shop"
		namespaced = append(namespaced, copied)
		names[service.Name] = true
	}
	call := record.Begin("env.services", record.Map{"services": namespaced, "namespace": "shop", "links": true})
	made := orig_FromServices(services)
	if len(names) < len(services) {
		record.Skip("env.services", "two Services have one name")
		return made
	}
	variables := record.Map{}
	for _, variable := range made {
		variables[variable.Name] = variable.Value
	}
	call.Out(record.Map{"variables": variables})
	return made
}
