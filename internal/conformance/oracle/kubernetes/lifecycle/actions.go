package lifecycle

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
	podutil "k8s.io/kubernetes/pkg/api/v1/pod"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	"k8s.io/kubernetes/pkg/kubelet/kuberuntime"
	runtimeutil "k8s.io/kubernetes/pkg/kubelet/kuberuntime/util"
	proberesults "k8s.io/kubernetes/pkg/kubelet/prober/results"
	"k8s.io/kubernetes/pkg/kubelet/status"

	"kubesem/oracle/kubernetes/input"
)

// podRuntime is what the container runtime knows about a Pod, the newest first.
type podRuntime struct {
	Sandboxes []struct {
		State   string
		Attempt uint32
		IP      *string
	}
	Containers []struct {
		Name, ID, State, Reason, Message, Image string
		ExitCode, RestartCount                  int
		CreatedAt, StartedAt, FinishedAt        time.Time
		Active                                  bool
	}
}

// status is what the kubelet makes of it: the sandboxes have the network that the Pod wants.
func (runtime *podRuntime) status(pod *v1.Pod) *kubecontainer.PodStatus {
	status := &kubecontainer.PodStatus{ID: pod.UID, Name: pod.Name, Namespace: pod.Namespace}
	for _, sandbox := range runtime.Sandboxes {
		state := runtimeapi.PodSandboxState_SANDBOX_NOTREADY
		if sandbox.State == "ready" {
			state = runtimeapi.PodSandboxState_SANDBOX_READY
		}
		options := &runtimeapi.NamespaceOption{Network: runtimeutil.NetworkNamespaceForPod(pod)}
		reported := &runtimeapi.PodSandboxStatus{
			Id:       "sandbox",
			State:    state,
			Metadata: &runtimeapi.PodSandboxMetadata{Attempt: sandbox.Attempt},
			Linux:    &runtimeapi.LinuxPodSandboxStatus{Namespaces: &runtimeapi.Namespace{Options: options}},
		}
		if sandbox.IP != nil {
			reported.Network = &runtimeapi.PodSandboxNetworkStatus{Ip: *sandbox.IP}
		}
		status.SandboxStatuses = append(status.SandboxStatuses, reported)
	}
	for _, container := range runtime.Containers {
		reported := &kubecontainer.Status{
			ID:           containerID(container.ID),
			Name:         container.Name,
			State:        kubecontainer.State(container.State),
			CreatedAt:    container.CreatedAt,
			StartedAt:    container.StartedAt,
			FinishedAt:   container.FinishedAt,
			ExitCode:     container.ExitCode,
			Image:        container.Image,
			Hash:         kubecontainer.HashContainer(&v1.Container{Name: container.Name, Image: container.Image}),
			RestartCount: container.RestartCount,
			Reason:       container.Reason,
			Message:      container.Message,
		}
		status.ContainerStatuses = append(status.ContainerStatuses, reported)
		if container.Active {
			status.ActiveContainerStatuses = append(status.ActiveContainerStatuses, reported)
		}
	}
	return status
}

func containerID(id string) kubecontainer.ContainerID {
	return kubecontainer.ContainerID{Type: "containerd", ID: id}
}

// podActions asks what the kubelet does next for a Pod as stored.
func podActions(in json.RawMessage) (any, error) {
	var args struct {
		Pod                  json.RawMessage
		Runtime              podRuntime
		Liveness, Startup    map[string]string
		RestartAllContainers bool
	}
	pod := &v1.Pod{}
	if err := input.Pod(in, &args, &args.Pod, pod); err != nil {
		return nil, err
	}
	actions := kuberuntime.ComputeActions(context.Background(), pod, args.Runtime.status(pod),
		probeResults(args.Liveness), probeResults(args.Startup), args.RestartAllContainers)
	slices.SortFunc(actions.Kill, func(a, b kuberuntime.Kill) int { return strings.Compare(a.ID, b.ID) })
	return actions, nil
}

func probeResults(results map[string]string) map[kubecontainer.ContainerID]proberesults.Result {
	read := map[kubecontainer.ContainerID]proberesults.Result{}
	for id, result := range results {
		switch result {
		case "Success":
			read[containerID(id)] = proberesults.Success
		case "Failure":
			read[containerID(id)] = proberesults.Failure
		default:
			read[containerID(id)] = proberesults.Unknown
		}
	}
	return read
}

// runtimeConditions are the conditions that depend on what the runtime knows.
func runtimeConditions(pod *v1.Pod, runtime *podRuntime) map[string]v1.PodCondition {
	old, known := &pod.Status, runtime.status(pod)
	conditions := map[string]v1.PodCondition{
		"readyToStartContainers": status.GeneratePodReadyToStartContainersCondition(pod, old, known),
	}
	// Only then the kubelet has this condition.
	if podutil.AllContainersCouldRestart(&pod.Spec) {
		conditions["allContainersRestarting"] =
			status.GenerateAllContainersRestartingCondition(pod, known, old, old.Phase)
	}
	return conditions
}
