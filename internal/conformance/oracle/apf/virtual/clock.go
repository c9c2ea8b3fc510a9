// Package virtual is what a queue set needs around it where time does not pass by itself.
package virtual

import (
	"container/heap"
	"time"

	"k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/eventclock"
)

// Clock is virtual time: one queue of events, ordered by time and then by the order in which
// they were asked for. They run one after the other, in the goroutine that calls run.
type Clock struct {
	Start  time.Time
	NowNs  int64 // since Start
	events eventHeap
	asked  int
}

type event struct {
	at, sequence int64
	run          func()
}

// After asks for an event in so many nanoseconds.
func (c *Clock) After(delay int64, run func()) { c.At(c.NowNs+delay, run) }

// At asks for an event at so many nanoseconds after Start.
func (c *Clock) At(at int64, run func()) {
	c.asked++
	heap.Push(&c.events, event{at, int64(c.asked), run})
}

// Step runs the next event, if there is one until then.
func (c *Clock) Step(until int64) bool {
	if len(c.events) == 0 || c.events[0].at > until {
		return false
	}
	next := heap.Pop(&c.events).(event)
	c.NowNs = max(c.NowNs, next.at)
	next.run()
	return true
}

// The rest is what the queue set wants of a clock. Nothing here sleeps.

func (c *Clock) Now() time.Time                  { return c.Start.Add(time.Duration(c.NowNs)) }
func (c *Clock) Since(t time.Time) time.Duration { return c.Now().Sub(t) }
func (c *Clock) Sleep(time.Duration)             { panic("sleeping in virtual time") }

func (c *Clock) EventAfterDuration(f eventclock.EventFunc, d time.Duration) {
	c.After(int64(d), func() { f(c.Now()) })
}

func (c *Clock) EventAfterTime(f eventclock.EventFunc, t time.Time) {
	c.EventAfterDuration(f, t.Sub(c.Now()))
}

// NewClock starts at a fixed time.
func NewClock() *Clock { return &Clock{Start: time.Unix(1e9, 0)} }

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
