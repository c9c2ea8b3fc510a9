package lifecycle

import (
	"errors"
	"slices"
	"sync"
	"testing/synctest"
	"time"

	"github.com/go-logr/logr"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/client-go/tools/record"
	"k8s.io/client-go/util/flowcontrol"
	apitest "k8s.io/cri-api/pkg/apis/testing"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/kubelet"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	containertest "k8s.io/kubernetes/pkg/kubelet/container/testing"
	"k8s.io/kubernetes/pkg/kubelet/kuberuntime"
	kubepod "k8s.io/kubernetes/pkg/kubelet/pod"
	"k8s.io/kubernetes/pkg/kubelet/prober"
	"k8s.io/kubernetes/pkg/kubelet/prober/results"
	"k8s.io/kubernetes/pkg/kubelet/status"
	podregistry "k8s.io/kubernetes/pkg/registry/core/pod"

	"kubesem/oracle/kubernetes/quiet"
	"kubesem/oracle/wire"
)

type lifeWork int

const (
	lifeSync lifeWork = iota
	lifeTerminate
	lifeTerminated
	lifeOver
)

// life is a kubelet of one Pod.
type life struct {
	lifeArgs
	pod  *v1.Pod
	logs string

	runtime  *lifeRuntime
	manager  kuberuntime.KubeGenericRuntime
	kubelet  *kubelet.Kubelet
	probes   prober.Manager
	statuses gatedStatuses
	backOff  *flowcontrol.Backoff

	liveness, readiness, startup results.Manager

	work lifeWork
	// mustSync is set when something happened; nextSync is when the Pod is due anyway.
	mustSync bool
	nextSync time.Time
	observed map[string]string
	grace    *int64
	// addresses are those that the Pod had last.
	addresses []string
	busy      chan func() error

	changes  []lifeChange
	before   lifeChange
	last     []byte
	goneAtMs *int64
}

func (l *life) live() (err error) {
	if err := l.build(); err != nil {
		return err
	}
	defer func() {
		// All goroutines must end. What still runs may turn out to have a random order.
		l.probes.CleanupPods(nil)
		for l.busy != nil {
			time.Sleep(time.Minute)
			var refusal *wire.Refusal
			if late := l.finish(); errors.As(late, &refusal) {
				err = late
			}
		}
		time.Sleep(time.Hour)
	}()
	for second := 0; second <= l.Seconds && l.goneAtMs == nil; second++ {
		time.Sleep(time.Until(l.Now.Add(time.Duration(second) * time.Second)))
		synctest.Wait()
		if err := l.tick(second); err != nil {
			return err
		}
		if err := l.note(); err != nil {
			return err
		}
	}
	l.runtime.settle()
	return nil
}

func (l *life) build() error {
	l.runtime = &lifeRuntime{
		FakeRuntimeService: apitest.NewFakeRuntimeService(),
		start:              l.Now, scripts: l.Scripts, logs: l.logs,
		started: map[string]int{}, runs: map[string]*activeRun{}, events: []lifeEvent{},
	}
	l.liveness, l.readiness, l.startup = results.NewManager(), results.NewManager(), results.NewManager()
	pods := kubepod.NewBasicPodManager()
	pods.AddPod(l.pod)
	l.statuses.Manager = status.NewManager(nil, pods, nil, nil)
	l.probes = prober.NewManager(
		&l.statuses, l.liveness, l.readiness, l.startup, l.runtime, &record.FakeRecorder{})
	prober.StartedAt(l.probes, l.Now.Add(-time.Hour))
	var err error
	if l.kubelet, err = kubelet.ForStatus(l.statuses.Manager, l.probes); err != nil {
		return err
	}
	l.manager, err = kuberuntime.NewOver(
		quiet.Context, l.runtime, apitest.NewFakeImageService(), &containertest.FakeOS{},
		&containertest.FakeRuntimeHelper{}, l.liveness, l.startup, l.logs, l.runtime)
	l.backOff = flowcontrol.NewBackOff(10*time.Second, 300*time.Second)
	l.backOff.HasExpiredFunc = func(event, update time.Time, _ time.Duration) bool {
		return event.Sub(update) > 600*time.Second
	}
	l.mustSync = true
	return err
}

// tick is what the kubelet does in a second, after what the workers of probes do.
func (l *life) tick(second int) error {
	if second%2 == 0 {
		l.backOff.GC()
	}
	l.handleResults()
	if l.DeleteAtSeconds != nil && second == *l.DeleteAtSeconds {
		if err := l.delete(); err != nil || l.goneAtMs != nil {
			return err
		}
	}
	if err := l.finish(); err != nil || l.busy != nil {
		return err
	}
	observed, err := l.observe()
	if err != nil {
		return err
	}
	switch l.work {
	case lifeSync:
		if l.mustSync || !time.Now().Before(l.nextSync) || l.kubelet.MustSync(l.pod) {
			l.mustSync = false
			l.sync(observed)
		}
	case lifeTerminate:
		l.terminate(observed)
	case lifeTerminated:
		l.set(observed, true)
		// The API server has the status by now.
		finished := l.pod.DeepCopy()
		finished.Status, _ = l.statuses.GetPodStatus(l.pod.UID)
		l.statuses.TerminatePod(logr.Discard(), finished)
		l.work = lifeOver
		if l.pod.DeletionTimestamp != nil {
			l.gone()
		}
	}
	synctest.Wait()
	l.handleResults()
	return l.finish()
}

// finish handles the end of what takes time.
func (l *life) finish() error {
	select {
	case done := <-l.busy:
		l.busy = nil
		return done()
	default:
		return nil
	}
}

// start does what takes time, and then what its result asks for.
func (l *life) start(work func() func() error) {
	l.busy = make(chan func() error, 1)
	busy := l.busy
	go func() { busy <- work() }()
	synctest.Wait()
}

// observe lists the containers. The Pod must be synced if they changed.
func (l *life) observe() (*kubecontainer.PodStatus, error) {
	running, err := l.manager.GetPod(quiet.Context, l.pod.UID)
	if errors.Is(err, kubecontainer.ErrPodNotFound) {
		return &kubecontainer.PodStatus{ID: l.pod.UID, Name: l.pod.Name, Namespace: l.pod.Namespace}, nil
	} else if err != nil {
		return nil, err
	}
	observed, err := l.manager.GetPodStatus(quiet.Context, running)
	if err != nil {
		return nil, err
	}
	// As GenericPLEG.getPodIPs: a Pod whose sandbox has stopped keeps its addresses.
	if len(observed.IPs) == 0 {
		observed.IPs = l.addresses
	}
	l.addresses = observed.IPs
	// As the kubelet, which does not sync because a container was removed.
	seen := map[string]string{}
	for _, c := range observed.ContainerStatuses {
		seen[c.ID.ID] = string(c.State)
	}
	for _, s := range observed.SandboxStatuses {
		seen[s.Id] = s.State.String()
	}
	for id, state := range seen {
		l.mustSync = l.mustSync || l.observed[id] != state
	}
	l.observed = seen
	return observed, nil
}

// handleResults does what the kubelet does with results of probes. It takes those of one time in a random
// order, by which a Pod can be ready for an instant; here containers that succeed at last come last.
func (l *life) handleResults() {
	all := slices.Concat(taken(l.startup, l.started), taken(l.readiness, l.ready), taken(l.liveness, l.alive))
	for _, isSuccess := range []bool{false, true} {
		for _, one := range all {
			if isSuccess == (one.last == results.Success) {
				one.handle(one.Update)
			}
		}
	}
}

// probed is a result of a probe.
type probed struct {
	results.Update
	// last is the last result of the container.
	last   results.Result
	handle func(results.Update)
}

func taken(manager results.Manager, handle func(results.Update)) []probed {
	var all []probed
	last := map[kubecontainer.ContainerID]results.Result{}
	for len(manager.Updates()) > 0 {
		update := <-manager.Updates()
		last[update.ContainerID] = update.Result
		all = append(all, probed{Update: update, handle: handle})
	}
	for i := range all {
		all[i].last = last[all[i].ContainerID]
	}
	return all
}

func (l *life) started(u results.Update) {
	l.statuses.SetContainerStartup(logr.Discard(), u.PodUID, u.ContainerID, u.Result == results.Success)
	l.mustSync = true
}

func (l *life) ready(u results.Update) {
	l.statuses.SetContainerReadiness(logr.Discard(), u.PodUID, u.ContainerID, u.Result == results.Success)
	l.mustSync = true
}

func (l *life) alive(u results.Update) {
	l.mustSync = l.mustSync || u.Result == results.Failure
}

// set writes the status. Probes that this asks for see it.
func (l *life) set(observed *kubecontainer.PodStatus, isTerminal bool) v1.PodStatus {
	l.statuses.gate.Lock()
	defer l.statuses.gate.Unlock()
	made := l.kubelet.APIStatus(quiet.Context, l.pod, observed, isTerminal)
	l.statuses.SetPodStatus(logr.Discard(), l.pod, made)
	return made
}

// sync does what Kubelet.SyncPod does.
func (l *life) sync(observed *kubecontainer.PodStatus) {
	made := l.set(observed, false)
	if made.Phase == v1.PodSucceeded || made.Phase == v1.PodFailed {
		l.work = lifeTerminate
		return
	}
	l.probes.AddPod(quiet.Context, l.pod)
	restartsAll := slices.ContainsFunc(made.Conditions, func(c v1.PodCondition) bool {
		return c.Type == v1.AllContainersRestarting && c.Status == v1.ConditionTrue
	})
	l.start(func() func() error {
		result := l.manager.SyncPod(quiet.Context, l.pod, observed, nil, l.backOff, restartsAll)
		finished := time.Now()
		return func() error { return l.synced(result, finished, restartsAll) }
	})
}

func (l *life) synced(result kubecontainer.PodSyncResult, finished time.Time, restartsAll bool) error {
	l.kubelet.NoteResult(l.pod.UID, result)
	count := map[kubecontainer.SyncAction]int{}
	for _, r := range result.SyncResults {
		count[r.Action]++
	}
	if count[kubecontainer.KillContainer] > 1 && count[kubecontainer.KillPodSandbox] == 0 {
		return &wire.Refusal{Reason: "containers that the kubelet kills in random order"}
	}
	err := result.Error()
	if restartsAll && err == nil && count[kubecontainer.RemoveContainer] > 0 {
		l.mustSync = true
	}
	wait := time.Minute
	if err != nil {
		wait = 10 * time.Second
		if at, ok := kubecontainer.MinBackoffExpiration(err); ok {
			wait = min(max(at.Sub(finished), 0), time.Minute)
		}
	}
	l.nextSync = finished.Add(wait)
	return nil
}

// terminate does what Kubelet.SyncTerminatingPod does.
func (l *life) terminate(observed *kubecontainer.PodStatus) {
	l.set(observed, false)
	l.probes.StopLivenessAndStartup(l.pod)
	running := kubecontainer.ConvertPodStatusToRunningPod(l.manager.Type(), observed)
	l.start(func() func() error {
		err := l.manager.KillPod(quiet.Context, l.pod, running, l.grace)
		return func() error { return errors.Join(err, l.stopped(observed)) }
	})
}

func (l *life) stopped(before *kubecontainer.PodStatus) error {
	l.probes.RemovePod(l.pod)
	synctest.Wait()
	observed, err := l.observe()
	if err != nil {
		return err
	}
	kubelet.KeepData(observed, before)
	l.set(observed, true)
	l.work = lifeTerminated
	return nil
}

// delete asks the API server to delete the Pod, and tells the kubelet.
func (l *life) delete() error {
	current := l.pod.DeepCopy()
	if known, ok := l.statuses.GetPodStatus(l.pod.UID); ok {
		current.Status.Phase = known.Phase
	}
	internal, deleted := &core.Pod{}, &v1.Pod{}
	if err := legacyscheme.Scheme.Convert(current, internal, nil); err != nil {
		return err
	}
	graceful, _, err := rest.BeforeDelete(
		podregistry.Strategy, quiet.Context, internal, &metav1.DeleteOptions{GracePeriodSeconds: l.GracePeriodSeconds})
	if err != nil {
		return err
	}
	// As Store.Delete: without a grace period, the Pod is removed at once.
	if !graceful || *internal.DeletionGracePeriodSeconds == 0 {
		l.gone()
		return nil
	}
	if err := legacyscheme.Scheme.Convert(internal, deleted, nil); err != nil {
		return err
	}
	l.pod = l.pod.DeepCopy()
	l.pod.DeletionTimestamp = deleted.DeletionTimestamp
	l.pod.DeletionGracePeriodSeconds = deleted.DeletionGracePeriodSeconds
	if l.work == lifeSync || l.work == lifeTerminate && l.busy == nil {
		grace := kubelet.DeletionGrace(l.pod)
		l.work, l.grace = lifeTerminate, &grace
	}
	return nil
}

func (l *life) gone() {
	at := time.Since(l.Now).Milliseconds()
	l.goneAtMs = &at
}

// gatedStatuses are the statuses that probes read: not while one is being made, since the probes
// that this asks for would read the one before.
type gatedStatuses struct {
	status.Manager
	gate sync.Mutex
}

// GetPodStatus waits for a status that is being made.
func (s *gatedStatuses) GetPodStatus(uid types.UID) (v1.PodStatus, bool) {
	s.gate.Lock()
	defer s.gate.Unlock()
	return s.Manager.GetPodStatus(uid)
}
