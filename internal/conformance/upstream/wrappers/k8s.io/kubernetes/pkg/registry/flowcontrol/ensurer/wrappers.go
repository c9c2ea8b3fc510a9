package ensurer

import (
	flowcontrolv1 "k8s.io/api/flowcontrol/v1"
	"kubesem/upstream/record"
)

// ReviseIfNeeded asks for a whole round of maintenance of a server with that object alone. Tests have objects of their own
// that replace the built-in ones, which the operation cannot express, so there is no result.
func (s *strategy[ObjectType]) ReviseIfNeeded(
	objectOps objectLocalOps[ObjectType], current, bootstrap ObjectType,
) (ObjectType, bool, error) {
	switch object := any(current).(type) {
	case *flowcontrolv1.FlowSchema:
		if object != nil {
			record.Begin("apf.maintenance", record.Map{"flowSchemas": []any{object}, "priorityLevels": []any{}}).NoResult()
		}
	case *flowcontrolv1.PriorityLevelConfiguration:
		if object != nil {
			record.Begin("apf.maintenance", record.Map{"flowSchemas": []any{}, "priorityLevels": []any{object}}).NoResult()
		}
	}
	return s.orig_ReviseIfNeeded(objectOps, current, bootstrap)
}
