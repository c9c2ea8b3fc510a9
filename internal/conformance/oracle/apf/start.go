package main

import (
	"encoding/json"
	"math"

	"k8s.io/apiserver/pkg/apis/flowcontrol/bootstrap"

	"kubesem/oracle/wire"
)

var startOps = map[string]wire.Op{"apf.start": start}

// longestWaitNs is a quarter of the default deadline of a request.
const longestWaitNs = 15_000_000_000

// start answers the seats of the levels of a server that has just started, and for each caller when its request
// executes if it is the first and only one.
func start(in json.RawMessage) (any, error) {
	var args struct {
		ServerConcurrencyLimit int
		// BuiltIn adds the mandatory and the suggested objects.
		BuiltIn bool
		configuration
		Callers []caller
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	if args.BuiltIn {
		for _, level := range append(bootstrap.MandatoryPriorityLevelConfigurations,
			bootstrap.SuggestedPriorityLevelConfigurations...) {
			args.PriorityLevels = append(args.PriorityLevels, encode(level))
		}
		for _, schema := range append(bootstrap.MandatoryFlowSchemas, bootstrap.SuggestedFlowSchemas...) {
			args.FlowSchemas = append(args.FlowSchemas, encode(schema))
		}
	}
	answer := struct {
		// Levels are nominal, lower, upper and current limits.
		Levels map[string][4]int `json:"levels"`
		// First are the decisions about the requests, without the position.
		First [][]any `json:"first"`
	}{map[string][4]int{}, [][]any{}}
	for _, one := range args.Callers {
		run, err := runArgs(&controllerArgs{
			ServerConcurrencyLimit: args.ServerConcurrencyLimit,
			configuration:          args.configuration,
			Callers:                []caller{one},
			Arrivals:               []controllerArrival{{arrival: arrival{AtNs: 1, InitialSeats: 1, WaitNs: longestWaitNs}}},
			Periods:                2,
			DumpAtNs:               math.MaxInt64,
		}, nil)
		if err != nil {
			return nil, err
		}
		answer.Levels = run.limits[0]
		for _, decision := range run.decisions {
			answer.First = append(answer.First, decision[1:])
		}
	}
	return answer, nil
}

// encode writes what can be written.
func encode(value any) json.RawMessage {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return text
}
