package flowcontrol

// AllocationClass is one level in the division of a server's concurrency.
type AllocationClass struct{ Target, LowerBound, UpperBound float64 }

// Allocate passes on computeConcurrencyAllocation.
func Allocate(sum int, classes []AllocationClass) ([]float64, float64, error) {
	items := make([]allocProblemItem, len(classes))
	for i, class := range classes {
		items[i] = allocProblemItem{class.Target, class.LowerBound, class.UpperBound}
	}
	return computeConcurrencyAllocation(sum, items)
}
