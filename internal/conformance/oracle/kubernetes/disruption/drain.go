package disruption

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"github.com/go-logr/logr"
	appsv1 "k8s.io/api/apps/v1"
	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/labels"
	apiruntime "k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/fake"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/kubectl/pkg/drain"
	v1helper "k8s.io/kubernetes/pkg/apis/core/v1/helper"
	"k8s.io/kubernetes/pkg/controller/tainteviction"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/nodeshutdown"
	"k8s.io/kubernetes/pkg/kubelet/volumemanager"
	utilclock "k8s.io/utils/clock"

	"kubesem/oracle/kubernetes/clock"
	"kubesem/oracle/kubernetes/input"
	"kubesem/oracle/kubernetes/quiet"
)

// nodeDrain asks kubectl which of the Pods of a node it deletes.
func nodeDrain(in json.RawMessage) (any, error) {
	var args struct {
		Pods       []json.RawMessage
		DaemonSets []struct{ Namespace, Name string }
		Flags      struct {
			Force, IgnoreDaemonSets, DeleteEmptyDirData bool
			SkipWaitForDeleteTimeoutSeconds             int
			PodSelector                                 string
		}
		Now time.Time
	}
	if err := input.Parameters(in, &args); err != nil {
		return nil, err
	}
	pods, err := input.Pods(args.Pods)
	if err != nil {
		return nil, err
	}
	// As etcd lists them.
	slices.SortFunc(pods, func(a, b *v1.Pod) int {
		return cmp.Compare(a.Namespace+"/"+a.Name, b.Namespace+"/"+b.Name)
	})
	client := &fake.Clientset{}
	client.AddReactor("list", "pods", func(action clienttesting.Action) (bool, apiruntime.Object, error) {
		selector := action.(clienttesting.ListAction).GetListRestrictions().Labels
		list := &v1.PodList{}
		for _, pod := range pods {
			if selector.Matches(labels.Set(pod.Labels)) {
				list.Items = append(list.Items, *pod)
			}
		}
		return true, list, nil
	})
	client.AddReactor("get", "daemonsets", func(action clienttesting.Action) (bool, apiruntime.Object, error) {
		name := action.(clienttesting.GetAction).GetName()
		for _, one := range args.DaemonSets {
			if one.Namespace == action.GetNamespace() && one.Name == name {
				return true, &appsv1.DaemonSet{}, nil
			}
		}
		return true, nil, apierrors.NewNotFound(action.GetResource().GroupResource(), name)
	})
	helper := &drain.Helper{
		Ctx: quiet.Context, Client: client, Force: args.Flags.Force, IgnoreAllDaemonSets: args.Flags.IgnoreDaemonSets,
		DeleteEmptyDirData: args.Flags.DeleteEmptyDirData, PodSelector: args.Flags.PodSelector,
		SkipWaitForDeleteTimeoutSeconds: args.Flags.SkipWaitForDeleteTimeoutSeconds,
	}
	var found *drain.PodDeleteList
	var failures []error
	clock.At(args.Now, func() { found, failures = helper.GetPodsForDeletion("node-1") })
	problems := []string{}
	for _, failure := range failures {
		problems = append(problems, failure.Error())
	}
	slices.Sort(problems)
	if found == nil {
		return map[string]any{"errors": problems}, nil
	}
	evicted := []string{}
	for _, pod := range found.Pods() {
		evicted = append(evicted, pod.Namespace+"/"+pod.Name)
	}
	return map[string]any{"errors": problems, "warnings": found.Warnings(), "pods": evicted}, nil
}

// shutPod is a Pod that the kubelet ends, and when.
type shutPod struct {
	Name               string `json:"name"`
	AtMs               int64  `json:"atMs"`
	GracePeriodSeconds int64  `json:"gracePeriodSeconds"`
	Phase              string `json:"phase"`
	Reason             string `json:"reason"`
	Message            string `json:"message"`
}

// mountedVolumes are none.
type mountedVolumes struct{ volumemanager.VolumeManager }

func (mountedVolumes) WaitForAllPodsUnmount(context.Context, []*v1.Pod) error { return nil }

// nodeShutdownPods lets the kubelet end the Pods of a node that shuts down. Each takes a time, at most its grace period.
func nodeShutdownPods(in json.RawMessage) (any, error) {
	var args struct {
		Pods        []json.RawMessage
		TakesMs     []int64
		RequestedMs int64
		CriticalMs  int64
		Groups      []kubeletconfig.ShutdownGracePeriodByPodPriority
	}
	if err := input.Parameters(in, &args); err != nil {
		return nil, err
	}
	pods, err := input.Pods(args.Pods)
	if err != nil {
		return nil, err
	}
	takes := map[*v1.Pod]time.Duration{}
	for i, pod := range pods {
		takes[pod] = time.Duration(args.TakesMs[i]) * time.Millisecond
	}
	killed := []shutPod{}
	endMs := int64(0)
	var failure error
	clock.At(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), func() {
		start := time.Now()
		var lock sync.Mutex
		failure = nodeshutdown.KillPods(quiet.Context, &nodeshutdown.Config{
			Logger:                           logr.Discard(),
			VolumeManager:                    mountedVolumes{},
			ShutdownGracePeriodRequested:     time.Duration(args.RequestedMs) * time.Millisecond,
			ShutdownGracePeriodCriticalPods:  time.Duration(args.CriticalMs) * time.Millisecond,
			ShutdownGracePeriodByPodPriority: args.Groups,
			Clock:                            utilclock.RealClock{},
			KillPodFunc: func(pod *v1.Pod, _ bool, seconds *int64, change func(*v1.PodStatus)) error {
				at := time.Since(start).Milliseconds()
				status := pod.Status.DeepCopy()
				change(status)
				lock.Lock()
				killed = append(killed, shutPod{pod.Name, at, *seconds, string(status.Phase), status.Reason, status.Message})
				lock.Unlock()
				time.Sleep(min(takes[pod], time.Duration(*seconds)*time.Second))
				return nil
			},
		}, pods)
		endMs = time.Since(start).Milliseconds()
	})
	slices.SortFunc(killed, func(a, b shutPod) int { return cmp.Compare(a.Name, b.Name) })
	return map[string]any{"pods": killed, "endMs": endMs}, failure
}

// taintEviction asks when a Pod must leave a node with taints: undefined without taints, -1 for never.
func taintEviction(in json.RawMessage) (any, error) {
	var args struct {
		Taints      []v1.Taint
		Tolerations []v1.Toleration
	}
	if err := input.Parameters(in, &args); err != nil {
		return nil, err
	}
	taints := tainteviction.GetNoExecuteTaints(args.Taints)
	tolerated, used := v1helper.GetMatchingTolerations(logr.Discard(), taints, args.Tolerations)
	seconds := int64(0)
	if tolerated {
		wait := tainteviction.GetMinTolerationTime(used)
		if seconds = int64(wait / time.Second); wait < 0 {
			seconds = -1
		}
	}
	return map[string]any{"taints": len(taints), "tolerated": tolerated, "seconds": seconds}, nil
}
