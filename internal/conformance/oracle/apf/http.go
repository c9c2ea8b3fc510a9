package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"k8s.io/apiserver/pkg/authentication/user"
	apifilters "k8s.io/apiserver/pkg/endpoints/filters"
	apirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/server/filters"
	"k8s.io/apiserver/pkg/storage"
	"k8s.io/apiserver/pkg/util/flowcontrol"
	"k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/eventclock"
	"k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/queueset"
	"k8s.io/apiserver/pkg/util/flowcontrol/metrics"
	fcrequest "k8s.io/apiserver/pkg/util/flowcontrol/request"
	"k8s.io/client-go/informers"
	"k8s.io/kubernetes/pkg/api/legacyscheme"

	"kubesem/oracle/wire"
)

var httpOps = map[string]wire.Op{"apf.http": serveHTTP}

type httpStep struct {
	// Do is send, begin (the headers of a watch), finish, fail, cancel, await or configure.
	Do          string
	ID          int
	Method, URL string
	User        string
	Groups      []string
	configuration
}

// served is a request between the client and the handler.
type served struct {
	isSent, isAnswered   bool
	hasStarted, hasEnded bool
	// occupiesSeats is whether its level counts it among those that execute.
	occupiesSeats bool
	orders        chan string
	cancel        context.CancelFunc
	answer        *httpAnswer
}

type httpAnswer struct {
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
}

// httpHeaders are those that the filter and what is around it set.
var httpHeaders = []string{
	"Content-Type", "Retry-After", "X-Content-Type-Options",
	"X-Kubernetes-Pf-Flowschema-Uid", "X-Kubernetes-Pf-Prioritylevel-Uid",
}

var httpMethods = []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"}

type httpRun struct {
	sync.Mutex
	requests   []*served
	controller *flowcontrol.Controller
	config     *decodedConfiguration
	client     *http.Client
	address    string
	// States after each step: for each request a letter, see state.
	states []string
}

var registering sync.Once

// serveHTTP answers what clients of a server with the filter see, request by request, in real time on
// loopback.
func serveHTTP(in json.RawMessage) (any, error) {
	var args struct {
		ServerConcurrencyLimit int
		RequestTimeoutMs       int64
		HTTP2                  bool
		// Objects are the numbers of stored objects by resource and group, as in pods and
		// deployments.apps, and Size is that of each.
		Objects map[string]int64
		Size    int64
		configuration
		Steps []httpStep
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	if args.Objects == nil || args.RequestTimeoutMs == 0 {
		return nil, errors.New("incomplete")
	}
	config, err := args.decode()
	if err != nil {
		return nil, err
	}
	registering.Do(metrics.Register)
	clock := eventclock.Real{}
	controller := flowcontrol.NewController(flowcontrol.TestableConfig{
		Name:                   "oracle",
		Clock:                  clock,
		FoundToDangling:        func(found bool) bool { return !found },
		InformerFactory:        informers.NewSharedInformerFactory(client, 0),
		FlowcontrolClient:      client.FlowcontrolV1(),
		ServerConcurrencyLimit: args.ServerConcurrencyLimit,
		ReqsGaugeVec:           metrics.PriorityLevelConcurrencyGaugeVec,
		ExecSeatsGaugeVec:      metrics.PriorityLevelExecutionSeatsGaugeVec,
		QueueSetFactory:        queueset.NewQueueSetFactory(clock),
	})
	defer flowcontrol.ShutDown(controller)
	flowcontrol.Digest(controller, config.levels, config.schemas)

	run := &httpRun{controller: controller, config: config}
	for _, step := range args.Steps {
		for step.ID >= len(run.requests) {
			run.requests = append(run.requests, &served{orders: make(chan string, 2)})
		}
	}
	stats := func(resource string) (storage.Stats, error) {
		count, known := args.Objects[resource]
		if !known {
			return storage.Stats{}, fcrequest.ObjectCountNotFoundErr
		}
		return storage.Stats{ObjectCount: count, EstimatedAverageObjectSizeBytes: args.Size}, nil
	}
	estimator := fcrequest.NewWorkEstimator(stats, controller.GetInterestedWatchCount,
		fcrequest.DefaultWorkEstimatorConfig(), controller.GetMaxSeats)
	timeout := time.Duration(args.RequestTimeoutMs) * time.Millisecond

	// The order of the filters is that of DefaultBuildHandlerChain.
	handler := filters.WithPriorityAndFairness(http.HandlerFunc(run.handle), isLongRunning, controller,
		estimator, timeout/4)
	inner := handler
	handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		who := &user.DefaultInfo{Name: r.Header.Get("Test-User"), Groups: r.Header.Values("Test-Group")}
		inner.ServeHTTP(w, r.WithContext(apirequest.WithUser(r.Context(), who)))
	})
	handler = apifilters.WithRequestDeadline(handler, nil, nil, isLongRunning,
		legacyscheme.Codecs, timeout)
	handler = apifilters.WithRequestInfo(handler, resolver)
	handler = apifilters.WithRequestReceivedTimestamp(handler)
	handler = filters.WithPanicRecovery(handler, resolver)
	handler = apifilters.WithAuditInit(handler)

	protocols := new(http.Protocols)
	protocols.SetHTTP1(!args.HTTP2)
	protocols.SetUnencryptedHTTP2(args.HTTP2)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	server := &http.Server{Handler: handler, Protocols: protocols, ErrorLog: log.New(io.Discard, "", 0)}
	go func() { _ = server.Serve(listener) }()
	defer server.Close()
	transport := &http.Transport{Protocols: protocols, DisableCompression: true, DisableKeepAlives: true}
	defer transport.CloseIdleConnections()
	run.client = &http.Client{Transport: transport}
	run.address = listener.Addr().String()

	for _, step := range args.Steps {
		if err := run.step(step); err != nil {
			return nil, err
		}
	}
	if err := run.end(); err != nil {
		return nil, err
	}
	answers := make([]*httpAnswer, len(run.requests))
	for i, request := range run.requests {
		answers[i] = request.answer
	}
	return map[string]any{"states": run.states, "answers": answers}, nil
}

func (r *httpRun) step(step httpStep) error {
	request := r.requests[step.ID]
	switch step.Do {
	case "send":
		// The server adds a group to each user, before the filter.
		isKnown := slices.Contains([]string{user.AllAuthenticated, user.AllUnauthenticated}, strings.Join(step.Groups, ","))
		if step.URL == "" || step.User == "" || !isKnown || !slices.Contains(httpMethods, step.Method) {
			return errors.New("incomplete")
		}
		r.send(step, request)
	case "begin", "finish", "fail":
		// Nobody can send headers to a client that is gone.
		if r.stateOf(request) != 'E' || step.Do == "begin" && request.isAnswered {
			break
		}
		request.orders <- step.Do
		if step.Do != "begin" {
			r.update(func() { request.hasEnded, request.occupiesSeats = true, false })
		}
	case "cancel":
		if state := r.stateOf(request); state != 'E' && state != 'W' {
			break
		}
		request.cancel()
		return r.settle(func() bool { return request.isAnswered })
	case "await":
		return r.settle(func() bool { return request.isAnswered })
	case "configure":
		config, err := step.configuration.decode()
		if err != nil {
			return err
		}
		r.config = config
		flowcontrol.Digest(r.controller, config.levels, config.schemas)
	default:
		return fmt.Errorf("unknown step %q", step.Do)
	}
	return r.settle(func() bool { return step.Do == "begin" || !request.hasEnded || request.isAnswered })
}

func (r *httpRun) stateOf(request *served) byte {
	r.Lock()
	defer r.Unlock()
	return request.state()
}

func (r *httpRun) update(change func()) {
	r.Lock()
	defer r.Unlock()
	change()
}

func (r *httpRun) send(step httpStep, request *served) {
	ctx, cancel := context.WithCancel(context.Background())
	request.isSent = true
	request.cancel = cancel
	sent := (&http.Request{
		Method: step.Method, Host: r.address, Header: http.Header{"Test-User": {step.User}},
		URL: &url.URL{Scheme: "http", Host: r.address, Opaque: step.URL},
	}).WithContext(ctx)
	for _, group := range step.Groups {
		sent.Header.Add("Test-Group", group)
	}
	sent.Header.Set("Test-Id", strconv.Itoa(step.ID))
	go func() {
		answer := r.receive(sent)
		r.update(func() { request.isAnswered, request.answer = true, answer })
	}()
}

// receive returns no answer if there is none, or only a part of it.
func (r *httpRun) receive(sent *http.Request) *httpAnswer {
	response, err := r.client.Do(sent)
	if err != nil {
		return nil
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil
	}
	answer := &httpAnswer{response.StatusCode, map[string]string{}, string(body)}
	for _, name := range httpHeaders {
		if values, there := response.Header[name]; there {
			answer.Headers[strings.ToLower(name)] = strings.Join(values, ",")
		}
	}
	return answer
}

func (r *httpRun) handle(w http.ResponseWriter, request *http.Request) {
	id, _ := strconv.Atoi(request.Header.Get("Test-Id"))
	found := r.requests[id]
	_, isLimited := w.Header()[httpHeaders[3]]
	r.update(func() { found.hasStarted, found.occupiesSeats = true, isLimited })
	w.Header().Set("Content-Type", "text/plain")
	for {
		switch <-found.orders {
		case "begin":
			w.(http.Flusher).Flush()
			flowcontrol.WatchInitialized(request.Context())
			if info, _ := apirequest.RequestInfoFrom(request.Context()); info.Verb == "watch" {
				r.update(func() { found.occupiesSeats = false })
			}
		case "finish":
			_, _ = fmt.Fprintf(w, "served %d", id)
			return
		default:
			panic("the handler failed")
		}
	}
}

// state is E for a request whose handler executes, W for one that waits, D for one that is done, and
// a hyphen before it is sent.
func (s *served) state() byte {
	switch {
	case s.hasStarted && !s.hasEnded:
		return 'E'
	case !s.isSent:
		return '-'
	case s.isAnswered:
		return 'D'
	default:
		return 'W'
	}
}

// settle waits until no request is on its way, and notes where each is.
func (r *httpRun) settle(arrived func() bool) error {
	deadline := time.Now().Add(20 * time.Second)
	calm, found, waited, executed := 0, "", 0, 0
	for calm < 3 {
		// The controller does this in a loop that does not run here.
		if flowcontrol.TakeDigestionDue(r.controller) {
			flowcontrol.Digest(r.controller, r.config.levels, r.config.schemas)
			calm = 0
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("step %d does not end: %s, %d wait, %d execute", len(r.states), found, waited, executed)
		}
		r.Lock()
		states, occupying := "", 0
		for _, request := range r.requests {
			states += string(request.state())
			if request.occupiesSeats {
				occupying++
			}
		}
		isThere := arrived()
		r.Unlock()
		waiting, executing := 0, 0
		for _, level := range flowcontrol.Levels(r.controller) {
			state := queueset.StateOf(level.Queues)
			waiting += state.Waiting
			executing += state.Executing
		}
		found, waited, executed = states, waiting, executing
		if isThere && waiting == strings.Count(states, "W") && executing == occupying {
			calm++
			if calm == 3 {
				r.states = append(r.states, states)
			}
		} else {
			calm = 0
		}
		time.Sleep(500 * time.Microsecond)
	}
	return nil
}

// end finishes all handlers, in the order of their numbers, until nothing is left.
func (r *httpRun) end() error {
	for {
		states := r.states[len(r.states)-1]
		next := strings.IndexByte(states, 'E')
		if next < 0 {
			if waiting := strings.IndexByte(states, 'W'); waiting >= 0 {
				if err := r.step(httpStep{Do: "cancel", ID: waiting}); err != nil {
					return err
				}
				continue
			}
			return nil
		}
		if err := r.step(httpStep{Do: "finish", ID: next}); err != nil {
			return err
		}
	}
}
