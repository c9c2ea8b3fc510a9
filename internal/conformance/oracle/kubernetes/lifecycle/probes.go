package lifecycle

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"time"

	"golang.org/x/net/http/httpguts"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	kubectldescribe "k8s.io/kubectl/pkg/describe"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	"k8s.io/kubernetes/pkg/kubelet/prober"
	"k8s.io/kubernetes/pkg/kubelet/prober/results"
	"k8s.io/kubernetes/pkg/kubelet/status"
	"k8s.io/kubernetes/pkg/probe"
	httpprobe "k8s.io/kubernetes/pkg/probe/http"
	"k8s.io/utils/exec"

	"kubesem/oracle/kubernetes/clock"
	"kubesem/oracle/kubernetes/input"
	"kubesem/oracle/wire"
)

// containerState asks for the lines of kubectl describe about the state of a container.
func containerState(in json.RawMessage) (any, error) {
	var args struct{ Status json.RawMessage }
	if err := input.Parameters(in, &args); err != nil {
		return nil, err
	}
	pod := &v1.Pod{}
	err := decodeWith(pod, map[string]any{"status": map[string]any{"containerStatuses": []any{args.Status}}})
	if err != nil {
		return nil, err
	}
	return map[string]string{"text": kubectldescribe.ContainerState(pod.Status.ContainerStatuses[0])}, nil
}

// readProbe reads an operation about a probe, in a Pod with it.
func readProbe(in json.RawMessage) (*v1.Pod, error) {
	var args struct{ Probe json.RawMessage }
	if err := input.Parameters(in, &args); err != nil {
		return nil, err
	}
	return podWithProbe(args.Probe, nil)
}

// probeDescribe asks for the line of kubectl describe about a probe as it is stored.
func probeDescribe(in json.RawMessage) (any, error) {
	pod, err := readProbe(in)
	if err != nil {
		return nil, err
	}
	return map[string]string{"text": kubectldescribe.DescribeProbe(pod.Spec.Containers[0].LivenessProbe)}, nil
}

// probeRequest asks for what a probe as it is stored sends.
func probeRequest(in json.RawMessage) (any, error) {
	var args struct {
		Probe, Container json.RawMessage
		PodIP            string
	}
	if err := input.Parameters(in, &args); err != nil {
		return nil, err
	}
	pod, err := podWithProbe(args.Probe, args.Container)
	if err != nil {
		return nil, err
	}
	container := &pod.Spec.Containers[0]
	handler := container.LivenessProbe.ProbeHandler
	// The order of the kubelet, whose function sends the request at once.
	switch {
	case handler.Exec != nil:
		command := kubecontainer.ExpandContainerCommandOnlyStatic(handler.Exec.Command, container.Env)
		return map[string]any{"kind": "exec", "command": append([]string{}, command...)}, nil
	case handler.HTTPGet != nil:
		return httpRequest(handler.HTTPGet, container, args.PodIP)
	case handler.TCPSocket != nil:
		port, err := probe.ResolveContainerPort(handler.TCPSocket.Port, container)
		if err != nil {
			return nil, &wire.Error{Class: "Port", Message: err.Error()}
		}
		host := handler.TCPSocket.Host
		if host == "" {
			host = args.PodIP
		}
		return map[string]any{"kind": "tcp", "address": net.JoinHostPort(host, strconv.Itoa(port))}, nil
	case handler.GRPC != nil:
		service := ""
		if handler.GRPC.Service != nil {
			service = *handler.GRPC.Service
		}
		address := net.JoinHostPort(args.PodIP, fmt.Sprintf("%d", handler.GRPC.Port))
		return map[string]any{"kind": "grpc", "address": address, "service": service}, nil
	}
	return nil, &wire.Error{Class: "Handler", Message: "missing probe handler"}
}

// probeAnswer asks whether a probe succeeds that is redirected to its own host, and then has this response.
func probeAnswer(in json.RawMessage) (any, error) {
	var args struct {
		StatusCode, Redirects int
		Elsewhere             bool
	}
	if err := input.Parameters(in, &args); err != nil {
		return nil, err
	}
	respond := func(request *http.Request) (*http.Response, error) {
		response := &http.Response{
			StatusCode: args.StatusCode, Header: http.Header{}, Body: http.NoBody, Request: request,
		}
		if args.Redirects > 0 {
			args.Redirects--
			response.StatusCode = http.StatusFound
			response.Header.Set("Location", "/again")
		} else if args.Elsewhere {
			response.Header.Set("Location", "http://other.example/")
		}
		return response, nil
	}
	client := &http.Client{Transport: transport(respond), CheckRedirect: httpprobe.RedirectChecker(false)}
	request, err := http.NewRequest(http.MethodGet, "http://10.0.0.7/", nil)
	if err != nil {
		return nil, err
	}
	result, _, err := httpprobe.DoHTTPProbe(request, client)
	return map[string]string{"result": string(result)}, err
}

// transport answers requests without a network.
type transport func(*http.Request) (*http.Response, error)

func (t transport) RoundTrip(request *http.Request) (*http.Response, error) { return t(request) }

// httpRequest is the request as a server reads it, and its URL.
func httpRequest(action *v1.HTTPGetAction, container *v1.Container, podIP string) (any, error) {
	if _, err := probe.ResolveContainerPort(action.Port, container); err != nil {
		return nil, &wire.Error{Class: "Port", Message: err.Error()}
	}
	request, err := httpprobe.NewRequestForHTTPGetAction(action, container, podIP, "probe")
	if err != nil {
		return nil, &wire.Error{Class: "URL", Message: err.Error()}
	}
	for name, values := range request.Header {
		for _, value := range values {
			if !httpguts.ValidHeaderFieldName(name) || !httpguts.ValidHeaderFieldValue(value) {
				return nil, &wire.Error{Class: "Header", Message: "the transport refuses " + name}
			}
		}
	}
	// What the client adds before it sends.
	if user := request.URL.User; user != nil && request.Header.Get("Authorization") == "" {
		password, _ := user.Password()
		request.SetBasicAuth(user.Username(), password)
	}
	var sent bytes.Buffer
	if err := request.Write(&sent); err != nil {
		return nil, &wire.Error{Class: "Write", Message: err.Error()}
	}
	read, err := http.ReadRequest(bufio.NewReader(&sent))
	if err != nil {
		return nil, &wire.Error{Class: "Read", Message: err.Error()}
	}
	return map[string]any{
		"kind": "http", "url": request.URL.String(), "address": request.URL.Host,
		"target": read.RequestURI, "host": read.Host, "headers": read.Header,
	}, nil
}

// podWithProbe has the container, with the probe as its liveness probe.
func podWithProbe(rawProbe, rawContainer json.RawMessage) (*v1.Pod, error) {
	container := map[string]json.RawMessage{}
	if rawContainer != nil {
		if err := json.Unmarshal(rawContainer, &container); err != nil {
			return nil, err
		}
	}
	container["livenessProbe"] = rawProbe
	pod := &v1.Pod{}
	err := decodeWith(pod, map[string]any{"spec": map[string]any{"containers": []any{container}}})
	if err == nil && pod.Spec.Containers[0].LivenessProbe == nil {
		err = errors.New("expected a probe")
	}
	return pod, err
}

// decodeWith reads a Pod with these fields.
func decodeWith(pod *v1.Pod, fields map[string]any) error {
	raw, err := json.Marshal(fields)
	if err != nil {
		return err
	}
	return input.Decode(raw, input.PodKind, pod)
}

// A probeScript says what a worker meets. Times are milliseconds after its start.
type probeScript struct {
	Pod  json.RawMessage
	Kind string
	// The answers to its probes, one after the other, again and again.
	Script []struct {
		Result string
		Ms     int64
	}
	// The statuses of the Pod, the last one first.
	Statuses []struct {
		AtMs   int64
		Status *v1.PodStatus
	}
	TriggersMs                        []int64
	KubeletStartedMs, StopMs, UntilMs int64
}

// probeUpdate is a change of the cached result of a container; "" if it is removed.
type probeUpdate struct {
	AtMs   int64  `json:"atMs"`
	ID     string `json:"id"`
	Result string `json:"result"`
}

// probeRun is the answer to a script.
type probeRun struct {
	ProbesMs []int64       `json:"probesMs"`
	Updates  []probeUpdate `json:"updates"`
	// When the worker has ended; -1 if it is stopped at last.
	EndMs int64 `json:"endMs"`

	script probeScript
	start  time.Time
}

func (r *probeRun) nowMs() int64 { return time.Since(r.start).Milliseconds() }

// scriptedStatuses is the status manager of a run.
type scriptedStatuses struct {
	status.Manager
	run *probeRun
}

func (s scriptedStatuses) GetPodStatus(types.UID) (v1.PodStatus, bool) {
	for _, at := range s.run.script.Statuses {
		if at.AtMs <= s.run.nowMs() {
			if at.Status == nil {
				return v1.PodStatus{}, false
			}
			return *at.Status, true
		}
	}
	return v1.PodStatus{}, false
}

// scriptedContainer answers the probes of a run.
type scriptedContainer struct{ run *probeRun }

func (c scriptedContainer) Probe(exec.Cmd) (probe.Result, string, error) {
	r := c.run
	answer := r.script.Script[len(r.ProbesMs)%len(r.script.Script)]
	r.ProbesMs = append(r.ProbesMs, r.nowMs())
	time.Sleep(time.Duration(answer.Ms) * time.Millisecond)
	if answer.Result == "error" {
		return probe.Unknown, "", errors.New("the command cannot run")
	}
	return probe.Result(answer.Result), "", nil
}

// recordedResults notes the changes of a cache.
type recordedResults struct {
	results.Manager
	run *probeRun
}

func (c recordedResults) note(id kubecontainer.ContainerID, result string) {
	c.run.Updates = append(c.run.Updates, probeUpdate{c.run.nowMs(), id.String(), result})
}

func (c recordedResults) Set(id kubecontainer.ContainerID, result results.Result, pod *v1.Pod) {
	c.Manager.Set(id, result, pod)
	select {
	case update := <-c.Updates():
		c.note(update.ContainerID, update.Result.String())
	default:
	}
}

func (c recordedResults) Remove(id kubecontainer.ContainerID) {
	if _, found := c.Get(id); found {
		c.note(id, "")
	}
	c.Manager.Remove(id)
}

// probeWorker runs the worker of the first container, or of the first init container if there is none.
func probeWorker(in json.RawMessage) (any, error) {
	run := &probeRun{ProbesMs: []int64{}, Updates: []probeUpdate{}, EndMs: -1}
	pod := &v1.Pod{}
	if err := input.Pod(in, &run.script, &run.script.Pod, pod); err != nil {
		return nil, err
	}
	legacyscheme.Scheme.Default(pod)
	containers := append(append([]v1.Container{}, pod.Spec.Containers...), pod.Spec.InitContainers...)
	if len(containers) == 0 || len(run.script.Script) == 0 {
		return nil, errors.New("expected a container and a script")
	}
	container := containers[0]
	asked := map[string]*v1.Probe{
		"liveness": container.LivenessProbe, "readiness": container.ReadinessProbe, "startup": container.StartupProbe,
	}[run.script.Kind]
	if asked == nil || asked.PeriodSeconds < 1 {
		return nil, errors.New("expected a probe with a period, or the worker panics")
	}
	if run.script.KubeletStartedMs > -1000*int64(asked.PeriodSeconds) {
		return nil, errors.New("expected a kubelet that started more than a period ago, or the worker waits at random")
	}
	clock.At(time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC), func() { run.play(pod, container) })
	return run, nil
}

func (r *probeRun) play(pod *v1.Pod, container v1.Container) {
	ms := func(n int64) time.Duration { return time.Duration(n) * time.Millisecond }
	r.start = time.Now()
	worker := prober.NewWorker(
		scriptedStatuses{run: r}, scriptedContainer{r}, recordedResults{results.NewManager(), r},
		r.start.Add(ms(r.script.KubeletStartedMs)), r.script.Kind, pod, container,
	)
	ended := make(chan struct{})
	go func() {
		worker.Run(context.Background())
		if now := r.nowMs(); now < r.script.UntilMs {
			r.EndMs = now
		}
		close(ended)
	}()
	for _, at := range r.script.TriggersMs {
		time.Sleep(ms(at) - time.Since(r.start))
		worker.Trigger()
	}
	if stop := r.script.StopMs; stop > 0 {
		time.Sleep(ms(stop) - time.Since(r.start))
		worker.Stop()
	}
	time.Sleep(ms(r.script.UntilMs) - time.Since(r.start))
	worker.Stop()
	<-ended
}
