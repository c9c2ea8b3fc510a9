package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"slices"

	"k8s.io/apiserver/pkg/authentication/user"
	apirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/util/flowcontrol"
	"k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/queueset"
	fcrequest "k8s.io/apiserver/pkg/util/flowcontrol/request"

	"kubesem/oracle/wire"
)

// holdSeat occupies a seat of a level for ever, or waits for it.
func holdSeat(level flowcontrol.Level) {
	level.Queues.StartRequest(&waitContext{Context: context.Background()},
		&fcrequest.WorkEstimate{InitialSeats: 1}, 0, "", "", nil, nil, nil)
}

type controllerArgs struct {
	ServerConcurrencyLimit int
	configuration
	Callers []struct {
		User   string
		Groups []string
		Info   info
	}
	Arrivals []controllerArrival
	// Periods is how many adjustments there are before the end.
	Periods int64
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

// controllerScenario runs a scenario on all levels. It refuses a scenario whose result depends on the
// order in which Go iterates over its maps.
func controllerScenario(in json.RawMessage) (any, error) {
	var args controllerArgs
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	var first *controllerRun
	for range 3 {
		run, err := runController(&args)
		if err != nil {
			return nil, err
		}
		if first != nil && !reflect.DeepEqual(first.answer, run.answer) {
			return nil, &wire.Refusal{Reason: "the order of Go's maps decides"}
		}
		first = run
	}
	return first.answer, nil
}

type controllerAnswer struct {
	// Decisions: the arrival, a word, the nanosecond, the schema, the level.
	Decisions [][5]any `json:"decisions"`
	// Cut is whether final seats were cut, after which Go counts too many as waiting.
	Cut bool `json:"cut"`
	// Limits after the first configuration and after every later one and every adjustment.
	Limits []map[string][4]int `json:"limits"`
	End    map[string]setState `json:"end"`
}

type controllerRun struct {
	args       *controllerArgs
	clock      *lingerClock
	controller *flowcontrol.Controller
	config     *decodedConfiguration
	live       []controllerRequest
	dispatched []int
	cancelling bool
	answer     controllerAnswer
	failed     error
}

type controllerRequest struct {
	liveRequest
	schema, level string
}

func runController(args *controllerArgs) (*controllerRun, error) {
	config, err := args.decode()
	if err != nil {
		return nil, err
	}
	clock := newLingerClock()
	run := &controllerRun{
		args: args, clock: clock, controller: newController(clock, args.ServerConcurrencyLimit),
		config: config, live: make([]controllerRequest, len(args.Arrivals)),
		answer: controllerAnswer{Decisions: [][5]any{}},
	}
	defer flowcontrol.ShutDown(run.controller)
	run.digest()
	run.noteLimits()
	clock.after(periodNs, run.adjust)
	for i := range args.Arrivals {
		clock.at(args.Arrivals[i].AtNs, func() { run.arrive(i) })
	}
	for period := range args.Periods {
		clock.at((period+1)*periodNs+noteAfterNs, run.noteLimits)
	}
	for run.failed == nil && clock.failed == nil && clock.step(args.Periods*periodNs+noteAfterNs) {
		run.settle()
	}
	run.answer.End = map[string]setState{}
	for name, level := range flowcontrol.Levels(run.controller) {
		run.answer.End[name] = stateOf(level.Queues)
	}
	return run, errors.Join(run.failed, clock.failed)
}

func (r *controllerRun) digest() {
	flowcontrol.Digest(r.controller, r.config.levels, r.config.schemas)
}

func (r *controllerRun) noteLimits() {
	limits := map[string][4]int{}
	for name, level := range limitsOf(r.controller) {
		limits[name] = [4]int{level.Nominal, level.Lower, level.Upper, level.Current}
	}
	r.answer.Limits = append(r.answer.Limits, limits)
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
	r.clock.after(periodNs, r.adjust)
}

func (r *controllerRun) request(i int) {
	a, live := &r.args.Arrivals[i], &r.live[i]
	caller := &r.args.Callers[a.Caller]
	found := apirequest.RequestInfo(caller.Info)
	live.context = &waitContext{Context: context.Background()}
	live.schema, live.level, live.request = flowcontrol.StartRequest(r.controller, live.context,
		flowcontrol.RequestDigest{
			RequestInfo: &found,
			User:        &user.DefaultInfo{Name: caller.User, Groups: caller.Groups},
		}, a.work(), func(queued bool) {
			if !queued && !r.cancelling {
				r.dispatched = append(r.dispatched, i)
			}
		})
	rejection, isDispatched := arrived(flowcontrol.Levels(r.controller)[live.level].Queues, live.request)
	if rejection != "" {
		r.decide(i, rejection)
	}
	if isDispatched {
		r.dispatched = append(r.dispatched, i)
	}
	if flowcontrol.TakeDigestionDue(r.controller) {
		r.digest()
	}
	r.settle()
	if live.request != nil && !live.started && a.WaitNs > 0 {
		r.clock.after(a.WaitNs, func() { r.timeOut(i) })
	}
}

// settle lets the requests that were dispatched start, and asks for their ends: level by level,
// because Go walks the levels in no order.
func (r *controllerRun) settle() {
	slices.SortStableFunc(r.dispatched, func(a, b int) int {
		return cmp.Compare(r.live[a].level, r.live[b].level)
	})
	for _, i := range r.dispatched {
		live := &r.live[i]
		if execute, _ := queueset.Await(live.request); !execute {
			r.failed = errors.New("a dispatched request does not execute")
		}
		live.started = true
		r.answer.Cut = r.answer.Cut || isCut(live.request, &r.args.Arrivals[i].arrival)
		queueset.OnRequestDispatched(live.request)
		r.decide(i, "start")
		r.clock.after(r.args.Arrivals[i].DurationNs, func() { r.finish(i) })
	}
	r.dispatched = r.dispatched[:0]
}

func (r *controllerRun) decide(i int, what string) {
	r.answer.Decisions = append(r.answer.Decisions,
		[5]any{i, what, r.clock.now, r.live[i].schema, r.live[i].level})
}

func (r *controllerRun) finish(i int) {
	r.clock.finishing = r.live[i].request
	if queueset.Done(r.live[i].request) {
		r.reap(i)
	}
}

func (r *controllerRun) timeOut(i int) {
	live := &r.live[i]
	if live.started {
		return
	}
	live.context.ended = true
	r.cancelling = true
	execute, idle := queueset.Await(live.request)
	if execute {
		r.failed = errors.New("a cancelled request executes")
	}
	r.cancelling = false
	r.decide(i, "time-out")
	if idle {
		r.reap(i)
	}
}

// reap digests the configuration again if a removed level has become idle.
func (r *controllerRun) reap(i int) {
	if flowcontrol.Reap(r.controller, r.live[i].level) {
		r.digest()
	}
}
