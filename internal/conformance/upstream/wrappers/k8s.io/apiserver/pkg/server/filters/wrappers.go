package filters

import (
	"context"
	"strconv"
	"time"

	apirequest "k8s.io/apiserver/pkg/endpoints/request"
	utilsclock "k8s.io/utils/clock"
	"kubesem/upstream/record"
)

// Times are in nanoseconds since the clock's present.
func getRequestWaitContext(
	ctx context.Context, defaultRequestWaitLimit time.Duration, clock utilsclock.PassiveClock,
) (context.Context, context.CancelFunc) {
	now := clock.Now()
	in := record.Map{"nowNs": 0, "defaultNs": defaultRequestWaitLimit}
	if deadline, ok := ctx.Deadline(); ok {
		in["deadlineNs"] = deadline.Sub(now)
	}
	isNow := true
	if received, ok := apirequest.ReceivedTimestampFrom(ctx); ok {
		isNow = received.Equal(now)
		in["receivedNs"] = received.Sub(now)
	}
	var call *record.Call
	switch {
	case ctx.Err() != nil:
		record.Skip("apf.waitLimit", "the request is over")
	case !clock.Now().Equal(now):
		record.Skip("apf.waitLimit", "the time of the machine, which goes on")
	case defaultRequestWaitLimit != 15*time.Second || !isNow:
		record.Skip("apf.waitLimit", "another default than that of kube-apiserver, or a request of the past")
	default:
		call = record.Begin("apf.waitLimit", in)
	}
	waiting, cancel := orig_getRequestWaitContext(ctx, defaultRequestWaitLimit, clock)
	if deadline, ok := waiting.Deadline(); ok {
		call.Out(strconv.FormatInt(int64(deadline.Sub(now)), 10))
	}
	return waiting, cancel
}
