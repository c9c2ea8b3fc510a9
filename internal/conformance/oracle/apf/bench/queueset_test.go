// Package bench measures what of API Priority and Fairness is exported: a request on its way through
// the queue set, without metrics (nothing registers them).
package bench

import (
	"context"
	"fmt"
	"testing"
	"time"

	fq "k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing"
	"k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/eventclock"
	"k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/queueset"
	"k8s.io/apiserver/pkg/util/flowcontrol/metrics"
	fcrequest "k8s.io/apiserver/pkg/util/flowcontrol/request"

	"kubesem/oracle/apf/virtual"
)

const (
	flows   = 500
	limit   = 100
	waiting = 1000
	stepNs  = 1000
)

// stepClock advances only when told to; nothing schedules events on it.
type stepClock struct {
	eventclock.Real
	now time.Time
}

func (c *stepClock) Now() time.Time                  { return c.now }
func (c *stepClock) Since(t time.Time) time.Duration { return c.now.Sub(t) }

// server keeps a queue set saturated: as many requests wait at any time.
type server struct {
	clock      *stepClock
	set        fq.QueueSet
	arrived    int
	requests   []fq.Request
	dispatched []int
}

func newServer(b *testing.B, queues int) *server {
	s := &server{clock: &stepClock{now: time.Unix(1e9, 0)}}
	completer, err := queueset.NewQueueSetFactory(s.clock).BeginConstruction(
		fq.QueuingConfig{Name: "bench", DesiredNumQueues: queues, QueueLengthLimit: 1000, HandSize: 5},
		metrics.RatioedGaugePair{RequestsWaiting: virtual.NoGauge{}, RequestsExecuting: virtual.NoGauge{}},
		virtual.NoGauge{}, virtual.NoGauge{})
	if err != nil {
		b.Fatal(err)
	}
	s.set = completer.Complete(fq.DispatchingConfig{ConcurrencyLimit: limit, ConcurrencyDenominator: limit})
	s.requests = make([]fq.Request, 4*(waiting+limit))
	for range waiting + limit {
		s.arrive()
	}
	return s
}

func (s *server) arrive() {
	id := s.arrived % len(s.requests)
	s.arrived++
	// Fibonacci hashing spreads the flows over all 64 bits.
	hash := uint64(s.arrived%flows) * 11400714819323198485
	s.requests[id], _ = s.set.StartRequest(context.Background(), &fcrequest.WorkEstimate{InitialSeats: 1},
		hash, "", "schema", nil, nil, func(queued bool) {
			if !queued {
				s.dispatched = append(s.dispatched, id)
			}
		})
}

// finish ends the request that began first, which dispatches another one.
func (s *server) finish() {
	id := s.dispatched[0]
	s.dispatched = s.dispatched[1:]
	s.requests[id].Finish(func() {})
	s.requests[id] = nil
}

func BenchmarkQueueSet(b *testing.B) {
	for _, queues := range []int{64, 4096} {
		b.Run(fmt.Sprint(queues), func(b *testing.B) {
			s := newServer(b, queues)
			b.ResetTimer()
			for range b.N {
				s.clock.now = s.clock.now.Add(stepNs)
				s.finish()
				s.arrive()
			}
		})
	}
}
