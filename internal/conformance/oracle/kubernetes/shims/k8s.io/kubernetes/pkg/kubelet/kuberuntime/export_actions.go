package kuberuntime

import (
	"context"

	v1 "k8s.io/api/core/v1"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/kubelet/allocation/state"
	"k8s.io/kubernetes/pkg/kubelet/cm"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	proberesults "k8s.io/kubernetes/pkg/kubelet/prober/results"
)

// Actions are what podActions says about containers.
type Actions struct {
	KillPod        bool    `json:"killPod"`
	CreateSandbox  bool    `json:"createSandbox"`
	Attempt        uint32  `json:"attempt"`
	StartInit      []int   `json:"startInit"`
	Start          []int   `json:"start"`
	StartEphemeral []int   `json:"startEphemeral"`
	Kill           []Kill  `json:"kill"`
	Reset          []Reset `json:"reset"`
}

// Kill is a container to kill.
type Kill struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Message string `json:"message"`
	Reason  string `json:"reason"`
}

// Reset is a container to remove, after killing it if it may run.
type Reset struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Kill bool   `json:"kill"`
}

// ComputeActions passes on computePodActions, for a Pod that has the resources that it wants.
func ComputeActions(
	ctx context.Context, pod *v1.Pod, status *kubecontainer.PodStatus,
	liveness, startup map[kubecontainer.ContainerID]proberesults.Result, restartAllContainers bool,
) Actions {
	logger := klog.FromContext(ctx)
	manager := &kubeGenericRuntimeManager{
		livenessManager:   proberesults.NewManager(),
		startupManager:    proberesults.NewManager(),
		internalLifecycle: cm.NewFakeInternalContainerLifecycle(),
		actuatedState:     state.NewStateMemory(logger, nil),
	}
	for id, result := range liveness {
		manager.livenessManager.Set(id, result, pod)
	}
	for id, result := range startup {
		manager.startupManager.Set(id, result, pod)
	}
	manager.InitializeActuatedPod(logger, pod)
	computed := manager.computePodActions(ctx, pod, status, restartAllContainers)
	actions := Actions{
		KillPod:        computed.KillPod,
		CreateSandbox:  computed.CreateSandbox,
		Attempt:        computed.Attempt,
		StartInit:      computed.InitContainersToStart,
		Start:          computed.ContainersToStart,
		StartEphemeral: computed.EphemeralContainersToStart,
	}
	for id, kill := range computed.ContainersToKill {
		actions.Kill = append(actions.Kill, Kill{id.ID, kill.name, kill.message, string(kill.reason)})
	}
	for _, reset := range computed.ContainersToReset {
		actions.Reset = append(actions.Reset, Reset{reset.containerID.ID, reset.container.Name, reset.kill})
	}
	return actions
}
