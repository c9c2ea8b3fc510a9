package pod

import (
	"context"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"kubesem/upstream/record"
)

func (s podStrategy) CheckGracefulDelete(
	ctx context.Context, obj runtime.Object, options *metav1.DeleteOptions,
) bool {
	stored := &v1.Pod{}
	if options == nil || legacyscheme.Scheme.Convert(obj, stored, nil) != nil || stored.DeletionTimestamp != nil {
		record.Skip("pod.delete", "no options, or a Pod that is deleted already")
		return s.orig_CheckGracefulDelete(ctx, obj, options)
	}
	step := record.Map{"afterMs": 0}
	if options.GracePeriodSeconds != nil {
		step["gracePeriodSeconds"] = *options.GracePeriodSeconds
	}
	call := record.Begin("pod.delete", record.Map{
		"pod": stored, "now": time.Now().Truncate(time.Second), "steps": []record.Map{step},
	})
	graceful := s.orig_CheckGracefulDelete(ctx, obj, options)
	known := record.Map{"removed": *options.GracePeriodSeconds == 0}
	if *options.GracePeriodSeconds != 0 {
		known["deletionGracePeriodSeconds"] = *options.GracePeriodSeconds
	}
	call.Out(record.Map{"steps": []record.Map{known}})
	return graceful
}
