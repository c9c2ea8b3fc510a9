package main

import (
	"encoding/json"
	"maps"
	"slices"

	flowcontrolv1 "k8s.io/api/flowcontrol/v1"
	"k8s.io/apiserver/pkg/util/flowcontrol"
	"k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/queueset"
	"k8s.io/apiserver/pkg/util/flowcontrol/metrics"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"

	"kubesem/oracle/apf/virtual"
	"kubesem/oracle/wire"
)

var controllerOps = map[string]wire.Op{
	"apf.digest":     digest,
	"apf.borrow":     borrow,
	"apf.controller": controllerScenario,
	"apf.monitoring": monitor,
}

// configuration is all objects as they are stored.
type configuration struct{ PriorityLevels, FlowSchemas []json.RawMessage }

type decodedConfiguration struct {
	levels  []*flowcontrolv1.PriorityLevelConfiguration
	schemas []*flowcontrolv1.FlowSchema
}

func (c *configuration) decode() (*decodedConfiguration, error) {
	levels, err := decodeAll[flowcontrolv1.PriorityLevelConfiguration](c.PriorityLevels, levelKind)
	if err != nil {
		return nil, err
	}
	schemas, err := decodeAll[flowcontrolv1.FlowSchema](c.FlowSchemas, schemaKind)
	return &decodedConfiguration{levels, schemas}, err
}

// client is required as an argument but never used.
var client = fake.NewSimpleClientset()

// newController makes one that nothing drives but us. It begins with the mandatory objects alone.
func newController(clock *virtual.Clock, serverConcurrencyLimit int) *flowcontrol.Controller {
	return flowcontrol.NewController(flowcontrol.TestableConfig{
		Name:                   "oracle",
		Clock:                  clock,
		FoundToDangling:        func(found bool) bool { return !found },
		InformerFactory:        informers.NewSharedInformerFactory(client, 0),
		FlowcontrolClient:      client.FlowcontrolV1(),
		ServerConcurrencyLimit: serverConcurrencyLimit,
		ReqsGaugeVec:           metrics.PriorityLevelConcurrencyGaugeVec,
		ExecSeatsGaugeVec:      metrics.PriorityLevelExecutionSeatsGaugeVec,
		QueueSetFactory:        queueset.NewQueueSetFactory(clock),
	})
}

type levelLimits struct {
	Nominal   int    `json:"nominal"`
	Lower     int    `json:"lower"`
	Upper     int    `json:"upper"`
	Current   int    `json:"current"`
	MaxSeats  uint64 `json:"maxSeats"`
	Quiescing bool   `json:"quiescing"`
	Queues    int    `json:"queues"` // that there are, which may be more than desired
}

func limitsOf(controller *flowcontrol.Controller) map[string]levelLimits {
	limits := map[string]levelLimits{}
	for name, level := range flowcontrol.Levels(controller) {
		limits[name] = levelLimits{
			level.NominalCL, level.MinCL, level.MaxCL, level.CurrentCL, level.MaxSeats, level.Quiescing,
			queueset.StateOf(level.Queues).Queues,
		}
	}
	return limits
}

type digested struct {
	// FlowSchemas are those that are used, in the order of matching.
	FlowSchemas []string               `json:"flowSchemas"`
	Levels      map[string]levelLimits `json:"levels"`
	// Dangling are the schemas whose level is missing or broken.
	Dangling []string `json:"dangling"`
}

// digest answers what becomes of configurations that follow each other. Levels named in hold get a
// request that runs for ever before the next one comes.
func digest(in json.RawMessage) (any, error) {
	var args struct {
		ServerConcurrencyLimit int
		Rounds                 []struct {
			configuration
			Hold []string
		}
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	running.Lock()
	defer running.Unlock()
	controller := newController(virtual.NewClock(), args.ServerConcurrencyLimit)
	defer flowcontrol.ShutDown(controller)
	answers := []digested{}
	for _, round := range args.Rounds {
		decoded, err := round.decode()
		if err != nil {
			return nil, err
		}
		answer := digested{FlowSchemas: []string{}, Dangling: []string{}}
		for _, update := range flowcontrol.Digest(controller, decoded.levels, decoded.schemas) {
			if update.Condition.Status == flowcontrolv1.ConditionTrue {
				answer.Dangling = append(answer.Dangling, update.FlowSchema)
			}
		}
		for _, schema := range flowcontrol.FlowSchemas(controller) {
			answer.FlowSchemas = append(answer.FlowSchemas, schema.Name)
		}
		answer.Levels = limitsOf(controller)
		answers = append(answers, answer)
		levels := flowcontrol.Levels(controller)
		for _, name := range round.Hold {
			if level, there := levels[name]; there {
				holdSeat(level)
			}
		}
	}
	return answers, nil
}

type demandStats struct {
	Current           int    `json:"current"`
	HighWatermark     int    `json:"highWatermark"`
	Average           string `json:"average"`
	StandardDeviation string `json:"standardDeviation"`
	Smoothed          string `json:"smoothed"`
}

// borrow answers the limits that follow from a course of seat demands.
func borrow(in json.RawMessage) (any, error) {
	var args struct {
		ServerConcurrencyLimit int
		configuration
		Steps []struct {
			AfterNs int64
			Demand  map[string]float64
			Adjust  bool
		}
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	decoded, err := args.decode()
	if err != nil {
		return nil, err
	}
	running.Lock()
	defer running.Unlock()
	clock := virtual.NewClock()
	controller := newController(clock, args.ServerConcurrencyLimit)
	defer flowcontrol.ShutDown(controller)
	flowcontrol.Digest(controller, decoded.levels, decoded.schemas)
	answers := []map[string]demandStats{}
	for _, step := range args.Steps {
		clock.NowNs += step.AfterNs
		levels := flowcontrol.Levels(controller)
		for _, name := range slices.Sorted(maps.Keys(step.Demand)) {
			if level, there := levels[name]; there {
				level.Demand.Set(step.Demand[name])
			}
		}
		if !step.Adjust {
			continue
		}
		flowcontrol.UpdateBorrowing(controller)
		answer := map[string]demandStats{}
		for name, level := range flowcontrol.Levels(controller) {
			answer[name] = demandStats{
				level.CurrentCL, level.HighWatermark,
				float(level.Average), float(level.StandardDeviation), float(level.Smoothed),
			}
		}
		answers = append(answers, answer)
	}
	return answers, nil
}
