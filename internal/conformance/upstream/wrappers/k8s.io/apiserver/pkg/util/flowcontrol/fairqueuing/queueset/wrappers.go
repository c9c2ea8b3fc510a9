package queueset

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	fq "k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing"
	fqrequest "k8s.io/apiserver/pkg/util/flowcontrol/request"
	"k8s.io/apiserver/pkg/util/shufflesharding"
	"kubesem/upstream/record"
)

// scenario is what happened to a queue set since it was made. It is recorded each time that all requests
// have ended.
type scenario struct {
	start              time.Time
	config             record.Map
	flows              []string
	arrivals           []record.Map
	decisions          [][3]any
	positions          map[fq.Request]int
	started            map[fq.Request]time.Time
	open               int
	events, dispatches map[time.Time]bool
	skipped            bool
}

var (
	scenariosLock sync.Mutex
	scenarios     = map[*queueSet]*scenario{}
	// Other packages test queue sets with a clock that does not stop.
	isTested = filepath.Base(os.Args[0]) == "queueset.test"
)

// note calls a function with the scenario of a queue set, if it is recorded.
func note(qs *queueSet, what func(*scenario, time.Time)) {
	scenariosLock.Lock()
	defer scenariosLock.Unlock()
	if s := scenarios[qs]; s != nil && !s.skipped {
		what(s, qs.clock.Now())
	}
}

func (s *scenario) skip(reason string) {
	s.skipped = true
	record.Skip("apf.queueSet", reason)
}

// once notes a moment. Of two events at one moment, goroutines decide which comes first.
func (s *scenario) once(seen map[time.Time]bool, now time.Time) {
	if seen[now] && !s.skipped {
		s.skip("two events at the same nanosecond")
	}
	seen[now] = true
}

func (s *scenario) decide(position int, what string, now time.Time) {
	s.decisions = append(s.decisions, [3]any{position, what, now.Sub(s.start).Nanoseconds()})
}

func (qs *queueSet) setConfiguration(ctx context.Context, queuing fq.QueuingConfig, dealer *shufflesharding.Dealer, dispatching fq.DispatchingConfig) {
	qs.orig_setConfiguration(ctx, queuing, dealer, dispatching)
	if !isTested {
		return
	}
	note(qs, func(s *scenario, _ time.Time) { s.skip("another configuration") })
	scenariosLock.Lock()
	defer scenariosLock.Unlock()
	if scenarios[qs] == nil {
		scenarios[qs] = &scenario{
			start: qs.clock.Now(),
			config: record.Map{
				"queues": queuing.DesiredNumQueues, "queueLengthLimit": queuing.QueueLengthLimit,
				"handSize": queuing.HandSize, "limit": dispatching.ConcurrencyLimit,
			},
			positions: map[fq.Request]int{}, started: map[fq.Request]time.Time{},
			events: map[time.Time]bool{}, dispatches: map[time.Time]bool{},
		}
	}
}

func (qs *queueSet) StartRequest(ctx context.Context, work *fqrequest.WorkEstimate, hash uint64, distinguisher, schema string, descr1, descr2 interface{}, queued fq.QueueNoteFn) (fq.Request, bool) {
	request, idle := qs.orig_StartRequest(ctx, work, hash, distinguisher, schema, descr1, descr2, queued)
	note(qs, func(s *scenario, now time.Time) {
		if ctx.Done() != nil {
			s.skip("a request whose context can end")
			return
		}
		s.once(s.events, now)
		position := len(s.arrivals)
		s.flows = append(s.flows, strconv.FormatUint(hash, 10))
		s.arrivals = append(s.arrivals, record.Map{
			"atNs": now.Sub(s.start).Nanoseconds(), "flow": position, "durationNs": 0,
			"initialSeats": work.InitialSeats, "finalSeats": work.FinalSeats,
			"additionalLatencyNs": work.AdditionalLatency.Nanoseconds(),
		})
		if request != nil {
			s.positions[request] = position
			s.open++
			return
		}
		reason := "queue-full"
		if qs.qCfg.DesiredNumQueues < 1 {
			reason = "concurrency-limit"
		}
		s.decide(position, reason, now)
	})
	return request, idle
}

func (req *request) wait() (bool, bool) {
	execute, idle := req.orig_wait()
	note(req.qs, func(s *scenario, now time.Time) {
		if !execute {
			s.skip("a request that does not execute")
			return
		}
		s.once(s.dispatches, now)
		s.started[req] = now
		s.decide(s.positions[req], "start", now)
	})
	return execute, idle
}

func (qs *queueSet) finishRequestAndDispatchAsMuchAsPossible(req *request) bool {
	note(qs, func(s *scenario, now time.Time) {
		arrival := s.arrivals[s.positions[req]]
		arrival["durationNs"] = now.Sub(s.started[req]).Nanoseconds()
		s.once(s.events, now)
		if latency := req.workEstimate.AdditionalLatency; latency > 0 {
			s.once(s.events, now.Add(latency))
		}
		s.open--
		if s.open == 0 && !s.skipped {
			record.Begin("apf.queueSet", record.Map{
				"config": s.config, "flows": s.flows, "arrivals": s.arrivals,
			}).Out(record.Map{"decisions": s.decisions})
		}
	})
	return qs.orig_finishRequestAndDispatchAsMuchAsPossible(req)
}
