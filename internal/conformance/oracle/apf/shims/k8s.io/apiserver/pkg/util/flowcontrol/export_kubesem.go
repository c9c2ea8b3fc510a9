package flowcontrol

import (
	"iter"
	"maps"
	"slices"

	flowcontrol "k8s.io/api/flowcontrol/v1"
	fq "k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing"
)

// inOrder iterates over the levels in the order of their names; the patches call it.
func inOrder(levels map[string]*priorityLevelState) iter.Seq2[string, *priorityLevelState] {
	return func(yield func(string, *priorityLevelState) bool) {
		for _, name := range slices.Sorted(maps.Keys(levels)) {
			if !yield(name, levels[name]) {
				return
			}
		}
	}
}

// Names that are passed on as they are.
var (
	Matches           = matchesFlowSchema
	FlowDistinguisher = computeFlowDistinguisher
	FlowHash          = hashFlowID
	DroppedRequests   = newDroppedRequestsTracker
	NewController     = newTestableController
)

// Controller is the configuration controller, which holds all levels.
type Controller = configController

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

// Dangling is whether a FlowSchema points to no level, where its status does not say so yet.
type Dangling struct {
	FlowSchema string
	Condition  flowcontrol.FlowSchemaCondition
}

// Digest passes on lockAndDigestConfigObjects.
func Digest(
	c *Controller, levels []*flowcontrol.PriorityLevelConfiguration, schemas []*flowcontrol.FlowSchema,
) []Dangling {
	updates := []Dangling{}
	for _, update := range c.lockAndDigestConfigObjects(levels, schemas) {
		updates = append(updates, Dangling{update.flowSchema.Name, update.condition})
	}
	return updates
}

// FlowSchemas are the digested ones, in the order of matching.
func FlowSchemas(c *Controller) []*flowcontrol.FlowSchema { return c.flowSchemas }

// Level is the state of one level.
type Level struct {
	Object                               *flowcontrol.PriorityLevelConfiguration
	Queues                               fq.QueueSet
	Demand                               fq.Integrator
	Quiescing                            bool
	NominalCL, MinCL, MaxCL, CurrentCL   int
	HighWatermark                        int
	Average, StandardDeviation, Smoothed float64
	MaxSeats                             uint64
}

// Levels are the digested ones.
func Levels(c *Controller) map[string]Level {
	levels := make(map[string]Level, len(c.priorityLevelStates))
	for name, state := range c.priorityLevelStates {
		stats := state.seatDemandStats
		levels[name] = Level{
			state.pl, state.queues, state.seatDemandIntegrator, state.quiescing,
			state.nominalCL, state.minCL, state.maxCL, state.currentCL,
			stats.highWatermark, stats.avg, stats.stdDev, stats.smoothed, c.GetMaxSeats(name),
		}
	}
	return levels
}

// UpdateBorrowing passes on updateBorrowing.
func UpdateBorrowing(c *Controller) { c.updateBorrowing() }

// Settle waits until no request is being started.
func Settle(c *Controller) {
	c.lock.Lock()
	defer c.lock.Unlock()
}

// TakeDigestionDue says whether a new digestion was asked for since it was last called.
func TakeDigestionDue(c *Controller) bool {
	due := c.configQueue.Len() > 0
	for c.configQueue.Len() > 0 {
		item, _ := c.configQueue.Get()
		c.configQueue.Done(item)
	}
	return due
}

// ShutDown ends the goroutines of a controller that never ran.
func ShutDown(c *Controller) { c.configQueue.ShutDown() }
