package lifecycle

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
	apitest "k8s.io/cri-api/pkg/apis/testing"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	utilexec "k8s.io/utils/exec"
)

// lifeRun is what one run of a container does. Without Ms it runs until it is stopped.
type lifeRun struct {
	Ms       *int64
	ExitCode int32
	Reason   string
	// StopMs is how long it takes to end after SIGTERM; without, it ignores the signal.
	StopMs       *int64
	StopExitCode int32
}

// lifeHook is how long a hook takes, and whether it fails.
type lifeHook struct {
	Ms    int64
	Fails bool
}

// lifeAnswer is what a probe answers from some time after the start of a run.
type lifeAnswer struct {
	AfterMs int64
	// Result is success, failure or error.
	Result string
}

// lifeScript is what a container does.
type lifeScript struct {
	// Runs of the container, of which the last one repeats.
	Runs      []lifeRun
	PostStart lifeHook
	PreStop   lifeHook
	// Probes answer by their kind.
	Probes map[string][]lifeAnswer
}

// lifeEvent is something that the kubelet or a container did.
type lifeEvent struct {
	AtMs           int64  `json:"atMs"`
	Container      string `json:"container,omitempty"`
	Action         string `json:"action"`
	TimeoutSeconds *int64 `json:"timeoutSeconds,omitempty"`
	ExitCode       *int32 `json:"exitCode,omitempty"`
	Kind           string `json:"kind,omitempty"`
	Result         string `json:"result,omitempty"`
}

// lifeRuntime is a container runtime whose containers follow a script.
type lifeRuntime struct {
	*apitest.FakeRuntimeService
	lock    sync.Mutex
	start   time.Time
	scripts map[string]*lifeScript
	started map[string]int
	runs    map[string]*activeRun
	events  []lifeEvent
	created int64
	// logs is a folder for the log files, from whose names the kubelet counts restarts.
	logs string
}

type activeRun struct {
	lifeRun
	name string
	// endsAt is when the container ends by itself; zero if it does not.
	startedAt, endsAt, endedAt time.Time
	ended                      bool
}

var _ kubecontainer.CommandRunner = &lifeRuntime{}

func (r *lifeRuntime) note(at time.Time, event lifeEvent) {
	event.AtMs = at.Sub(r.start).Milliseconds()
	r.events = append(r.events, event)
}

// sorted are the events by time, then by container; probes, which run at once, come first.
func (r *lifeRuntime) sorted() []lifeEvent {
	slices.SortStableFunc(r.events, func(a, b lifeEvent) int {
		return cmp.Or(
			cmp.Compare(a.AtMs, b.AtMs), cmp.Compare(a.Container, b.Container),
			-cmp.Compare(min(len(a.Kind), 1), min(len(b.Kind), 1)), cmp.Compare(a.Kind, b.Kind))
	})
	return r.events
}

// settle ends all containers whose time has come.
func (r *lifeRuntime) settle() {
	r.lock.Lock()
	defer r.lock.Unlock()
	for id, run := range r.runs {
		if !run.ended && !run.endsAt.IsZero() && !run.endsAt.After(time.Now()) {
			r.end(id, run, run.endsAt, run.ExitCode, run.Reason)
		}
	}
}

func (r *lifeRuntime) end(id string, run *activeRun, at time.Time, code int32, reason string) {
	run.ended, run.endedAt = true, at
	if reason == "" && code == 0 {
		reason = "Completed"
	} else if reason == "" {
		reason = "Error"
	}
	r.note(at, lifeEvent{Container: run.name, Action: "exit", ExitCode: &code})
	r.FakeRuntimeService.Lock()
	defer r.FakeRuntimeService.Unlock()
	container := r.Containers[id]
	container.State = runtimeapi.ContainerState_CONTAINER_EXITED
	container.FinishedAt = at.UnixNano()
	container.ExitCode = code
	container.Reason = reason
}

func (r *lifeRuntime) RunPodSandbox(ctx context.Context, config *runtimeapi.PodSandboxConfig, handler string) (string, error) {
	r.note(time.Now(), lifeEvent{Action: "createSandbox"})
	return r.FakeRuntimeService.RunPodSandbox(ctx, config, handler)
}

func (r *lifeRuntime) StopPodSandbox(ctx context.Context, id string) error {
	r.FakeRuntimeService.Lock()
	running := r.Sandboxes[id].State == runtimeapi.PodSandboxState_SANDBOX_READY
	r.FakeRuntimeService.Unlock()
	if running {
		r.note(time.Now(), lifeEvent{Action: "stopSandbox"})
	}
	return r.FakeRuntimeService.StopPodSandbox(ctx, id)
}

func (r *lifeRuntime) CreateContainer(ctx context.Context, sandbox string, config *runtimeapi.ContainerConfig, sandboxConfig *runtimeapi.PodSandboxConfig) (string, error) {
	id, err := r.FakeRuntimeService.CreateContainer(ctx, sandbox, config, sandboxConfig)
	if err != nil {
		return id, err
	}
	r.FakeRuntimeService.Lock()
	defer r.FakeRuntimeService.Unlock()
	// No two containers are equally old.
	r.created++
	r.Containers[id].CreatedAt += r.created
	if r.logs == "" {
		return id, nil
	}
	log := filepath.Join(sandboxConfig.LogDirectory, config.LogPath)
	r.Containers[id].LogPath = log
	if err := os.MkdirAll(filepath.Dir(log), 0o755); err != nil {
		return id, err
	}
	return id, os.WriteFile(log, nil, 0o644)
}

// Start is for rotating logs.
func (r *lifeRuntime) Start(context.Context) {}

// Clean removes the log of a container.
func (r *lifeRuntime) Clean(_ context.Context, id string) error {
	r.FakeRuntimeService.Lock()
	defer r.FakeRuntimeService.Unlock()
	if container := r.Containers[id]; container != nil && container.LogPath != "" {
		return os.Remove(container.LogPath)
	}
	return nil
}

func (r *lifeRuntime) StartContainer(ctx context.Context, id string) error {
	if err := r.FakeRuntimeService.StartContainer(ctx, id); err != nil {
		return err
	}
	r.lock.Lock()
	defer r.lock.Unlock()
	r.FakeRuntimeService.Lock()
	name := r.Containers[id].Metadata.Name
	r.FakeRuntimeService.Unlock()
	run := &activeRun{name: name, startedAt: time.Now()}
	if runs := r.script(name).Runs; len(runs) > 0 {
		run.lifeRun = runs[min(r.started[name], len(runs)-1)]
	}
	r.started[name]++
	if run.Ms != nil {
		run.endsAt = run.startedAt.Add(time.Duration(*run.Ms) * time.Millisecond)
	}
	r.runs[id] = run
	r.note(time.Now(), lifeEvent{Container: name, Action: "start"})
	return nil
}

func (r *lifeRuntime) script(name string) *lifeScript {
	if script := r.scripts[name]; script != nil {
		return script
	}
	return &lifeScript{}
}

// StopContainer sends SIGTERM, and SIGKILL after the timeout.
func (r *lifeRuntime) StopContainer(_ context.Context, id string, timeout int64) error {
	r.settle()
	r.lock.Lock()
	run := r.runs[id]
	if run == nil || run.ended {
		r.lock.Unlock()
		return nil
	}
	r.note(time.Now(), lifeEvent{Container: run.name, Action: "stop", TimeoutSeconds: &timeout})
	at, code, reason := time.Now().Add(time.Duration(timeout)*time.Second), int32(137), "Error"
	if run.StopMs != nil {
		if stopped := time.Now().Add(time.Duration(*run.StopMs) * time.Millisecond); !stopped.After(at) {
			at, code, reason = stopped, run.StopExitCode, ""
		}
	}
	byItself := !run.endsAt.IsZero() && !run.endsAt.After(at)
	if byItself {
		at = run.endsAt
	} else {
		run.endsAt = time.Time{}
	}
	r.lock.Unlock()
	time.Sleep(time.Until(at))
	r.settle()
	r.lock.Lock()
	defer r.lock.Unlock()
	if !byItself {
		r.end(id, run, at, code, reason)
	}
	return nil
}

func (r *lifeRuntime) ListContainers(ctx context.Context, filter *runtimeapi.ContainerFilter) ([]*runtimeapi.Container, error) {
	r.settle()
	return r.FakeRuntimeService.ListContainers(ctx, filter)
}

func (r *lifeRuntime) ContainerStatus(ctx context.Context, id string, verbose bool) (*runtimeapi.ContainerStatusResponse, error) {
	r.settle()
	return r.FakeRuntimeService.ContainerStatus(ctx, id, verbose)
}

// ExecSync runs a hook. It ends with its container.
func (r *lifeRuntime) ExecSync(_ context.Context, id string, command []string, _ time.Duration) ([]byte, []byte, error) {
	r.settle()
	r.lock.Lock()
	run := r.runs[id]
	if run.ended {
		r.lock.Unlock()
		return nil, nil, errors.New("container is not running")
	}
	hook := r.script(run.name).PostStart
	if command[0] == "preStop" {
		hook = r.script(run.name).PreStop
	}
	r.note(time.Now(), lifeEvent{Container: run.name, Action: command[0]})
	at := time.Now().Add(time.Duration(hook.Ms) * time.Millisecond)
	if !run.endsAt.IsZero() && run.endsAt.Before(at) {
		at, hook.Fails = run.endsAt, true
	}
	r.lock.Unlock()
	time.Sleep(time.Until(at))
	if hook.Fails {
		return nil, nil, errors.New("hook failed")
	}
	return nil, nil, nil
}

// RunInContainer runs a probe, whose command is its kind. One at the time at which the container ends
// still has its answer.
func (r *lifeRuntime) RunInContainer(_ context.Context, id kubecontainer.ContainerID, command []string, _ time.Duration) ([]byte, error) {
	r.settle()
	r.lock.Lock()
	defer r.lock.Unlock()
	run, kind := r.runs[id.ID], command[0]
	result := "success"
	if run == nil || run.ended && run.endedAt.Before(time.Now()) {
		return nil, errors.New("container is not running")
	}
	for _, answer := range r.script(run.name).Probes[kind] {
		if time.Since(run.startedAt).Milliseconds() >= answer.AfterMs {
			result = answer.Result
		}
	}
	event := lifeEvent{Container: run.name, Action: "probe", Kind: kind, Result: result}
	// What failed to run is tried again at once.
	event.AtMs = time.Since(r.start).Milliseconds()
	if !slices.Contains(r.events, event) {
		r.events = append(r.events, event)
	}
	switch result {
	case "success":
		return nil, nil
	case "failure":
		return nil, utilexec.CodeExitError{Err: errors.New("probe failed"), Code: 1}
	default:
		return nil, errors.New("the command did not run")
	}
}
