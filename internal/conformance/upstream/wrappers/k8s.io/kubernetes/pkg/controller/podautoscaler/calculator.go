package podautoscaler

import (
	"context"
	"fmt"
	"time"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	metricsclient "k8s.io/kubernetes/pkg/controller/podautoscaler/metrics"
	"kubesem/upstream/record"
)

// ask describes a call of the calculator as an autoscaler whose limits are wide.
func (c *ReplicaCalculator) ask(
	current int32, metric autoscalingv2.MetricSpec, tolerances Tolerances, namespace string, selector labels.Selector,
) func(replicas int32, err error) {
	mutex.Lock()
	defer mutex.Unlock()
	if len(running) > 0 {
		return func(int32, error) {}
	}
	metricsclient.Take()
	now, pods := time.Now(), []*v1.Pod{}
	if selector != nil {
		pods, _ = c.podLister.Pods(namespace).List(selector)
	}
	described, isOld := describePods(pods, now)
	return func(replicas int32, err error) {
		seen := metricsclient.Take()
		if current == 0 || seen.Reason != "" {
			record.Skip("hpa.reconcile", "no replicas, or an API of metrics that fails")
			return
		}
		least := int32(0)
		hpa := &autoscalingv2.HorizontalPodAutoscaler{
			ObjectMeta: metav1.ObjectMeta{Name: "web", Namespace: namespace},
			Spec: autoscalingv2.HorizontalPodAutoscalerSpec{
				MinReplicas: &least, MaxReplicas: 1_000_000, Metrics: []autoscalingv2.MetricSpec{metric},
			},
		}
		asked := record.Map{}
		for name, tolerance := range map[string]float64{"scaleUp": tolerances.scaleUp, "scaleDown": tolerances.scaleDown} {
			asked[name] = record.Map{
				"tolerance": fmt.Sprint(tolerance), "stabilizationWindowSeconds": 0,
				"policies": []record.Map{{"type": "Pods", "value": 1_000_000, "periodSeconds": 1}},
			}
		}
		spec := targeting(hpa).Spec
		call := record.Begin("hpa.reconcile", record.WithoutUIDs(record.Map{
			"hpa": record.Map{
				"apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler", "metadata": hpa.ObjectMeta,
				"spec": record.Map{
					"scaleTargetRef": spec.ScaleTargetRef, "minReplicas": 0, "maxReplicas": spec.MaxReplicas,
					"metrics": spec.Metrics, "behavior": asked,
				},
			},
			"pods": described, "metrics": seen.Describe(), "now": now,
			"scale":           record.Map{"replicas": current, "statusReplicas": current, "selector": "app=web"},
			"recommendations": []record.Map{}, "scaleUps": []record.Map{}, "scaleDowns": []record.Map{},
		}))
		if err != nil || !isOld {
			call.NoResult()
		} else {
			call.Out(record.Map{"status": record.Map{"desiredReplicas": replicas}})
		}
	}
}

// asked calls the calculator, which ask describes, and records its answer.
func (c *ReplicaCalculator) asked(
	current int32, metric autoscalingv2.MetricSpec, tolerances Tolerances, namespace string, selector labels.Selector,
	call func() (int32, int64, time.Time, error),
) (int32, int64, time.Time, error) {
	answer := c.ask(current, metric, tolerances, namespace, selector)
	replicas, usage, timestamp, err := call()
	answer(replicas, err)
	return replicas, usage, timestamp, err
}

func milli(value int64) *resource.Quantity {
	return resource.NewMilliQuantity(value, resource.DecimalSI)
}

func averageOf(value int64) autoscalingv2.MetricTarget {
	return autoscalingv2.MetricTarget{Type: autoscalingv2.AverageValueMetricType, AverageValue: milli(value)}
}

func valueOf(value int64) autoscalingv2.MetricTarget {
	return autoscalingv2.MetricTarget{Type: autoscalingv2.ValueMetricType, Value: milli(value)}
}

// resourceMetric is a metric of whole Pods, or of one of their containers.
func resourceMetric(name v1.ResourceName, container string, target autoscalingv2.MetricTarget) autoscalingv2.MetricSpec {
	if container == "" {
		return autoscalingv2.MetricSpec{
			Type:     autoscalingv2.ResourceMetricSourceType,
			Resource: &autoscalingv2.ResourceMetricSource{Name: name, Target: target},
		}
	}
	return autoscalingv2.MetricSpec{
		Type: autoscalingv2.ContainerResourceMetricSourceType,
		ContainerResource: &autoscalingv2.ContainerResourceMetricSource{
			Name: name, Container: container, Target: target,
		},
	}
}

func objectMetric(
	name string, object *autoscalingv2.CrossVersionObjectReference, target autoscalingv2.MetricTarget,
) autoscalingv2.MetricSpec {
	return autoscalingv2.MetricSpec{Type: autoscalingv2.ObjectMetricSourceType, Object: &autoscalingv2.ObjectMetricSource{
		DescribedObject: *object, Metric: autoscalingv2.MetricIdentifier{Name: name}, Target: target,
	}}
}

func externalMetric(
	name string, selector *metav1.LabelSelector, target autoscalingv2.MetricTarget,
) autoscalingv2.MetricSpec {
	return autoscalingv2.MetricSpec{Type: autoscalingv2.ExternalMetricSourceType, External: &autoscalingv2.ExternalMetricSource{
		Metric: autoscalingv2.MetricIdentifier{Name: name, Selector: selector}, Target: target,
	}}
}

func (c *ReplicaCalculator) GetResourceReplicas(
	ctx context.Context, currentReplicas int32, targetUtilization int32, resource v1.ResourceName, tolerances Tolerances,
	namespace string, selector labels.Selector, container string,
) (int32, int32, int64, time.Time, error) {
	target := autoscalingv2.MetricTarget{Type: autoscalingv2.UtilizationMetricType, AverageUtilization: &targetUtilization}
	answer := c.ask(currentReplicas, resourceMetric(resource, container, target), tolerances, namespace, selector)
	replicas, utilization, raw, timestamp, err := c.orig_GetResourceReplicas(
		ctx, currentReplicas, targetUtilization, resource, tolerances, namespace, selector, container)
	answer(replicas, err)
	return replicas, utilization, raw, timestamp, err
}

func (c *ReplicaCalculator) GetRawResourceReplicas(
	ctx context.Context, currentReplicas int32, targetUsage int64, resource v1.ResourceName, tolerances Tolerances,
	namespace string, selector labels.Selector, container string,
) (int32, int64, time.Time, error) {
	metric := resourceMetric(resource, container, averageOf(targetUsage))
	return c.asked(currentReplicas, metric, tolerances, namespace, selector, func() (int32, int64, time.Time, error) {
		return c.orig_GetRawResourceReplicas(
			ctx, currentReplicas, targetUsage, resource, tolerances, namespace, selector, container)
	})
}

func (c *ReplicaCalculator) GetMetricReplicas(
	currentReplicas int32, targetUsage int64, metricName string, tolerances Tolerances, namespace string,
	selector labels.Selector, metricSelector labels.Selector,
) (int32, int64, time.Time, error) {
	metric := autoscalingv2.MetricSpec{Type: autoscalingv2.PodsMetricSourceType, Pods: &autoscalingv2.PodsMetricSource{
		Metric: autoscalingv2.MetricIdentifier{Name: metricName}, Target: averageOf(targetUsage),
	}}
	return c.asked(currentReplicas, metric, tolerances, namespace, selector, func() (int32, int64, time.Time, error) {
		return c.orig_GetMetricReplicas(
			currentReplicas, targetUsage, metricName, tolerances, namespace, selector, metricSelector)
	})
}

func (c *ReplicaCalculator) GetObjectMetricReplicas(
	currentReplicas int32, targetUsage int64, metricName string, tolerances Tolerances, namespace string,
	objectRef *autoscalingv2.CrossVersionObjectReference, selector labels.Selector, metricSelector labels.Selector,
) (int32, int64, time.Time, error) {
	metric := objectMetric(metricName, objectRef, valueOf(targetUsage))
	return c.asked(currentReplicas, metric, tolerances, namespace, selector, func() (int32, int64, time.Time, error) {
		return c.orig_GetObjectMetricReplicas(
			currentReplicas, targetUsage, metricName, tolerances, namespace, objectRef, selector, metricSelector)
	})
}

func (c *ReplicaCalculator) GetObjectPerPodMetricReplicas(
	statusReplicas int32, targetAverageUsage int64, metricName string, tolerances Tolerances, namespace string,
	objectRef *autoscalingv2.CrossVersionObjectReference, metricSelector labels.Selector,
) (int32, int64, time.Time, error) {
	metric := objectMetric(metricName, objectRef, averageOf(targetAverageUsage))
	return c.asked(statusReplicas, metric, tolerances, namespace, nil, func() (int32, int64, time.Time, error) {
		return c.orig_GetObjectPerPodMetricReplicas(
			statusReplicas, targetAverageUsage, metricName, tolerances, namespace, objectRef, metricSelector)
	})
}

func (c *ReplicaCalculator) GetExternalMetricReplicas(
	currentReplicas int32, targetUsage int64, metricName string, tolerances Tolerances, namespace string,
	metricSelector *metav1.LabelSelector, podSelector labels.Selector,
) (int32, int64, time.Time, error) {
	metric := externalMetric(metricName, metricSelector, valueOf(targetUsage))
	return c.asked(currentReplicas, metric, tolerances, namespace, podSelector, func() (int32, int64, time.Time, error) {
		return c.orig_GetExternalMetricReplicas(
			currentReplicas, targetUsage, metricName, tolerances, namespace, metricSelector, podSelector)
	})
}

func (c *ReplicaCalculator) GetExternalPerPodMetricReplicas(
	statusReplicas int32, targetUsagePerPod int64, metricName string, tolerances Tolerances, namespace string,
	metricSelector *metav1.LabelSelector,
) (int32, int64, time.Time, error) {
	metric := externalMetric(metricName, metricSelector, averageOf(targetUsagePerPod))
	return c.asked(statusReplicas, metric, tolerances, namespace, nil, func() (int32, int64, time.Time, error) {
		return c.orig_GetExternalPerPodMetricReplicas(
			statusReplicas, targetUsagePerPod, metricName, tolerances, namespace, metricSelector)
	})
}
