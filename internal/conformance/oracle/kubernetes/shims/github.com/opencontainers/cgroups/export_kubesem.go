package cgroups

// SetNode sets once what is otherwise detected on the machine.
func SetNode(unified bool, pageSizes []string) {
	isUnifiedOnce.Do(func() {})
	initHPSOnce.Do(func() {})
	isUnified, hugePageSizes = unified, pageSizes
}
