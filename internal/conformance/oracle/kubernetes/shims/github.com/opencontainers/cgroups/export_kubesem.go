package cgroups

// SetNode tells what is otherwise found out about the machine, once.
func SetNode(unified bool, pageSizes []string) {
	isUnifiedOnce.Do(func() {})
	initHPSOnce.Do(func() {})
	isUnified, hugePageSizes = unified, pageSizes
}
