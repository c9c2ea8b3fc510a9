package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"slices"
	"sync"

	"k8s.io/apiserver/pkg/server/filters"
	"k8s.io/apiserver/pkg/util/flowcontrol"
	"k8s.io/apiserver/pkg/util/flowcontrol/metrics"
	fcrequest "k8s.io/apiserver/pkg/util/flowcontrol/request"

	"kubesem/oracle/apf/virtual"
	"kubesem/oracle/wire"
)

// holdSeat occupies a seat of a level for ever, or waits for it.
func holdSeat(level flowcontrol.Level) {
	level.Queues.StartRequest(&virtual.Context{Context: context.Background()},
		&fcrequest.WorkEstimate{InitialSeats: 1}, 0, "", "", nil, nil, nil)
}

type controllerArgs struct {
	ServerConcurrencyLimit int
	configuration
	Callers  []caller
	Arrivals []controllerArrival
	// Periods is how many adjustments there are before the end.
	Periods int64
	// DumpAtNs is when the debugging endpoints are asked.
	DumpAtNs int64
}

type caller struct {
	User   string
	Groups []string
	Info   info
}

// controllerArrival is a request of a caller, or a new configuration.
type controllerArrival struct {
	arrival
	Caller        int
	Configuration *configuration
}

// periodNs is how often kube-apiserver adjusts the limits.
const periodNs = 10_000_000_000

// noteAfterNs is how long after an adjustment the limits are noted: other things may happen in its
// nanosecond and in the next one.
const noteAfterNs = 2

// controllerScenario runs a scenario on all levels.
func controllerScenario(in json.RawMessage) (any, error) {
	run, err := runController(in, nil)
	if err != nil {
		return nil, err
	}
	return map[string]any{"decisions": run.decisions, "limits": run.limits}, nil
}

type controllerRun struct {
	args       *controllerArgs
	clock      *virtual.Clock
	controller *flowcontrol.Controller
	filter     http.HandlerFunc
	config     *decodedConfiguration
	calls      []call
	dispatched []int
	// Decisions: the arrival, a word, the nanosecond, the schema, the level.
	decisions [][5]any
	// Limits after the first configuration and after every later one and every adjustment.
	limits []map[string][4]int
	dump   map[string][]string
	failed error
}

// running is held by the one scenario that runs: the metrics are global to the process.
var running sync.Mutex

// runController runs a scenario; atEnd is called while its last requests still wait and execute.
func runController(in json.RawMessage, atEnd func(*controllerRun)) (*controllerRun, error) {
	args := &controllerArgs{DumpAtNs: math.MaxInt64}
	if err := wire.DecodeStrict(in, args); err != nil {
		return nil, err
	}
	return runArgs(args, atEnd)
}

func runArgs(args *controllerArgs, atEnd func(*controllerRun)) (*controllerRun, error) {
	config, err := args.decode()
	if err != nil {
		return nil, err
	}
	running.Lock()
	defer running.Unlock()
	clock := virtual.NewClock()
	metrics.Restart(clock.Now)
	run := &controllerRun{
		args: args, clock: clock, controller: newController(clock, args.ServerConcurrencyLimit),
		config: config, calls: make([]call, len(args.Arrivals)), decisions: [][5]any{},
	}
	defer flowcontrol.ShutDown(run.controller)
	run.filter = filters.Filter(&noted{run.controller, run}, flowcontrol.DroppedRequests(clock.Now),
		run.estimate, run.execute)
	run.digest()
	run.noteLimits()
	clock.After(periodNs, run.adjust)
	for i := range args.Arrivals {
		clock.At(args.Arrivals[i].AtNs, func() { run.arrive(i) })
	}
	for period := range args.Periods {
		clock.At((period+1)*periodNs+noteAfterNs, run.noteLimits)
	}
	clock.At(args.DumpAtNs, run.noteDump)
	for run.failed == nil && clock.Step(args.Periods*periodNs+noteAfterNs) {
		run.settle()
	}
	if atEnd != nil {
		atEnd(run)
	}
	for i := range run.calls {
		run.end(&run.calls[i])
	}
	return run, run.failed
}

func (r *controllerRun) digest() {
	flowcontrol.Digest(r.controller, r.config.levels, r.config.schemas)
}

func (r *controllerRun) noteLimits() {
	limits := map[string][4]int{}
	for name, level := range limitsOf(r.controller) {
		limits[name] = [4]int{level.Nominal, level.Lower, level.Upper, level.Current}
	}
	r.limits = append(r.limits, limits)
}

func (r *controllerRun) arrive(i int) {
	a := &r.args.Arrivals[i]
	if a.Configuration == nil {
		r.request(i)
		return
	}
	config, err := a.Configuration.decode()
	if err != nil {
		r.failed = err
		return
	}
	r.config = config
	r.digest()
	r.noteLimits()
}

func (r *controllerRun) adjust() {
	flowcontrol.UpdateBorrowing(r.controller)
	r.clock.After(periodNs, r.adjust)
}

func (r *controllerRun) request(i int) {
	a, c := &r.args.Arrivals[i], &r.calls[i]
	r.begin(i)
	select {
	case <-c.returned:
		r.decide(i, rejectionOf(flowcontrol.Levels(r.controller)[c.level].Queues))
	case <-c.executing:
		if !c.wasQueued {
			r.dispatched = append(r.dispatched, i)
		}
	case <-c.queued:
		flowcontrol.Settle(r.controller)
	}
	r.reap()
	r.settle()
	if a.WaitNs > 0 && !c.hasStarted && !c.hasReturned() {
		r.clock.After(a.WaitNs, func() { r.timeOut(i) })
	}
}

// settle lets the requests that were dispatched start, and asks for their ends.
func (r *controllerRun) settle() {
	slices.SortStableFunc(r.dispatched, func(a, b int) int {
		return cmp.Compare(r.calls[a].level, r.calls[b].level)
	})
	for _, i := range r.dispatched {
		c := &r.calls[i]
		<-c.executing
		c.hasStarted = true
		r.decide(i, "start")
		r.clock.After(r.args.Arrivals[i].DurationNs, func() { r.finish(i) })
	}
	r.dispatched = r.dispatched[:0]
}

func (r *controllerRun) decide(i int, what string) {
	c := &r.calls[i]
	r.decisions = append(r.decisions, [5]any{i, what, r.clock.NowNs, c.schema, c.level})
}

func (r *controllerRun) finish(i int) {
	r.end(&r.calls[i])
	r.reap()
}

func (r *controllerRun) timeOut(i int) {
	c := &r.calls[i]
	if c.hasStarted {
		return
	}
	r.end(c)
	if c.response.Code != http.StatusTooManyRequests {
		r.failed = errors.New("a cancelled request executes")
	}
	r.decide(i, "time-out")
	r.reap()
}

// reap digests the configuration again if a removed level has become idle.
func (r *controllerRun) reap() {
	if flowcontrol.TakeDigestionDue(r.controller) {
		r.digest()
	}
}
