package podautoscaler

import (
	"context"
	"sync"
	"time"

	autoscalingv1 "k8s.io/api/autoscaling/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	v1 "k8s.io/api/core/v1"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	metricsclient "k8s.io/kubernetes/pkg/controller/podautoscaler/metrics"
	"kubesem/upstream/record"
)

// reconciled is what a controller did in one reconciliation.
type reconciled struct {
	scale  *autoscalingv1.Scale
	status *autoscalingv2.HorizontalPodAutoscalerStatus
	reason string
}

var (
	mutex   sync.Mutex
	running = map[*reconciled]*HorizontalController{}
)

const severalAtOnce = "several autoscalers at once"

// known is what the controller is doing.
func (a *HorizontalController) known() *reconciled {
	for known, controller := range running {
		if controller == a {
			return known
		}
	}
	return nil
}

func (a *HorizontalController) scaleForResourceMappings(
	ctx context.Context, namespace, name string, mappings []*apimeta.RESTMapping,
) (*autoscalingv1.Scale, schema.GroupResource, error) {
	scale, resource, err := a.orig_scaleForResourceMappings(ctx, namespace, name, mappings)
	mutex.Lock()
	defer mutex.Unlock()
	if known := a.known(); known != nil && err == nil {
		known.scale = scale.DeepCopy()
	}
	return scale, resource, err
}

func (a *HorizontalController) updateStatus(ctx context.Context, hpa *autoscalingv2.HorizontalPodAutoscaler) error {
	mutex.Lock()
	if known := a.known(); known != nil {
		known.status = hpa.Status.DeepCopy()
	}
	mutex.Unlock()
	return a.orig_updateStatus(ctx, hpa)
}

func (a *HorizontalController) reconcileAutoscaler(
	ctx context.Context, hpaShared *autoscalingv2.HorizontalPodAutoscaler, key string,
) error {
	known, hpa, now := &reconciled{}, hpaShared.DeepCopy(), time.Now()
	mutex.Lock()
	for other := range running {
		other.reason, known.reason = severalAtOnce, severalAtOnce
	}
	running[known] = a
	mutex.Unlock()
	past := a.past(key)
	metricsclient.Take()
	err := a.orig_reconcileAutoscaler(ctx, hpaShared, key)
	seen := metricsclient.Take()
	mutex.Lock()
	defer mutex.Unlock()
	delete(running, known)
	if seen.Reason != "" {
		known.reason = seen.Reason
	}
	if known.scale == nil || known.scale.Status.Selector == "" {
		known.reason = "a target without a scale or a selector"
	}
	if a.tolerance != 0.1 || a.downscaleStabilisationWindow != 5*time.Minute {
		known.reason = "settings that are not the defaults"
	}
	if known.status != nil {
		for _, condition := range known.status.Conditions {
			switch condition.Reason {
			case "AmbiguousSelector", "InvalidSelector", "FailedUpdateScale", "FailedGetScale":
				known.reason = "a selector or a scale that fails"
			}
		}
	}
	var pods []*v1.Pod
	if known.reason == "" {
		selector, failure := labels.Parse(known.scale.Status.Selector)
		if failure == nil {
			pods, _ = a.podLister.Pods(hpa.Namespace).List(selector)
		} else {
			known.reason = "an invalid selector"
		}
	}
	if known.reason != "" {
		record.Skip("hpa.reconcile", known.reason)
		return err
	}
	described, isOld := describePods(pods, now)
	in := record.Map{
		"hpa": targeting(hpa), "pods": described, "metrics": seen.Describe(), "now": now,
		"scale": record.Map{
			"replicas": known.scale.Spec.Replicas, "statusReplicas": known.scale.Status.Replicas, "selector": "app=web",
		},
	}
	for name, list := range past {
		in[name] = list
	}
	call := record.Begin("hpa.reconcile", record.WithoutUIDs(in))
	// The tests have other periods after the start of Pods.
	if known.status == nil || !isOld {
		call.NoResult()
		return err
	}
	conditions := []record.Map{}
	for _, condition := range known.status.Conditions {
		conditions = append(conditions, record.Map{
			"type": condition.Type, "status": condition.Status, "reason": condition.Reason,
		})
	}
	call.Out(record.Map{"status": record.Map{
		"desiredReplicas": known.status.DesiredReplicas, "conditions": conditions,
	}})
	return err
}

// past is what the controller remembers of an autoscaler.
func (a *HorizontalController) past(key string) map[string][]record.Map {
	recommendations, ups, downs := []record.Map{}, []record.Map{}, []record.Map{}
	a.recommendationsLock.Lock()
	if known := a.recommendations[key]; known != nil && len(known) == 0 {
		// One that is too old is the same as none, but it is not the first reconciliation.
		recommendations = append(recommendations, record.Map{"replicas": 1, "time": time.Now().Add(-24 * time.Hour)})
	}
	for _, one := range a.recommendations[key] {
		recommendations = append(recommendations, record.Map{"replicas": one.recommendation, "time": one.timestamp})
	}
	a.recommendationsLock.Unlock()
	a.scaleUpEventsLock.RLock()
	for _, one := range a.scaleUpEvents[key] {
		ups = append(ups, record.Map{"change": one.replicaChange, "time": one.timestamp})
	}
	a.scaleUpEventsLock.RUnlock()
	a.scaleDownEventsLock.RLock()
	for _, one := range a.scaleDownEvents[key] {
		downs = append(downs, record.Map{"change": one.replicaChange, "time": one.timestamp})
	}
	a.scaleDownEventsLock.RUnlock()
	return map[string][]record.Map{"recommendations": recommendations, "scaleUps": ups, "scaleDowns": downs}
}

// targeting has the target of all cases, a Deployment.
func targeting(hpa *autoscalingv2.HorizontalPodAutoscaler) *autoscalingv2.HorizontalPodAutoscaler {
	hpa = hpa.DeepCopy()
	hpa.APIVersion, hpa.Kind = "autoscaling/v2", "HorizontalPodAutoscaler"
	hpa.Spec.ScaleTargetRef = autoscalingv2.CrossVersionObjectReference{APIVersion: "apps/v1", Kind: "Deployment", Name: "web"}
	return hpa
}

var longAgo = metav1.NewTime(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC))

// describePods replaces the zero time, which cannot be written, and reports whether all have run for long.
func describePods(pods []*v1.Pod, now time.Time) ([]*v1.Pod, bool) {
	described, isOld := []*v1.Pod{}, true
	for _, pod := range pods {
		pod = pod.DeepCopy()
		pod.Labels = map[string]string{"app": "web"}
		times := []*metav1.Time{}
		if pod.Status.StartTime != nil {
			times = append(times, pod.Status.StartTime)
		}
		for i := range pod.Status.Conditions {
			times = append(times, &pod.Status.Conditions[i].LastTransitionTime)
		}
		for _, at := range times {
			if at.IsZero() {
				*at = longAgo
			}
			isOld = isOld && now.Sub(at.Time) > 10*time.Minute
		}
		described = append(described, pod)
	}
	return described, isOld
}
