package kuberuntime

import (
	"context"

	cadvisorapi "github.com/google/cadvisor/lib/model"
	"k8s.io/client-go/tools/record"
	internalapi "k8s.io/cri-api/pkg/apis"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	"k8s.io/kubernetes/pkg/kubelet/logs"
	proberesults "k8s.io/kubernetes/pkg/kubelet/prober/results"
)

// NewOver is the manager over a runtime, with the logs of Pods in a folder.
func NewOver(
	ctx context.Context, runtime internalapi.RuntimeService, images internalapi.ImageManagerService,
	os kubecontainer.OSInterface, helper kubecontainer.RuntimeHelper,
	liveness, startup proberesults.Manager, folder string, logManager logs.ContainerLogManager,
) (KubeGenericRuntime, error) {
	manager, err := newFakeKubeRuntimeManager(
		ctx, runtime, images, &cadvisorapi.MachineInfo{MemoryCapacity: 1 << 40}, os, helper,
		nil, &record.FakeRecorder{},
	)
	if err != nil {
		return nil, err
	}
	manager.livenessManager, manager.startupManager = liveness, startup
	manager.podLogsDirectory, manager.logManager = folder, logManager
	return manager, nil
}
