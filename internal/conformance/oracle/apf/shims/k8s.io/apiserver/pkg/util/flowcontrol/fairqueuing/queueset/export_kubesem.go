package queueset

import fq "k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing"

// Await is the first half of Finish: it returns whether to execute, and whether the set is idle.
func Await(r fq.Request) (execute, idle bool) { return r.(*request).wait() }

// Done is the second half of Finish.
func Done(r fq.Request) (idle bool) {
	req := r.(*request)
	return req.qs.finishRequestAndDispatchAsMuchAsPossible(req)
}

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
