package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	apirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/server/filters"
	"k8s.io/apiserver/pkg/storage"
	etcdfeature "k8s.io/apiserver/pkg/storage/feature"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/apiserver/pkg/util/flowcontrol"
	fcrequest "k8s.io/apiserver/pkg/util/flowcontrol/request"

	"kubesem/oracle/apf/virtual"
	"kubesem/oracle/wire"
)

var workOps = map[string]wire.Op{
	"apf.estimate":   estimate,
	"apf.watchCount": watchCount,
	"apf.waitLimit":  waitLimit,
	"apf.retryAfter": retryAfter,
}

// consistentReads replaces the check of the API server whether its etcd supports consistent reads.
type consistentReads struct {
	etcdfeature.FeatureSupportChecker
	supported bool
}

func (c *consistentReads) Supports(storage.Feature) bool { return c.supported }

var (
	estimating sync.Mutex // the checker and the gates are global to the process
	checker    = &consistentReads{}
)

func init() { etcdfeature.DefaultFeatureSupportChecker = checker }

type work struct {
	InitialSeats        uint64 `json:"initialSeats"`
	FinalSeats          uint64 `json:"finalSeats"`
	AdditionalLatencyNs string `json:"additionalLatencyNs"`
}

// estimate answers the seats of a request.
func estimate(in json.RawMessage) (any, error) {
	var args struct {
		Method, URL string
		// MaxSeats is the limit of the level; 0 without a limit.
		MaxSeats uint64
		// Stats is null for a resource that is not tracked.
		Stats *struct {
			Count, Size int64
			Stale       bool
		}
		Watches         int
		ConsistentReads bool
		// GatesOff are feature gates that are on by default.
		GatesOff []string
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	request, _, err := parseRequest(args.Method, args.URL)
	if err != nil {
		return nil, err
	}
	stats := func(string) (storage.Stats, error) {
		if args.Stats == nil {
			return storage.Stats{}, fcrequest.ObjectCountNotFoundErr
		}
		found := storage.Stats{
			ObjectCount: args.Stats.Count, EstimatedAverageObjectSizeBytes: args.Stats.Size,
		}
		if args.Stats.Stale {
			return found, fcrequest.ObjectCountStaleErr
		}
		return found, nil
	}
	estimating.Lock()
	defer estimating.Unlock()
	checker.supported = args.ConsistentReads
	for _, gate := range []string{"SizeBasedListCostEstimate", "WatchList"} {
		isOn := !slices.Contains(args.GatesOff, gate)
		if err := utilfeature.DefaultMutableFeatureGate.SetFromMap(map[string]bool{gate: isOn}); err != nil {
			return nil, err
		}
	}
	estimator := fcrequest.NewWorkEstimator(stats,
		func(*apirequest.RequestInfo) int { return args.Watches },
		fcrequest.DefaultWorkEstimatorConfig(),
		func(string) uint64 { return args.MaxSeats })
	found := estimator(request, "schema", "level")
	return work{
		found.InitialSeats, found.FinalSeats,
		strconv.FormatInt(int64(found.AdditionalLatency), 10),
	}, nil
}

// watchCount answers how many of the watches are interested in each request.
func watchCount(in json.RawMessage) (any, error) {
	var args struct {
		Watches  []string
		Requests []struct{ Method, URL string }
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	tracker := flowcontrol.NewWatchTracker()
	for _, watch := range args.Watches {
		request, _, err := parseRequest(http.MethodGet, watch)
		if err != nil {
			return nil, err
		}
		tracker.RegisterWatch(request)
	}
	counts := make([]int, len(args.Requests))
	for i, request := range args.Requests {
		_, found, err := parseRequest(request.Method, request.URL)
		if err != nil {
			return nil, err
		}
		counts[i] = tracker.GetInterestedWatchCount(found)
	}
	return counts, nil
}

// waitLimit answers until when a request may wait. Times are in nanoseconds since some far moment:
// contexts of the past would end at once.
func waitLimit(in json.RawMessage) (any, error) {
	var args struct {
		NowNs                  int64
		ReceivedNs, DeadlineNs *int64
		DefaultNs              int64
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	start := time.Now().Add(1000 * time.Hour)
	ctx := context.Background()
	if args.DeadlineNs != nil {
		var cancel func()
		ctx, cancel = context.WithDeadline(ctx, start.Add(time.Duration(*args.DeadlineNs)))
		defer cancel()
	}
	if args.ReceivedNs != nil {
		ctx = apirequest.WithReceivedTimestamp(ctx, start.Add(time.Duration(*args.ReceivedNs)))
	}
	clock := &virtual.Clock{Start: start, NowNs: args.NowNs}
	waiting, cancel := filters.WaitContext(ctx, time.Duration(args.DefaultNs), clock)
	defer cancel()
	deadline, ok := waiting.Deadline()
	if !ok {
		return nil, errors.New("a context without a deadline")
	}
	return strconv.FormatInt(int64(deadline.Sub(start)), 10), nil
}

// retryAfter records a dropped request in each second, and returns the Retry-After of each.
func retryAfter(in json.RawMessage) (any, error) {
	var args struct{ Seconds []int64 }
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	now := time.Time{}
	tracker := flowcontrol.DroppedRequests(func() time.Time { return now })
	answers := make([]int64, len(args.Seconds))
	for i, second := range args.Seconds {
		now = time.Unix(second, 0)
		tracker.RecordDroppedRequest("level")
		answers[i] = tracker.GetRetryAfter("level")
	}
	return answers, nil
}
