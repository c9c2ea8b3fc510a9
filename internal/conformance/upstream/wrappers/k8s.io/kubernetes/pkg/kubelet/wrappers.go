package kubelet

import (
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/klog/v2"
	kubeletconfiginternal "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/status"
	"kubesem/upstream/record"
)

func (kl *Kubelet) GeneratePodHostNameAndDomain(logger klog.Logger, pod *v1.Pod) (string, string, error) {
	call := record.Begin("dns.hostname", record.Map{"pod": pod, "clusterDomain": kl.dnsConfigurer.ClusterDomain})
	hostname, domain, err := kl.orig_GeneratePodHostNameAndDomain(logger, pod)
	if err != nil {
		call.Err("Hostname")
	} else {
		call.Out(record.Map{"hostname": hostname, "domain": domain})
	}
	return hostname, domain, err
}

func getPhase(
	logger klog.Logger, pod *v1.Pod, info []v1.ContainerStatus, podIsTerminal, podHasInitialized bool,
) v1.PodPhase {
	call := record.Begin("pod.phase", record.Map{
		"pod": status.WithStatuses(pod, info), "podIsTerminal": podIsTerminal, "podHasInitialized": podHasInitialized,
	})
	phase := orig_getPhase(logger, pod, info, podIsTerminal, podHasInitialized)
	call.Out(record.Map{"phase": phase})
	return phase
}

func newCrashLoopBackOff(
	kubeCfg *kubeletconfiginternal.KubeletConfiguration,
) (time.Duration, time.Duration) {
	longest, first := orig_newCrashLoopBackOff(kubeCfg)
	if period := kubeCfg.CrashLoopBackOff.MaxContainerRestartPeriod; period == nil {
		record.Skip("crashLoop.settings", "the configuration is not defaulted")
	} else {
		record.Begin("crashLoop.settings", record.Map{
			"maxContainerRestartPeriodSeconds": int64(period.Seconds()),
		}).Out(record.Map{"initialSeconds": first.Seconds(), "maxSeconds": longest.Seconds()})
	}
	return longest, first
}

func calculateEffectiveGracePeriod(
	status *podSyncStatus, pod *v1.Pod, options *KillPodOptions,
) (int64, bool) {
	in := record.Map{"pod": pod, "current": status.gracePeriod, "reason": ""}
	if options != nil && options.PodTerminationGracePeriodSecondsOverride != nil {
		in["overrideSeconds"] = *options.PodTerminationGracePeriodSecondsOverride
	}
	seconds, shortened := orig_calculateEffectiveGracePeriod(status, pod, options)
	if len(pod.Spec.Containers) == 0 {
		// The operation is about a container too.
		described := pod.DeepCopy()
		described.Spec.Containers = []v1.Container{{Name: "app"}}
		in["pod"], pod = described, described
	}
	in["container"] = pod.Spec.Containers[0].Name
	record.Begin("pod.gracePeriod", in).Out(record.Map{"pod": seconds, "shortened": shortened})
	return seconds, shortened
}
