package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"

	flowcontrolv1 "k8s.io/api/flowcontrol/v1"
	"k8s.io/apiserver/pkg/authentication/user"
	apirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/util/flowcontrol"
	fq "k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing"
	fcrequest "k8s.io/apiserver/pkg/util/flowcontrol/request"
)

// call is a request in the filter of the API server, in a goroutine of its own. The driver waits
// after everything it does until the calls have gone as far as they can.
type call struct {
	position      int
	schema, level string
	wasQueued     bool
	isEnding      bool
	hasStarted    bool
	cancel        context.CancelFunc
	response      *httptest.ResponseRecorder
	panicked      any
	// Each is closed when that happens.
	queued, executing, finish, returned chan struct{}
}

type callKey struct{}

func callOf(ctx context.Context) *call { return ctx.Value(callKey{}).(*call) }

func (c *call) hasReturned() bool {
	select {
	case <-c.returned:
		return true
	default:
		return false
	}
}

// begin sends the request of an arrival.
func (r *controllerRun) begin(i int) {
	c := &r.calls[i]
	from := &r.args.Callers[r.args.Arrivals[i].Caller]
	found := apirequest.RequestInfo(from.Info)
	*c = call{
		position: i, response: httptest.NewRecorder(),
		queued: make(chan struct{}), executing: make(chan struct{}),
		finish: make(chan struct{}), returned: make(chan struct{}),
	}
	ctx := context.WithValue(context.Background(), callKey{}, c)
	ctx = apirequest.WithRequestInfo(ctx, &found)
	ctx = apirequest.WithUser(ctx, &user.DefaultInfo{Name: from.User, Groups: from.Groups})
	ctx, c.cancel = context.WithCancel(ctx)
	request := &http.Request{
		Method: http.MethodGet, URL: &url.URL{Path: found.Path}, Header: http.Header{},
	}
	go func() {
		defer close(c.returned)
		defer func() { c.panicked = recover() }()
		r.filter(c.response, request.WithContext(ctx))
	}()
}

// end lets an executing request finish, and takes back one that waits.
func (r *controllerRun) end(c *call) {
	if c.returned == nil || c.isEnding {
		return
	}
	c.isEnding = true
	close(c.finish)
	if !c.hasStarted {
		c.cancel()
	}
	<-c.returned
	c.cancel()
	if c.panicked != nil {
		panic(c.panicked)
	}
}

// estimate passes on the work of the arrival.
func (r *controllerRun) estimate(request *http.Request, _, _ string) fcrequest.WorkEstimate {
	return r.args.Arrivals[callOf(request.Context()).position].work()
}

// execute is what the filter protects.
func (r *controllerRun) execute(_ http.ResponseWriter, request *http.Request) {
	c := callOf(request.Context())
	close(c.executing)
	<-c.finish
}

// noted is a controller that takes notes of what becomes of the requests.
type noted struct {
	*flowcontrol.Controller
	run *controllerRun
}

func (n *noted) Handle(
	ctx context.Context, digest flowcontrol.RequestDigest,
	note func(*flowcontrolv1.FlowSchema, *flowcontrolv1.PriorityLevelConfiguration, string),
	estimate func() fcrequest.WorkEstimate, queueNote fq.QueueNoteFn, execute func(),
) {
	c := callOf(ctx)
	n.Controller.Handle(ctx, digest,
		func(schema *flowcontrolv1.FlowSchema, level *flowcontrolv1.PriorityLevelConfiguration, flow string) {
			c.schema, c.level = schema.Name, level.Name
			note(schema, level, flow)
		},
		estimate,
		func(isQueued bool) {
			queueNote(isQueued)
			switch {
			case isQueued:
				c.wasQueued = true
				close(c.queued)
			case !c.isEnding:
				n.run.dispatched = append(n.run.dispatched, c.position)
			}
		},
		execute)
}
