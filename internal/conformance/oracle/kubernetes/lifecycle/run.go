package lifecycle

import (
	"cmp"
	"encoding/json"
	"os"
	"slices"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/api/legacyscheme"

	"kubesem/oracle/kubernetes/clock"
	"kubesem/oracle/kubernetes/input"
	"kubesem/oracle/wire"
)

type lifeArgs struct {
	Pod json.RawMessage
	// Now is a whole second.
	Now                time.Time
	Seconds            int
	Scripts            map[string]*lifeScript
	DeleteAtSeconds    *int
	GracePeriodSeconds *int64
}

// lifecycleRun asks for the whole life of a Pod whose containers follow scripts. The kubelet lists
// containers and handles results of probes at whole seconds, as its defaults are, and syncs the Pod
// if something changed, or if its time has come. No wait is lengthened at random.
func lifecycleRun(in json.RawMessage) (any, error) {
	args := lifeArgs{}
	pod := &v1.Pod{}
	if err := input.Pod(in, &args, &args.Pod, pod); err != nil {
		return nil, err
	}
	legacyscheme.Scheme.Default(pod)
	if err := replaceHandlers(pod); err != nil {
		return nil, err
	}
	if args.Seconds > 7200 {
		return nil, &wire.Refusal{Reason: "more than two hours"}
	}
	l := &life{lifeArgs: args, pod: pod, changes: []lifeChange{}}
	if slices.ContainsFunc(pod.Spec.InitContainers, removesAll) || slices.ContainsFunc(pod.Spec.Containers, removesAll) {
		logs, err := os.MkdirTemp("", "oracle-life-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(logs)
		l.logs = logs
	}
	var err error
	clock.At(args.Now, func() { err = l.live() })
	if err != nil {
		return nil, err
	}
	return map[string]any{"changes": l.changes, "events": l.runtime.sorted(), "goneAtMs": l.goneAtMs}, nil
}

// removesAll reports whether a container can restart all others. The kubelet then counts restarts
// by log files.
func removesAll(c v1.Container) bool {
	return slices.ContainsFunc(c.RestartPolicyRules, func(rule v1.ContainerRestartRule) bool {
		return rule.Action == v1.ContainerRestartRuleActionRestartAllContainers
	})
}

// replaceHandlers makes commands of all probes, and of hooks that ask the container: the runtime answers them. All
// containers have an image.
func replaceHandlers(pod *v1.Pod) error {
	pod.UID, pod.Spec.NodeName = "uid", "node"
	for _, containers := range [][]v1.Container{pod.Spec.InitContainers, pod.Spec.Containers} {
		for i := range containers {
			c := &containers[i]
			c.Image = cmp.Or(c.Image, c.Name)
			for kind, probe := range map[string]*v1.Probe{
				"startup": c.StartupProbe, "liveness": c.LivenessProbe, "readiness": c.ReadinessProbe,
			} {
				if probe == nil {
					continue
				}
				if probe.PeriodSeconds < 1 {
					return &wire.Refusal{Reason: "a probe without a period"}
				}
				probe.ProbeHandler = v1.ProbeHandler{Exec: &v1.ExecAction{Command: []string{kind}}}
			}
			if c.Lifecycle == nil {
				continue
			}
			for kind, hook := range map[string]*v1.LifecycleHandler{
				"postStart": c.Lifecycle.PostStart, "preStop": c.Lifecycle.PreStop,
			} {
				if hook != nil && (hook.Exec != nil || hook.HTTPGet != nil) {
					*hook = v1.LifecycleHandler{Exec: &v1.ExecAction{Command: []string{kind}}}
				}
			}
		}
	}
	return nil
}
