package qos

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/go-logr/logr"
	libcontainercgroups "github.com/opencontainers/cgroups"
	v1 "k8s.io/api/core/v1"
	"k8s.io/klog/v2"
	statsapi "k8s.io/kubelet/pkg/apis/stats/v1alpha1"
	v1helper "k8s.io/kubernetes/pkg/apis/core/v1/helper"
	corev1qos "k8s.io/kubernetes/pkg/apis/core/v1/helper/qos"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/cm"
	"k8s.io/kubernetes/pkg/kubelet/eviction"
	evictionapi "k8s.io/kubernetes/pkg/kubelet/eviction/api"
	"k8s.io/kubernetes/pkg/kubelet/kuberuntime"
	kubeletqos "k8s.io/kubernetes/pkg/kubelet/qos"
	kubelettypes "k8s.io/kubernetes/pkg/kubelet/types"

	"kubesem/oracle/kubernetes/input"
	"kubesem/oracle/kubernetes/quiet"
	"kubesem/oracle/wire"
)

// The node of this program has version 2 of cgroups, and huge pages of the sizes of all architectures.
func init() {
	libcontainercgroups.SetNode(true, []string{"64KB", "1MB", "2MB", "32MB", "512MB", "1GB", "16GB"})
}

// containersOf are the containers of a Pod as the kubelet starts them, of all kinds.
func containersOf(pod *v1.Pod) []*v1.Container {
	containers := []*v1.Container{}
	for i := range pod.Spec.InitContainers {
		containers = append(containers, &pod.Spec.InitContainers[i])
	}
	for i := range pod.Spec.Containers {
		containers = append(containers, &pod.Spec.Containers[i])
	}
	for i := range pod.Spec.EphemeralContainers {
		containers = append(containers, (*v1.Container)(&pod.Spec.EphemeralContainers[i].EphemeralContainerCommon))
	}
	return containers
}

func oomScoreAdj(in json.RawMessage) (any, error) {
	var args struct {
		Pod            json.RawMessage
		MemoryCapacity int64 `json:",string"`
	}
	if err := input.Args(in, &args, &args.Pod); err != nil {
		return nil, err
	}
	pods, err := input.Pods([]json.RawMessage{args.Pod})
	if err != nil {
		return nil, err
	}
	scores := []int{}
	for _, container := range containersOf(pods[0]) {
		scores = append(scores, kubeletqos.GetContainerOOMScoreAdjust(pods[0], container, args.MemoryCapacity))
	}
	return scores, nil
}

// kubeletSettings are what of a kubelet's configuration and of its node cgroups depend on.
type kubeletSettings struct {
	CPUCFSQuota                   *bool
	CPUCFSQuotaPeriodMicroseconds *int64
	MemoryReservationPolicy       kubeletconfig.MemoryReservationPolicy
	MemoryThrottlingFactor        *float64
	AllocatableMemory             *json.RawMessage
}

func (s kubeletSettings) complete() (kuberuntime.Settings, error) {
	settings := kuberuntime.Settings{
		CPUCFSQuota:             s.CPUCFSQuota == nil || *s.CPUCFSQuota,
		CPUCFSQuotaPeriod:       cm.QuotaPeriod * time.Microsecond,
		MemoryReservationPolicy: s.MemoryReservationPolicy,
		MemoryThrottlingFactor:  s.MemoryThrottlingFactor,
		Allocatable:             v1.ResourceList{},
	}
	if settings.MemoryReservationPolicy == "" {
		settings.MemoryReservationPolicy = kubeletconfig.NoneMemoryReservationPolicy
	}
	if s.CPUCFSQuotaPeriodMicroseconds != nil {
		settings.CPUCFSQuotaPeriod = time.Duration(*s.CPUCFSQuotaPeriodMicroseconds) * time.Microsecond
	}
	if s.AllocatableMemory != nil {
		memory := fmt.Sprintf(`{"memory":%s}`, *s.AllocatableMemory)
		if err := json.Unmarshal([]byte(memory), &settings.Allocatable); err != nil {
			return settings, err
		}
	}
	return settings, nil
}

// cgroupAnswer has the values that are set in one cgroup.
type cgroupAnswer struct {
	CPUShares   string            `json:"cpuShares,omitempty"`
	CPUWeight   uint64            `json:"cpuWeight,omitempty"`
	CPUQuota    string            `json:"cpuQuota,omitempty"`
	CPUPeriod   string            `json:"cpuPeriod,omitempty"`
	MemoryLimit string            `json:"memoryLimit,omitempty"`
	Hugepages   map[string]string `json:"hugepages,omitempty"`
	Unified     map[string]string `json:"unified,omitempty"`
}

func containerAnswer(settings kuberuntime.Settings, pod *v1.Pod, container *v1.Container) cgroupAnswer {
	resources := kuberuntime.ContainerResources(quiet.Context, settings, pod, container)
	hugepages := map[string]string{}
	for _, limit := range resources.HugepageLimits {
		hugepages[limit.PageSize] = strconv.FormatUint(limit.Limit, 10)
	}
	return cgroupAnswer{
		CPUShares: strconv.FormatInt(resources.CpuShares, 10),
		// What runc, whose library Kubernetes pins, makes of the shares.
		CPUWeight:   libcontainercgroups.ConvertCPUSharesToCgroupV2Value(uint64(resources.CpuShares)),
		CPUQuota:    strconv.FormatInt(resources.CpuQuota, 10),
		CPUPeriod:   strconv.FormatInt(resources.CpuPeriod, 10),
		MemoryLimit: strconv.FormatInt(resources.MemoryLimitInBytes, 10),
		Hugepages:   hugepages,
		Unified:     resources.Unified,
	}
}

// configAnswer is what the kubelet itself sets of a cgroup.
func configAnswer(config *cm.ResourceConfig) cgroupAnswer {
	answer := cgroupAnswer{Hugepages: map[string]string{}, Unified: config.Unified}
	if config.CPUShares != nil {
		answer.CPUShares = strconv.FormatUint(*config.CPUShares, 10)
		answer.CPUWeight = cm.GetCPUWeight(*config.CPUShares)
	}
	if config.CPUQuota != nil {
		answer.CPUQuota = strconv.FormatInt(*config.CPUQuota, 10)
	}
	if config.CPUPeriod != nil {
		answer.CPUPeriod = strconv.FormatUint(*config.CPUPeriod, 10)
	}
	if config.Memory != nil {
		answer.MemoryLimit = strconv.FormatInt(*config.Memory, 10)
	}
	// As maybeSetHugetlb writes them. No page has a size of zero or less, which names without a size lead to.
	for size, limit := range config.HugePageLimit {
		if name, err := v1helper.HugePageUnitSizeFromByteSize(size); err == nil && size > 0 {
			answer.Hugepages[name] = strconv.FormatUint(uint64(limit), 10)
		}
	}
	return answer
}

type podCgroupsAnswer struct {
	Class      v1.PodQOSClass `json:"class"`
	Pod        cgroupAnswer   `json:"pod"`
	Containers []cgroupAnswer `json:"containers"`
}

func podCgroups(in json.RawMessage) (any, error) {
	var args struct {
		Pod      json.RawMessage
		Settings kubeletSettings
	}
	if err := input.Args(in, &args, &args.Pod); err != nil {
		return nil, err
	}
	pods, err := input.Pods([]json.RawMessage{args.Pod})
	if err != nil {
		return nil, err
	}
	settings, err := args.Settings.complete()
	if err != nil {
		return nil, err
	}
	config := cm.ResourceConfigForPod(pods[0], settings.CPUCFSQuota,
		uint64(settings.CPUCFSQuotaPeriod/time.Microsecond), true, settings.MemoryReservationPolicy)
	if settings.MemoryThrottlingFactor != nil {
		cm.ApplyPodLevelMemoryHigh(pods[0], config, *settings.MemoryThrottlingFactor)
	}
	answer := podCgroupsAnswer{corev1qos.GetPodQOS(pods[0]), configAnswer(config), []cgroupAnswer{}}
	for _, container := range containersOf(pods[0]) {
		answer.Containers = append(answer.Containers, containerAnswer(settings, pods[0], container))
	}
	return answer, nil
}

// podMemoryQos is podCgroups, of which it keeps what Memory QoS sets.
func podMemoryQos(in json.RawMessage) (any, error) {
	found, err := podCgroups(in)
	if err != nil {
		return nil, err
	}
	cgroups := found.(podCgroupsAnswer)
	containers := []map[string]string{}
	for _, container := range cgroups.Containers {
		containers = append(containers, container.Unified)
	}
	return map[string]any{"pod": cgroups.Pod.Unified, "containers": containers}, nil
}

// writtenCgroups records the written values.
type writtenCgroups struct {
	cm.CgroupManager
	written map[string]cgroupAnswer
}

func (w writtenCgroups) Update(_ klog.Logger, config *cm.CgroupConfig) error {
	answer := configAnswer(config.ResourceParameters)
	// The limit of huge pages of a class is 2^62, which is unreachable.
	answer.Hugepages = nil
	w.written[config.Name[len(config.Name)-1]] = answer
	return nil
}

func qosTiers(in json.RawMessage) (any, error) {
	var args struct {
		Pods     []json.RawMessage
		Settings kubeletSettings
	}
	if err := input.Parameters(in, &args); err != nil {
		return nil, err
	}
	pods, err := input.Pods(args.Pods)
	if err != nil {
		return nil, err
	}
	settings, err := args.Settings.complete()
	if err != nil {
		return nil, err
	}
	cgroups := writtenCgroups{written: map[string]cgroupAnswer{}}
	manager := cm.QOSManager(cgroups, pods, settings.MemoryReservationPolicy)
	return cgroups.written, manager.UpdateCgroups(logr.Discard())
}

func cpuWeight(in json.RawMessage) (any, error) {
	var args struct{ Shares uint64 }
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	return map[string]uint64{
		"kubelet": cm.GetCPUWeight(args.Shares),
		"runtime": libcontainercgroups.ConvertCPUSharesToCgroupV2Value(args.Shares),
	}, nil
}

type evictionPlace struct {
	// Index is the place of the Pod in the request.
	Index    int  `json:"index"`
	Critical bool `json:"critical"`
	// Tied reports whether the Pod is equal to the one before it, so their order is arbitrary.
	Tied bool `json:"tied"`
	// Compared is what is compared of the Pod; nil without stats.
	Compared *eviction.Usage `json:"compared"`
}

func evictionRank(in json.RawMessage) (any, error) {
	var args struct {
		Pods               []json.RawMessage
		Stats              []statsapi.PodStats
		Signal             evictionapi.Signal
		WithImageFs, Split bool
	}
	if err := input.Parameters(in, &args); err != nil {
		return nil, err
	}
	pods, err := input.Pods(args.Pods)
	if err != nil {
		return nil, err
	}
	rank := func(pods ...*v1.Pod) []*v1.Pod {
		if !eviction.Rank(args.Signal, args.WithImageFs, args.Split, pods, args.Stats) {
			panic("unknown signal")
		}
		return pods
	}
	ranked := rank(slices.Clone(pods)...)
	places := []evictionPlace{}
	for i, pod := range ranked {
		tied := i > 0 && rank(pod, ranked[i-1])[0] == pod
		place := evictionPlace{slices.Index(pods, pod), kubelettypes.IsCriticalPod(pod), tied, nil}
		for _, stats := range args.Stats {
			if stats.PodRef.UID == string(pod.UID) {
				usage := eviction.UsageOf(args.Signal, args.WithImageFs, args.Split, pod, stats)
				place.Compared = &usage
			}
		}
		places = append(places, place)
	}
	return places, nil
}
