package main

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"k8s.io/apiserver/pkg/util/flowcontrol/metrics"
	"k8s.io/component-base/metrics/legacyregistry"

	"kubesem/oracle/wire"
)

var metricOps = map[string]wire.Op{"apf.metrics": metricFamilies}

type metricFamily struct {
	Name      string    `json:"name"`
	Type      string    `json:"type"`
	Stability string    `json:"stability"`
	Labels    []string  `json:"labels"`
	Buckets   []float64 `json:"buckets,omitempty"`
}

// Gathered before anything else: other operations reset the metrics, and one is made only once.
var gathered, gatherErr = gatherMetrics()

// metricFamilies answers what the API server shows of each of its metrics, sorted by name.
func metricFamilies(json.RawMessage) (any, error) { return gathered, gatherErr }

// gatherMetrics gives each metric a value first: one with labels is not shown without.
func gatherMetrics() ([]metricFamily, error) {
	metrics.Register()
	setEachMetric()
	families, err := legacyregistry.DefaultGatherer.Gather()
	if err != nil {
		return nil, err
	}
	answers := []metricFamily{}
	for _, family := range families {
		if !strings.HasPrefix(family.GetName(), "apiserver_flowcontrol_") {
			continue
		}
		// The help begins with the stability in brackets; that of a timing histogram says so before.
		help, isTiming := strings.CutPrefix(family.GetHelp(), "EXPERIMENTAL: ")
		stability, _, _ := strings.Cut(strings.TrimPrefix(help, "["), "]")
		kind := strings.ToLower(family.GetType().String())
		if isTiming {
			kind = "timing-" + kind
		}
		answer := metricFamily{
			Name:      family.GetName(),
			Type:      kind,
			Stability: stability,
			Labels:    []string{},
		}
		metric := family.GetMetric()[0]
		for _, label := range metric.GetLabel() {
			answer.Labels = append(answer.Labels, label.GetName())
		}
		for _, bucket := range metric.GetHistogram().GetBucket() {
			answer.Buckets = append(answer.Buckets, bucket.GetUpperBound())
		}
		slices.Sort(answer.Labels)
		answers = append(answers, answer)
	}
	return answers, nil
}

func setEachMetric() {
	ctx := context.Background()
	metrics.AddReject(ctx, "l", "s", "r")
	metrics.AddDispatch(ctx, "l", "s")
	metrics.SetCurrentR("l", 1)
	metrics.SetDispatchMetrics("l", 1, 1, 1, 1, 1, 1)
	metrics.AddRequestsInQueues(ctx, "l", "s", 1)
	metrics.AddSeatsInQueues(ctx, "l", "s", 1)
	metrics.ObserveQueueLength(ctx, "l", "s", 1)
	metrics.AddRequestsExecuting(ctx, "l", "s", 1)
	metrics.AddSeatConcurrencyInUse("l", "s", 1)
	metrics.ObserveWaitingDuration(ctx, "l", "s", "true", 1)
	metrics.ObserveExecutionDuration(ctx, "l", "s", 1)
	metrics.ObserveWatchCount(ctx, "l", "s", 1)
	metrics.AddEpochAdvance(ctx, "l", true)
	metrics.ObserveWorkEstimatedSeats("l", "s", 1)
	metrics.AddDispatchWithNoAccommodation("l", "s")
	metrics.SetPriorityLevelConfiguration("l", 1, 1, 1)
	metrics.NotePriorityLevelConcurrencyAdjustment("l", 1, 1, 1, 1, 1, 1)
	metrics.SetFairFrac(1)
	metrics.GetWaitingReadonlyConcurrency()
	metrics.PriorityLevelExecutionSeatsGaugeVec.NewForLabelValuesSafe(0, 1, []string{"l"})
	metrics.PriorityLevelConcurrencyGaugeVec.NewForLabelValuesSafe(0, 1, []string{"waiting", "l"})
	metrics.ApiserverSeatDemands.NewForLabelValuesSafe(0, 1, []string{"l"})
}
