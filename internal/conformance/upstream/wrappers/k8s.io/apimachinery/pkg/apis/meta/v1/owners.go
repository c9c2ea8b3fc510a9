package v1

import "kubesem/upstream/record"

// GetControllerOf asks about the owners alone.
func GetControllerOf(controllee Object) *OwnerReference {
	owners := record.Map{"ownerReferences": controllee.GetOwnerReferences()}
	call := record.Begin("owner.controller", record.Map{"metadata": owners})
	controller := orig_GetControllerOf(controllee)
	call.Out(controller)
	return controller
}
