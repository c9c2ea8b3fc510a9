package workloads

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	autoscalingv1 "k8s.io/api/autoscaling/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	v1 "k8s.io/api/core/v1"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	scalefake "k8s.io/client-go/scale/fake"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/autoscaling"
	"k8s.io/kubernetes/pkg/apis/autoscaling/validation"
	"k8s.io/kubernetes/pkg/controller/podautoscaler"
	metricsclient "k8s.io/kubernetes/pkg/controller/podautoscaler/metrics"
	customapi "k8s.io/metrics/pkg/apis/custom_metrics/v1beta2"
	externalapi "k8s.io/metrics/pkg/apis/external_metrics/v1beta1"
	metricsapi "k8s.io/metrics/pkg/apis/metrics/v1beta1"
	resourceclient "k8s.io/metrics/pkg/client/clientset/versioned/typed/metrics/v1beta1"
	customclient "k8s.io/metrics/pkg/client/custom_metrics"
	externalclient "k8s.io/metrics/pkg/client/external_metrics"

	"kubesem/oracle/kubernetes/clock"
	"kubesem/oracle/kubernetes/input"
	"kubesem/oracle/kubernetes/output"
	"kubesem/oracle/wire"
)

// autoscalerMetrics answers the autoscaler as the three APIs of metrics do.
type autoscalerMetrics struct {
	resourceclient.PodMetricsInterface
	customclient.MetricsInterface

	Pods     []metricsapi.PodMetrics
	Custom   []customapi.MetricValue
	External []externalapi.ExternalMetricValue

	// Why an API does not answer: about Pods, and about metrics by their names.
	PodsError                    string
	CustomErrors, ExternalErrors map[string]string
}

func (m *autoscalerMetrics) PodMetricses(string) resourceclient.PodMetricsInterface { return m }

func (m *autoscalerMetrics) List(context.Context, metav1.ListOptions) (*metricsapi.PodMetricsList, error) {
	if m.PodsError != "" {
		return nil, errors.New(m.PodsError)
	}
	return &metricsapi.PodMetricsList{Items: m.Pods}, nil
}

func (m *autoscalerMetrics) RootScopedMetrics() customclient.MetricsInterface { return m }

func (m *autoscalerMetrics) NamespacedMetrics(string) customclient.MetricsInterface { return m }

func (m *autoscalerMetrics) GetForObjects(kind schema.GroupKind, _ labels.Selector, name string, _ labels.Selector) (*customapi.MetricValueList, error) {
	if text, isFailed := m.CustomErrors[name]; isFailed {
		return nil, errors.New(text)
	}
	list := &customapi.MetricValueList{}
	for _, value := range m.Custom {
		if value.DescribedObject.Kind == kind.Kind && value.Metric.Name == name {
			list.Items = append(list.Items, value)
		}
	}
	return list, nil
}

func (m *autoscalerMetrics) GetForObject(kind schema.GroupKind, object, name string, _ labels.Selector) (*customapi.MetricValue, error) {
	if text, isFailed := m.CustomErrors[name]; isFailed {
		return nil, errors.New(text)
	}
	for _, value := range m.Custom {
		if value.DescribedObject.Kind == kind.Kind && value.DescribedObject.Name == object && value.Metric.Name == name {
			return &value, nil
		}
	}
	// An adapter decides about the words.
	return nil, fmt.Errorf("the server could not find the metric %s for %s %s", name, kind.Kind, object)
}

type externalMetrics struct{ *autoscalerMetrics }

func (m externalMetrics) NamespacedMetrics(string) externalclient.MetricsInterface { return m }

// The client sends the selector as text, in which nothing and everything are the same. A value without labels is that of an adapter
// that answers each selector with its own one.
func (m externalMetrics) List(name string, selector labels.Selector) (*externalapi.ExternalMetricValueList, error) {
	if text, isFailed := m.ExternalErrors[name]; isFailed {
		return nil, errors.New(text)
	}
	selector, err := labels.Parse(selector.String())
	if err != nil {
		return nil, err
	}
	list := &externalapi.ExternalMetricValueList{}
	for _, value := range m.External {
		if value.MetricName == name && (len(value.MetricLabels) == 0 || selector.Matches(labels.Set(value.MetricLabels))) {
			list.Items = append(list.Items, value)
		}
	}
	return list, nil
}

// hpaReconcile lets the controller look at an autoscaler once. The scale is that of its target.
func hpaReconcile(in json.RawMessage) (any, error) {
	var args struct {
		HPA     json.RawMessage
		Pods    []json.RawMessage
		Metrics autoscalerMetrics
		Scale   struct {
			Replicas, StatusReplicas int32
			Selector                 string
		}
		Recommendations      []podautoscaler.PastRecommendation
		ScaleUps, ScaleDowns []podautoscaler.PastScaling
		Now                  time.Time
	}
	read, err := input.TypedArgs[runtime.Object](in, &args, &args.HPA)
	if err != nil {
		return nil, err
	}
	hpa, err := asV2(read)
	if err != nil {
		return nil, err
	}
	pods, err := input.Pods(args.Pods)
	if err != nil {
		return nil, err
	}
	past := podautoscaler.Past{Recommendations: args.Recommendations, ScaleUps: args.ScaleUps, ScaleDowns: args.ScaleDowns}
	scale := &autoscalingv1.Scale{
		ObjectMeta: metav1.ObjectMeta{Name: hpa.Spec.ScaleTargetRef.Name, Namespace: hpa.Namespace},
		Spec:       autoscalingv1.ScaleSpec{Replicas: args.Scale.Replicas},
		Status:     autoscalingv1.ScaleStatus{Replicas: args.Scale.StatusReplicas, Selector: args.Scale.Selector},
	}
	var answer any
	clock.At(args.Now, func() { answer = reconcile(hpa, pods, &args.Metrics, scale, past) })
	return answer, nil
}

// asV2 returns an autoscaler as the API server serves it to the controller. It rejects an invalid one of v1, whose annotations the
// conversion has read.
func asV2(object runtime.Object) (*autoscalingv2.HorizontalPodAutoscaler, error) {
	if hpa, isV2 := object.(*autoscalingv2.HorizontalPodAutoscaler); isV2 {
		return hpa, nil
	}
	internal := &autoscaling.HorizontalPodAutoscaler{}
	if err := legacyscheme.Scheme.Convert(object, internal, nil); err != nil {
		return nil, err
	}
	options := validation.HorizontalPodAutoscalerSpecValidationOptions{
		ObjectMetricsValidationOptions: validation.CrossVersionObjectReferenceValidationOptions{AllowEmptyAPIGroup: true},
	}
	if problems := validation.ValidateHorizontalPodAutoscaler(internal, options); len(problems) > 0 {
		return nil, &wire.Error{Class: "Invalid", Message: problems.ToAggregate().Error()}
	}
	hpa := &autoscalingv2.HorizontalPodAutoscaler{}
	if err := legacyscheme.Scheme.Convert(internal, hpa, nil); err != nil {
		return nil, err
	}
	legacyscheme.Scheme.Default(hpa)
	return hpa, nil
}

func reconcile(hpa *autoscalingv2.HorizontalPodAutoscaler, pods []*v1.Pod, metrics *autoscalerMetrics, scale *autoscalingv1.Scale, past podautoscaler.Past) any {
	client := fake.NewClientset(hpa)
	factory := informers.NewSharedInformerFactory(client, 0)
	for _, pod := range pods {
		must(factory.Core().V1().Pods().Informer().GetIndexer().Add(pod))
	}
	scales := &scalefake.FakeScaleClient{}
	var scaled any
	scales.AddReactor("get", "*", func(clienttesting.Action) (bool, runtime.Object, error) { return true, scale, nil })
	scales.AddReactor("update", "*", func(action clienttesting.Action) (bool, runtime.Object, error) {
		written := action.(clienttesting.UpdateAction).GetObject().(*autoscalingv1.Scale)
		scaled = written.Spec.Replicas
		return true, written, nil
	})
	mapper := apimeta.NewDefaultRESTMapper([]schema.GroupVersion{{Group: "apps", Version: "v1"}})
	mapper.Add(schema.GroupVersionKind{Group: "apps", Version: "v1", Kind: "Deployment"}, apimeta.RESTScopeNamespace)
	status, err := podautoscaler.ReconcileOnce(podautoscaler.Settings{
		Scales:     scales,
		Client:     client.AutoscalingV2(),
		Mapper:     mapper,
		Metrics:    metricsclient.NewRESTMetricsClient(metrics, metrics, externalMetrics{metrics}),
		Pods:       factory.Core().V1().Pods().Lister(),
		Autoscaler: hpa,
		Past:       past,
	})
	return map[string]any{"scaled": scaled, "status": status, "error": output.ErrorText(err)}
}

// autoscalerRange asks for the range of an autoscaler after its creation, and which of the two fields are rejected.
func autoscalerRange(in json.RawMessage) (any, error) {
	var args struct{ Autoscaler json.RawMessage }
	if err := input.Args(in, &args, &args.Autoscaler); err != nil {
		return nil, err
	}
	object := &autoscalingv2.HorizontalPodAutoscaler{}
	kind := autoscalingv2.SchemeGroupVersion.WithKind("HorizontalPodAutoscaler")
	if err := input.Decode(args.Autoscaler, kind, object); err != nil {
		return nil, err
	}
	legacyscheme.Scheme.Default(object)
	internal := &autoscaling.HorizontalPodAutoscaler{}
	if err := legacyscheme.Scheme.Convert(object, internal, nil); err != nil {
		return nil, err
	}
	// The gate HPAScaleToZero is on.
	options := validation.HorizontalPodAutoscalerSpecValidationOptions{MinReplicasLowerBound: 0}
	rejected := []string{}
	for _, problem := range validation.ValidateHorizontalPodAutoscaler(internal, options) {
		if problem.Field == "spec.minReplicas" || problem.Field == "spec.maxReplicas" {
			rejected = append(rejected, problem.Field)
		}
	}
	spec := object.Spec
	return map[string]any{"min": *spec.MinReplicas, "max": spec.MaxReplicas, "rejected": rejected}, nil
}
