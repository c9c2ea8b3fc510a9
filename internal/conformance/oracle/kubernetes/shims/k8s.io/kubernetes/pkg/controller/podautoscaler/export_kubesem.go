package podautoscaler

import (
	"context"
	"time"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	autoscalingclient "k8s.io/client-go/kubernetes/typed/autoscaling/v2"
	corelisters "k8s.io/client-go/listers/core/v1"
	scaleclient "k8s.io/client-go/scale"
	"k8s.io/client-go/tools/record"
	metricsclient "k8s.io/kubernetes/pkg/controller/podautoscaler/metrics"
	"k8s.io/kubernetes/pkg/controller/podautoscaler/monitor"
	consistencyutil "k8s.io/kubernetes/pkg/controller/util/consistency"
	"k8s.io/kubernetes/pkg/controller/util/selectors"
)

// PastRecommendation is a number of replicas that the controller has computed before.
type PastRecommendation struct {
	Replicas int32
	Time     time.Time
}

// PastScaling is a change of the number of replicas; never negative.
type PastScaling struct {
	Change int32
	Time   time.Time
}

// Past is what the controller remembers of an autoscaler.
type Past struct {
	Recommendations      []PastRecommendation
	ScaleUps, ScaleDowns []PastScaling
}

// Settings are what ReconcileOnce needs.
type Settings struct {
	Scales     scaleclient.ScalesGetter
	Client     autoscalingclient.HorizontalPodAutoscalersGetter
	Mapper     apimeta.RESTMapper
	Metrics    metricsclient.MetricsClient
	Pods       corelisters.PodLister
	Autoscaler *autoscalingv2.HorizontalPodAutoscaler
	Past       Past
}

func events(past []PastScaling) []timestampedScaleEvent {
	list := []timestampedScaleEvent{}
	for _, event := range past {
		list = append(list, timestampedScaleEvent{replicaChange: event.Change, timestamp: event.Time})
	}
	return list
}

// ReconcileOnce runs reconcileAutoscaler with the defaults of the controller manager. It returns the status that results.
func ReconcileOnce(s Settings) (*autoscalingv2.HorizontalPodAutoscalerStatus, error) {
	hpa := s.Autoscaler
	key := hpa.Namespace + "/" + hpa.Name
	recommendations := map[string][]timestampedRecommendation{}
	for _, past := range s.Past.Recommendations {
		recommendations[key] = append(recommendations[key], timestampedRecommendation{past.Replicas, past.Time})
	}
	controller := &HorizontalController{
		eventRecorder:                &record.FakeRecorder{},
		scaleNamespacer:              s.Scales,
		hpaNamespacer:                s.Client,
		tolerance:                    0.1,
		downscaleStabilisationWindow: 5 * time.Minute,
		monitor:                      monitor.New(),
		mapper:                       s.Mapper,
		recommendations:              recommendations,
		scaleUpEvents:                map[string][]timestampedScaleEvent{key: events(s.Past.ScaleUps)},
		scaleDownEvents:              map[string][]timestampedScaleEvent{key: events(s.Past.ScaleDowns)},
		selectorTracker:              newHPASelectorStore(),
		consistencyStore:             consistencyutil.NewNoopConsistencyStore(),
		podLister:                    s.Pods,
		replicaCalc:                  NewReplicaCalculator(s.Metrics, s.Pods, 5*time.Minute, 30*time.Second),
	}
	controller.selectorTracker.PutIfAbsent(hpa.Namespace, selectors.Key{Name: hpa.Name, Namespace: hpa.Namespace}, labels.Nothing())
	ctx := context.Background()
	err := controller.reconcileAutoscaler(ctx, hpa, key)
	written, getErr := s.Client.HorizontalPodAutoscalers(hpa.Namespace).Get(ctx, hpa.Name, metav1.GetOptions{})
	if getErr != nil {
		return nil, getErr
	}
	return &written.Status, err
}
