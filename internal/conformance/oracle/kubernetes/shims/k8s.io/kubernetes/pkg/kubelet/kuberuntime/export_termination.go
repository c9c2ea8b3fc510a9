package kuberuntime

import (
	"context"
	"sync"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/record"
	internalapi "k8s.io/cri-api/pkg/apis"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	"k8s.io/kubernetes/pkg/kubelet/lifecycle"
)

// Events receives what happens to a container, with the seconds that the runtime gives it.
type Events func(container, event string, seconds int64)

// Containers are the containers of a Pod on a runtime of which only the times are known: those of
// hooks, except for sleeps, and those from the stop signal to the end.
type Containers struct {
	internalapi.RuntimeService
	Hook, Stop map[string]time.Duration
	Note       Events

	hooks sync.WaitGroup
}

// StopContainer ends a container in its time, or kills it.
func (c *Containers) StopContainer(_ context.Context, name string, timeout int64) error {
	c.Note(name, "TERM", timeout)
	allowed, end := time.Duration(timeout)*time.Second, "EXITED"
	wait := c.Stop[name]
	if wait > allowed {
		wait, end = allowed, "KILLED"
	}
	time.Sleep(wait)
	c.Note(name, end, 0)
	return nil
}

// Run runs a hook: a sleep as the kubelet does.
func (c *Containers) Run(
	ctx context.Context, id kubecontainer.ContainerID, pod *v1.Pod, container *v1.Container, handler *v1.LifecycleHandler,
) (string, error) {
	c.hooks.Add(1)
	defer c.hooks.Done()
	c.Note(container.Name, "PRE_STOP", 0)
	defer c.Note(container.Name, "PRE_STOP_DONE", 0)
	if handler.Exec != nil || handler.HTTPGet != nil {
		time.Sleep(c.Hook[container.Name])
		return "", nil
	}
	return lifecycle.NewHandlerRunner(nil, nil, nil, nil).Run(ctx, id, pod, container, handler)
}

func (c *Containers) manager() *kubeGenericRuntimeManager {
	return &kubeGenericRuntimeManager{recorder: &record.FakeRecorder{}, runtimeService: c, runner: c}
}

// KillPod passes on killContainersWithSyncResult, and waits for the hooks that the kubelet has left.
func KillPod(ctx context.Context, containers *Containers, pod *v1.Pod, running []string, gracePeriod int64) {
	runningPod := kubecontainer.Pod{ID: pod.UID, Name: pod.Name, Namespace: pod.Namespace}
	for _, name := range running {
		id := kubecontainer.ContainerID{Type: "containerd", ID: name}
		runningPod.Containers = append(runningPod.Containers, &kubecontainer.Container{ID: id, Name: name})
	}
	containers.manager().killContainersWithSyncResult(ctx, pod, runningPod, &gracePeriod)
	containers.hooks.Wait()
}

// KillContainer passes on killContainer, for a container that is killed alone.
func KillContainer(ctx context.Context, containers *Containers, pod *v1.Pod, name, reason string) error {
	id := kubecontainer.ContainerID{Type: "containerd", ID: name}
	return containers.manager().killContainer(ctx, pod, id, name, "", containerKillReason(reason), nil, nil)
}

// GracePeriod passes on setTerminationGracePeriod.
func GracePeriod(ctx context.Context, pod *v1.Pod, container *v1.Container, reason string) int64 {
	return setTerminationGracePeriod(ctx, pod, container, container.Name, kubecontainer.ContainerID{}, containerKillReason(reason))
}
