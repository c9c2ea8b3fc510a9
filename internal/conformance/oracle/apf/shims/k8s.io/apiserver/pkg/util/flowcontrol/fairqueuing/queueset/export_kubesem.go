package queueset

import fq "k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing"

// Await is the first half of Finish: it returns whether to execute, and whether the set is idle.
func Await(r fq.Request) (execute, idle bool) { return r.(*request).wait() }

// Done is the second half of Finish.
func Done(r fq.Request) (idle bool) {
	req := r.(*request)
	return req.qs.finishRequestAndDispatchAsMuchAsPossible(req)
}

// Stale is whether the release of the seats on which the request lingers would remove another
// queue than its own, or panic.
func Stale(r fq.Request) bool {
	req := r.(*request)
	queue, queues := req.queue, req.qs.queues
	return queue != nil && len(queues) > req.qs.qCfg.DesiredNumQueues &&
		queue.requestsWaiting.Length() == 0 && queue.requestsExecuting.Len() == 0 &&
		(queue.index >= len(queues) || queues[queue.index] != queue)
}

// MaxSeats is how many seats a request occupies, which may be less than was asked.
func MaxSeats(r fq.Request) int { return r.(*request).MaxSeats() }

// Queueless is whether requests that arrive now are not queued.
func Queueless(set fq.QueueSet) bool { return set.(*queueSet).qCfg.DesiredNumQueues < 1 }

// State is the state of a set of queues at the end.
type State struct {
	Queues, Waiting, Executing, SeatsInUse, SeatsWaiting int
	R                                                    uint64
}

// StateOf reads it.
func StateOf(set fq.QueueSet) State {
	qs := set.(*queueSet)
	return State{
		len(qs.queues), qs.totRequestsWaiting, qs.totRequestsExecuting, qs.totSeatsInUse,
		qs.totSeatsWaiting, uint64(qs.currentR),
	}
}
