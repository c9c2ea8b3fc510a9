package metrics

import (
	"context"
	"fmt"
	"sync"
	"time"

	autoscaling "k8s.io/api/autoscaling/v2"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"kubesem/upstream/record"
)

// Seen is what the APIs of metrics have answered.
type Seen struct {
	// pods have the usage of their containers.
	pods     map[string]record.Map
	custom   []record.Map
	external []record.Map
	asked    map[string]bool
	// Reason is why the answers cannot be described.
	Reason string
}

var (
	mutex sync.Mutex
	seen  = newSeen()
)

func newSeen() *Seen { return &Seen{pods: map[string]record.Map{}, asked: map[string]bool{}} }

// Take returns what has been seen since it was called before.
func Take() *Seen {
	mutex.Lock()
	defer mutex.Unlock()
	taken := seen
	seen = newSeen()
	return taken
}

// Describe is the parameter of an operation.
func (s *Seen) Describe() record.Map {
	pods := []record.Map{}
	for _, pod := range s.pods {
		pods = append(pods, pod)
	}
	return record.Map{"pods": pods, "custom": append([]record.Map{}, s.custom...), "external": append([]record.Map{}, s.external...)}
}

// isNew reports whether a metric is asked for the first time; no answer at all is the same as an empty one.
func (s *Seen) isNew(metric string, err error) bool {
	if err != nil && !hasNone(err) {
		s.Reason = "an API of metrics that fails"
	}
	known := s.asked[metric]
	s.asked[metric] = true
	return !known && err == nil
}

func hasNone(err error) bool {
	switch err.Error() {
	case "no metrics returned from resource metrics API", "no metrics returned from custom metrics API",
		"no metrics returned from external metrics API":
		return true
	}
	return false
}

func milli(value int64) string { return fmt.Sprint(value, "m") }

// text is a time; the zero time cannot be written.
func text(at time.Time) string {
	if at.IsZero() {
		at = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	return at.UTC().Format(time.RFC3339)
}

func (c *resourceMetricsClient) GetResourceMetric(
	ctx context.Context, resource v1.ResourceName, namespace string, selector labels.Selector, container string,
) (PodMetricsInfo, time.Time, error) {
	found, timestamp, err := c.orig_GetResourceMetric(ctx, resource, namespace, selector, container)
	mutex.Lock()
	defer mutex.Unlock()
	if len(seen.pods) > 0 && !seen.asked[fmt.Sprint("resource ", resource, container)] {
		seen.Reason = "two metrics of containers"
	}
	if seen.isNew(fmt.Sprint("resource ", resource, container), err) {
		name := container
		if name == "" {
			name = "all"
		}
		for pod, metric := range found {
			usage := []record.Map{{"name": name, "usage": record.Map{string(resource): milli(metric.Value)}}}
			seen.pods[pod] = record.Map{
				"metadata": record.Map{"name": pod, "namespace": namespace}, "timestamp": text(metric.Timestamp),
				"window": metric.Window.String(), "containers": usage,
			}
		}
		if len(found) == 0 {
			// A Pod of no autoscaler keeps the list from being empty.
			seen.pods["other"] = record.Map{
				"metadata": record.Map{"name": "other", "namespace": namespace}, "timestamp": text(timestamp),
				"window": "1m0s", "containers": []record.Map{},
			}
		}
	}
	return found, timestamp, err
}

func (c *customMetricsClient) GetRawMetric(
	metricName string, namespace string, selector labels.Selector, metricSelector labels.Selector,
) (PodMetricsInfo, time.Time, error) {
	found, timestamp, err := c.orig_GetRawMetric(metricName, namespace, selector, metricSelector)
	mutex.Lock()
	defer mutex.Unlock()
	if seen.isNew("pods "+metricName, err) {
		for pod, metric := range found {
			seen.custom = append(seen.custom, record.Map{
				"describedObject": record.Map{"kind": "Pod", "namespace": namespace, "name": pod},
				"metric":          record.Map{"name": metricName}, "timestamp": text(metric.Timestamp), "value": milli(metric.Value),
			})
		}
	}
	return found, timestamp, err
}

func (c *customMetricsClient) GetObjectMetric(
	metricName string, namespace string, objectRef *autoscaling.CrossVersionObjectReference, metricSelector labels.Selector,
) (int64, time.Time, error) {
	value, timestamp, err := c.orig_GetObjectMetric(metricName, namespace, objectRef, metricSelector)
	mutex.Lock()
	defer mutex.Unlock()
	if seen.isNew(fmt.Sprint("object ", objectRef.Kind, objectRef.Name, metricName), err) {
		name := objectRef.Name
		if objectRef.Kind == "Namespace" {
			name = namespace
		}
		seen.custom = append(seen.custom, record.Map{
			"describedObject": record.Map{"kind": objectRef.Kind, "namespace": namespace, "name": name},
			"metric":          record.Map{"name": metricName}, "timestamp": text(timestamp), "value": milli(value),
		})
	}
	return value, timestamp, err
}

// The values have the labels that the selector asks for.
func (c *externalMetricsClient) GetExternalMetric(
	metricName, namespace string, selector labels.Selector,
) ([]int64, time.Time, error) {
	values, timestamp, err := c.orig_GetExternalMetric(metricName, namespace, selector)
	mutex.Lock()
	defer mutex.Unlock()
	selected := map[string]string{}
	requirements, _ := selector.Requirements()
	for _, requirement := range requirements {
		for value := range requirement.Values() {
			selected[requirement.Key()] = value
		}
	}
	if !selector.Matches(labels.Set(selected)) {
		selected = map[string]string{}
	}
	if seen.isNew(fmt.Sprint("external ", metricName, selector), err) {
		for _, value := range values {
			seen.external = append(seen.external, record.Map{
				"metricName": metricName, "metricLabels": selected, "timestamp": text(timestamp), "value": milli(value),
			})
		}
	}
	return values, timestamp, err
}
