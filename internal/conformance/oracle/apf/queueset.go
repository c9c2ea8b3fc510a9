package main

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"time"

	fq "k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing"
	"k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/queueset"
	"k8s.io/apiserver/pkg/util/flowcontrol/metrics"
	fcrequest "k8s.io/apiserver/pkg/util/flowcontrol/request"

	"kubesem/oracle/apf/virtual"
	"kubesem/oracle/wire"
)

var queueSetOps = map[string]wire.Op{"apf.queueSet": queueSet}

type queueConfig struct{ Queues, QueueLengthLimit, HandSize, Limit int }

// arrival is one request, or one reconfiguration where Config is set.
type arrival struct {
	AtNs                     int64
	Flow                     int
	InitialSeats, FinalSeats uint64
	AdditionalLatencyNs      int64
	DurationNs               int64
	// WaitNs is how long the request waits at most; 0 for as long as it takes.
	WaitNs int64
	Config *queueConfig
}

func (a *arrival) work() fcrequest.WorkEstimate {
	return fcrequest.WorkEstimate{
		InitialSeats: a.InitialSeats, FinalSeats: a.FinalSeats,
		AdditionalLatency: time.Duration(a.AdditionalLatencyNs),
	}
}

// decision is what became of a request: its position among the arrivals, a word, the nanosecond.
type decision [3]any

type setState struct {
	Queues       int    `json:"queues"`
	Waiting      int    `json:"waiting"`
	Executing    int    `json:"executing"`
	SeatsInUse   int    `json:"seatsInUse"`
	SeatsWaiting int    `json:"seatsWaiting"`
	R            string `json:"r"`
}

// queueSet runs a scenario on one set of queues until there are no more events.
func queueSet(in json.RawMessage) (any, error) {
	var args struct {
		Config   queueConfig
		Flows    []string
		Arrivals []arrival
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	running.Lock()
	defer running.Unlock()
	run := &setRun{
		clock:     virtual.NewClock(),
		arrivals:  args.Arrivals,
		live:      make([]liveRequest, len(args.Arrivals)),
		decisions: []decision{},
	}
	for _, flow := range args.Flows {
		hash, err := strconv.ParseUint(flow, 10, 64)
		if err != nil {
			return nil, err
		}
		run.flows = append(run.flows, hash)
	}
	if err := run.begin(args.Config); err != nil {
		return nil, err
	}
	for i := range args.Arrivals {
		run.clock.At(args.Arrivals[i].AtNs, func() { run.arrive(i) })
	}
	for run.failed == nil && run.clock.Step(math.MaxInt64) {
		run.settle()
	}
	if run.failed != nil {
		return nil, run.failed
	}
	return map[string]any{"decisions": run.decisions, "end": stateOf(run.set)}, nil
}

func stateOf(set fq.QueueSet) setState {
	state := queueset.StateOf(set)
	return setState{
		state.Queues, state.Waiting, state.Executing, state.SeatsInUse, state.SeatsWaiting,
		strconv.FormatUint(state.R, 10),
	}
}

type setRun struct {
	clock      *virtual.Clock
	set        fq.QueueSet
	flows      []uint64
	arrivals   []arrival
	live       []liveRequest
	dispatched []int // since the last settling, in the order of dispatch
	cancelling bool
	decisions  []decision
	failed     error
}

type liveRequest struct {
	request fq.Request
	context *virtual.Context
	started bool
}

func (r *setRun) begin(config queueConfig) error {
	completer, err := queueset.NewQueueSetFactory(r.clock).BeginConstruction(
		queuingOf(config),
		metrics.RatioedGaugePair{RequestsWaiting: virtual.NoGauge{}, RequestsExecuting: virtual.NoGauge{}},
		virtual.NoGauge{}, fq.NewNamedIntegrator(r.clock, "set"))
	return r.complete(completer, err, config)
}

func (r *setRun) complete(completer fq.QueueSetCompleter, err error, config queueConfig) error {
	if err != nil {
		return &wire.Error{Class: "Dealer", Message: err.Error()}
	}
	r.set = completer.Complete(fq.DispatchingConfig{
		ConcurrencyLimit: config.Limit, ConcurrencyDenominator: max(1, config.Limit),
	})
	return nil
}

func queuingOf(config queueConfig) fq.QueuingConfig {
	return fq.QueuingConfig{
		Name: "set", DesiredNumQueues: config.Queues, QueueLengthLimit: config.QueueLengthLimit,
		HandSize: config.HandSize,
	}
}

func (r *setRun) arrive(i int) {
	a := &r.arrivals[i]
	if a.Config != nil {
		completer, err := r.set.BeginConfigChange(queuingOf(*a.Config))
		r.failed = r.complete(completer, err, *a.Config)
		return
	}
	work := a.work()
	live := &r.live[i]
	live.context = &virtual.Context{Context: context.Background()}
	live.request, _ = r.set.StartRequest(live.context, &work, r.flows[a.Flow], "", "", nil, nil,
		func(queued bool) {
			if !queued && !r.cancelling {
				r.dispatched = append(r.dispatched, i)
			}
		})
	if live.request == nil {
		r.decide(i, rejectionOf(r.set))
		return
	}
	if queueset.Queueless(r.set) { // it is dispatched without a word
		r.dispatched = append(r.dispatched, i)
	}
	r.settle()
	if !live.started && a.WaitNs > 0 {
		r.clock.After(a.WaitNs, func() { r.timeOut(i) })
	}
}

// rejectionOf is why a set rejects a request on its arrival.
func rejectionOf(set fq.QueueSet) string {
	if queueset.Queueless(set) {
		return "concurrency-limit"
	}
	return "queue-full"
}

// settle lets the requests that were dispatched start, and asks for their ends.
func (r *setRun) settle() {
	for _, i := range r.dispatched {
		live := &r.live[i]
		if execute, _ := queueset.Await(live.request); !execute {
			r.failed = errors.New("a dispatched request does not execute")
		}
		live.started = true
		r.decide(i, "start")
		r.clock.After(r.arrivals[i].DurationNs, func() { r.finish(i) })
	}
	r.dispatched = r.dispatched[:0]
}

func (r *setRun) decide(i int, what string) {
	r.decisions = append(r.decisions, decision{i, what, r.clock.NowNs})
}

func (r *setRun) finish(i int) {
	queueset.Done(r.live[i].request)
}

func (r *setRun) timeOut(i int) {
	live := &r.live[i]
	if live.started {
		return
	}
	live.context.Ended = true
	r.cancelling = true
	if execute, _ := queueset.Await(live.request); execute {
		r.failed = errors.New("a cancelled request executes")
	}
	r.cancelling = false
	r.decide(i, "time-out")
}
