// Package resources asks about the amounts of Pods: defaults, names and what containers see.
package resources

import (
	"kubesem/oracle/kubernetes/apiserver"
	"kubesem/oracle/wire"
)

// Ops are the operations of this package.
var Ops = map[string]wire.Op{
	"pod.defaults":       podDefaults,
	"template.defaults":  templateDefaults,
	"pod.validate":       apiserver.ValidatePod,
	"pod.validateUpdate": apiserver.ValidatePodUpdate,

	"downward.resourceField": resourceField,

	"resource.kind":  resourceKind,
	"resource.value": resourceValue,
}
