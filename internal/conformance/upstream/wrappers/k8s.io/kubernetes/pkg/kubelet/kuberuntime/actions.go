package kuberuntime

import (
	"context"
	"slices"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/flowcontrol"
	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	runtimeutil "k8s.io/kubernetes/pkg/kubelet/kuberuntime/util"
	proberesults "k8s.io/kubernetes/pkg/kubelet/prober/results"
	"k8s.io/utils/clock"
	"kubesem/upstream/record"
)

func (m *kubeGenericRuntimeManager) computePodActions(
	ctx context.Context, pod *v1.Pod, podStatus *kubecontainer.PodStatus, restartAllContainers bool,
) podActions {
	in := record.Map{
		"pod": pod, "runtime": describedRuntime(pod, podStatus), "restartAllContainers": restartAllContainers,
		"liveness": describedResults(m.livenessManager, podStatus), "startup": describedResults(m.startupManager, podStatus),
	}
	call := record.Begin("pod.actions", in)
	actions := m.orig_computePodActions(ctx, pod, podStatus, restartAllContainers)
	switch {
	case len(actions.ContainersToUpdate) > 0 || actions.UpdatePodResources || actions.UpdatePodLevelResources:
		record.Skip("pod.actions", "resources that are not those of the Pod")
	case slices.ContainsFunc(podStatus.SandboxStatuses, func(s *runtimeapi.PodSandboxStatus) bool {
		return s.GetLinux().GetNamespaces().GetOptions().GetNetwork() != runtimeutil.NetworkNamespaceForPod(pod)
	}):
		record.Skip("pod.actions", "a sandbox with another network")
	default:
		call.Out(describedActions(actions))
	}
	return actions
}

// describedRuntime has another image for a container that has changed.
func describedRuntime(pod *v1.Pod, podStatus *kubecontainer.PodStatus) record.Map {
	sandboxes, containers := []record.Map{}, []record.Map{}
	for _, s := range podStatus.SandboxStatuses {
		sandbox := record.Map{"state": "notReady", "attempt": s.GetMetadata().GetAttempt()}
		if s.State == runtimeapi.PodSandboxState_SANDBOX_READY {
			sandbox["state"] = "ready"
		}
		if s.Network != nil {
			sandbox["ip"] = s.Network.Ip
		}
		sandboxes = append(sandboxes, sandbox)
	}
	for _, c := range podStatus.ContainerStatuses {
		image := "changed"
		if spec := kubecontainer.GetContainerSpec(pod, c.Name); spec == nil {
			image = c.Image
		} else if kubecontainer.HashContainer(spec) == c.Hash {
			image = spec.Image
		}
		containers = append(containers, record.Map{
			"name": c.Name, "id": c.ID.ID, "state": c.State, "reason": c.Reason, "message": c.Message,
			"image": image, "exitCode": c.ExitCode, "restartCount": c.RestartCount,
			"createdAt": c.CreatedAt, "startedAt": c.StartedAt, "finishedAt": c.FinishedAt,
			"active": slices.ContainsFunc(podStatus.ActiveContainerStatuses, func(a *kubecontainer.Status) bool {
				return a.ID == c.ID
			}),
		})
	}
	return record.Map{"sandboxes": sandboxes, "containers": containers}
}

func describedResults(results proberesults.Manager, podStatus *kubecontainer.PodStatus) map[string]string {
	known := map[string]string{}
	if results == nil {
		return known
	}
	for _, c := range podStatus.ContainerStatuses {
		if result, ok := results.Get(c.ID); ok {
			known[c.ID.ID] = result.String()
		}
	}
	return known
}

func describedActions(actions podActions) record.Map {
	kills, resets := []record.Map{}, []record.Map{}
	for id, kill := range actions.ContainersToKill {
		kills = append(kills, record.Map{"id": id.ID, "name": kill.name, "message": kill.message, "reason": kill.reason})
	}
	slices.SortFunc(kills, func(a, b record.Map) int { return strings.Compare(a["id"].(string), b["id"].(string)) })
	for _, reset := range actions.ContainersToReset {
		resets = append(resets, record.Map{
			"id": reset.containerID.ID, "name": reset.container.Name, "kill": reset.kill,
		})
	}
	out := record.Map{
		"killPod": actions.KillPod, "createSandbox": actions.CreateSandbox, "attempt": actions.Attempt,
		"startInit": actions.InitContainersToStart, "start": actions.ContainersToStart,
		"startEphemeral": actions.EphemeralContainersToStart,
	}
	if len(kills) > 0 {
		out["kill"] = kills
	}
	if len(resets) > 0 {
		out["reset"] = resets
	}
	return out
}

// doBackOff records what a fake clock holds still: the first exit of a container, or another one at that time.
func (m *kubeGenericRuntimeManager) doBackOff(
	ctx context.Context, pod *v1.Pod, container *v1.Container, podStatus *kubecontainer.PodStatus, backOff *flowcontrol.Backoff,
) (bool, string, error) {
	delay := backOff.Get(GetBackoffKey(pod, container))
	isBackingOff, message, err := m.orig_doBackOff(ctx, pod, container, podStatus, backOff)
	ended := slices.IndexFunc(podStatus.ContainerStatuses, func(c *kubecontainer.Status) bool {
		return c.Name == container.Name && c.State == kubecontainer.ContainerStateExited
	})
	_, isReal := backOff.Clock.(clock.RealClock)
	if ended < 0 || isReal || !podStatus.ContainerStatuses[ended].FinishedAt.Equal(backOff.Clock.Now()) {
		record.Skip("crashLoop.series", "no container has exited, or not now")
		return isBackingOff, message, err
	}
	runs, waits := []int64{0}, []int64{0}
	if delay > 0 {
		runs, waits = []int64{0, 0}, []int64{0, 0}
	} else {
		delay = backOff.Get(GetBackoffKey(pod, container))
	}
	if at, found := kubecontainer.MinBackoffExpiration(err); found {
		waits[len(waits)-1] = at.Sub(backOff.Clock.Now()).Milliseconds()
	}
	record.Begin("crashLoop.series", record.Map{
		"initialSeconds": delay / time.Second, "maxSeconds": 60, "housekeeping": false, "runMs": runs,
	}).Out(record.Map{"waitsMs": waits})
	return isBackingOff, message, err
}
