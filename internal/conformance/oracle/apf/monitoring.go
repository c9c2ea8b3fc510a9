package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"

	dto "github.com/prometheus/client_model/go"
	"k8s.io/apiserver/pkg/server/mux"
	"k8s.io/component-base/metrics/legacyregistry"
)

const metricPrefix = "apiserver_flowcontrol_"

// monitor runs a scenario and answers what its operator sees.
func monitor(in json.RawMessage) (any, error) {
	var values map[string]string
	var gatherErr error
	run, err := runController(in, func(*controllerRun) { values, gatherErr = metricValues() })
	if err != nil {
		return nil, err
	}
	if gatherErr != nil {
		return nil, gatherErr
	}
	retryAfter := map[int]string{}
	for i := range run.calls {
		if c := &run.calls[i]; c.response != nil && c.response.Code == http.StatusTooManyRequests {
			retryAfter[i] = c.response.Header().Get("Retry-After")
		}
	}
	return map[string]any{"metrics": values, "dump": run.dump, "retryAfter": retryAfter}, nil
}

// dumpPaths are what the debugging endpoints are asked for.
var dumpPaths = []string{
	"dump_priority_levels", "dump_queues", "dump_requests", "dump_requests?includeRequestDetails=1",
}

// noteDump asks the debugging endpoints and keeps the lines as they are. Below the headers of queues and requests,
// the lines have no order.
func (r *controllerRun) noteDump() {
	endpoints := mux.NewPathRecorderMux("oracle")
	r.controller.Install(endpoints)
	r.dump = map[string][]string{}
	for _, path := range dumpPaths {
		response := httptest.NewRecorder()
		endpoints.ServeHTTP(response, httptest.NewRequest(http.MethodGet,
			"/debug/api_priority_and_fairness/"+path, nil))
		lines := strings.SplitAfter(response.Body.String(), "\n")
		if path != dumpPaths[0] {
			slices.Sort(lines[1:])
		}
		r.dump[path] = append([]string{response.Result().Header.Get("Content-Type")}, lines...)
	}
}

// metricValues are all series that are not 0. A histogram is its count, its sum, and those cumulative
// buckets that are below the count.
func metricValues() (map[string]string, error) {
	families, err := legacyregistry.DefaultGatherer.Gather()
	if err != nil {
		return nil, err
	}
	values := map[string]string{}
	for _, family := range families {
		name, isOurs := strings.CutPrefix(family.GetName(), metricPrefix)
		if !isOurs {
			continue
		}
		for _, metric := range family.GetMetric() {
			if value := valueOf(metric); value != "0" {
				values[name+labelsOf(metric)] = value
			}
		}
	}
	return values, nil
}

func labelsOf(metric *dto.Metric) string {
	labels := []string{}
	for _, label := range metric.GetLabel() {
		labels = append(labels, label.GetName()+"="+label.GetValue())
	}
	slices.Sort(labels)
	return "{" + strings.Join(labels, ",") + "}"
}

func valueOf(metric *dto.Metric) string {
	if metric.Gauge != nil {
		return float(metric.Gauge.GetValue())
	}
	if metric.Counter != nil {
		return float(metric.Counter.GetValue())
	}
	histogram := metric.Histogram
	if histogram.GetSampleCount() == 0 {
		return "0"
	}
	texts := []string{fmt.Sprint(histogram.GetSampleCount()), float(histogram.GetSampleSum())}
	for _, bucket := range histogram.GetBucket() {
		if bucket.GetCumulativeCount() < histogram.GetSampleCount() {
			texts = append(texts, fmt.Sprint(bucket.GetCumulativeCount()))
		}
	}
	return strings.Join(texts, " ")
}
