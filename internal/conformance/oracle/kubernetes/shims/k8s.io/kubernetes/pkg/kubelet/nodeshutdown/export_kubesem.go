package nodeshutdown

import (
	"context"

	v1 "k8s.io/api/core/v1"
)

// KillPods ends Pods with the configuration of a kubelet.
func KillPods(ctx context.Context, config *Config, pods []*v1.Pod) error {
	return newPodManager(config).killPods(ctx, pods)
}
