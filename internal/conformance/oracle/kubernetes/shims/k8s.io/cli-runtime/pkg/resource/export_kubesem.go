package resource

import "k8s.io/apimachinery/pkg/api/meta"

// MappingFor passes on mappingFor.
func (b *Builder) MappingFor(resourceOrKind string) (*meta.RESTMapping, error) {
	return b.mappingFor(resourceOrKind)
}
