package kubelet

import (
	"context"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/record"
	"k8s.io/kubernetes/pkg/kubelet/cm"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	"k8s.io/kubernetes/pkg/kubelet/prober"
	"k8s.io/kubernetes/pkg/kubelet/status"
	"k8s.io/utils/clock"
)

// ForStatus is a kubelet that knows statuses and probes, and nothing else.
func ForStatus(statuses status.Manager, probes prober.Manager) (*Kubelet, error) {
	kl := &Kubelet{
		statusManager:    statuses,
		probeManager:     probes,
		reasonCache:      NewReasonCache(),
		containerManager: cm.NewStubContainerManager(),
	}
	deadline, err := newActiveDeadlineHandler(statuses, &record.FakeRecorder{}, clock.RealClock{})
	if err != nil {
		return nil, err
	}
	kl.AddPodSyncLoopHandler(deadline)
	kl.AddPodSyncHandler(deadline)
	return kl, nil
}

// APIStatus passes on generateAPIPodStatus.
func (kl *Kubelet) APIStatus(
	ctx context.Context, pod *v1.Pod, status *kubecontainer.PodStatus, isTerminal bool,
) v1.PodStatus {
	return kl.generateAPIPodStatus(ctx, pod, status, isTerminal)
}

// NoteResult keeps why containers did not start.
func (kl *Kubelet) NoteResult(uid types.UID, result kubecontainer.PodSyncResult) {
	kl.reasonCache.Update(uid, result)
}

// MustSync reports whether a Pod is past its deadline.
func (kl *Kubelet) MustSync(pod *v1.Pod) bool {
	for _, handler := range kl.PodSyncLoopHandlers {
		if handler.ShouldSync(pod) {
			return true
		}
	}
	return false
}

// KeepData passes on preserveDataFromBeforeStopping.
var KeepData = preserveDataFromBeforeStopping

// DeletionGrace is how long a Pod has that the API server deletes.
func DeletionGrace(pod *v1.Pod) int64 {
	grace, _ := calculateEffectiveGracePeriod(&podSyncStatus{}, pod, nil)
	return grace
}
