package main

import (
	"container/heap"
	"context"
	"time"

	"k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/eventclock"
	"k8s.io/apiserver/pkg/util/flowcontrol/metrics"
)

// eventClock is virtual time: one queue of events, ordered by time and then by the order in which
// they were asked for. They run one after the other, in the goroutine that calls run.
type eventClock struct {
	start  time.Time
	now    int64 // nanoseconds since start
	events eventHeap
	asked  int
}

type event struct {
	at, sequence int64
	run          func()
}

// after asks for an event.
func (c *eventClock) after(delay int64, run func()) { c.at(c.now+delay, run) }

func (c *eventClock) at(at int64, run func()) {
	c.asked++
	heap.Push(&c.events, event{at, int64(c.asked), run})
}

// step runs the next event, if there is one until then.
func (c *eventClock) step(until int64) bool {
	if len(c.events) == 0 || c.events[0].at > until {
		return false
	}
	next := heap.Pop(&c.events).(event)
	c.now = max(c.now, next.at)
	next.run()
	return true
}

// The rest is what the queue set wants of a clock. Nothing here sleeps.

func (c *eventClock) Now() time.Time                  { return c.start.Add(time.Duration(c.now)) }
func (c *eventClock) Since(t time.Time) time.Duration { return c.Now().Sub(t) }
func (c *eventClock) Sleep(time.Duration)             { panic("sleeping in virtual time") }

func (c *eventClock) EventAfterDuration(f eventclock.EventFunc, d time.Duration) {
	c.after(int64(d), func() { f(c.Now()) })
}

func (c *eventClock) EventAfterTime(f eventclock.EventFunc, t time.Time) {
	c.EventAfterDuration(f, t.Sub(c.Now()))
}

func newEventClock() *eventClock { return &eventClock{start: time.Unix(1e9, 0)} }

type eventHeap []event

func (h eventHeap) Len() int      { return len(h) }
func (h eventHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *eventHeap) Push(x any)   { *h = append(*h, x.(event)) }
func (h eventHeap) Less(i, j int) bool {
	return h[i].at < h[j].at || h[i].at == h[j].at && h[i].sequence < h[j].sequence
}

func (h *eventHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// waitContext is the context of a request, which ends when the driver says so.
type waitContext struct {
	context.Context
	ended bool
}

var endedChannel = func() chan struct{} {
	channel := make(chan struct{})
	close(channel)
	return channel
}()

func (c *waitContext) Done() <-chan struct{} {
	if c.ended {
		return endedChannel
	}
	return nil
}

// noGauge measures nothing.
type noGauge struct{}

func (noGauge) Set(float64)            {}
func (noGauge) Add(float64)            {}
func (noGauge) Inc()                   {}
func (noGauge) Dec()                   {}
func (noGauge) SetToCurrentTime()      {}
func (noGauge) SetDenominator(float64) {}

func (noGauge) NewForLabelValuesSafe(float64, float64, []string) metrics.RatioedGauge {
	return noGauge{}
}
