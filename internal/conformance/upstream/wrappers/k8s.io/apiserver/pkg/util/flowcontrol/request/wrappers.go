package request

import (
	"net/http"
	"reflect"
	"strconv"

	"k8s.io/apimachinery/pkg/util/sets"
	apirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/storage"
	etcdfeature "k8s.io/apiserver/pkg/storage/feature"
	"kubesem/upstream/record"
)

var requestInfos = apirequest.RequestInfoFactory{
	APIPrefixes: sets.NewString("api", "apis"), GrouplessAPIPrefixes: sets.NewString("api"),
}

// NewWorkEstimator notes what the estimator asks for while it estimates.
func NewWorkEstimator(
	objectCountFn statsGetterFunc, watchCountFn watchCountGetterFunc, config *WorkEstimatorConfig,
	maxSeatsFn maxSeatsFunc,
) WorkEstimatorFunc {
	if !reflect.DeepEqual(config, DefaultWorkEstimatorConfig()) {
		record.Skip("apf.estimate", "another configuration than that of kube-apiserver")
		return orig_NewWorkEstimator(objectCountFn, watchCountFn, config, maxSeatsFn)
	}
	return func(r *http.Request, flowSchemaName, priorityLevelName string) WorkEstimate {
		in := record.Map{
			"method": r.Method, "url": r.URL.RequestURI(), "maxSeats": maxSeatsFn(priorityLevelName),
			"consistentReads": etcdfeature.DefaultFeatureSupportChecker.Supports(storage.RequestWatchProgress),
			"stats":           nil, "watches": 0,
		}
		isAsked := isOfURL(r)
		estimator := orig_NewWorkEstimator(
			func(key string) (storage.Stats, error) {
				stats, err := objectCountFn(key)
				switch err {
				case nil, ObjectCountStaleErr:
					in["stats"] = record.Map{
						"count": stats.ObjectCount, "size": stats.EstimatedAverageObjectSizeBytes, "stale": err != nil,
					}
				case ObjectCountNotFoundErr:
				default:
					isAsked = false
				}
				return stats, err
			},
			func(info *apirequest.RequestInfo) int {
				watches := watchCountFn(info)
				in["watches"] = watches
				return watches
			},
			config, maxSeatsFn)
		found := estimator(r, flowSchemaName, priorityLevelName)
		if !isAsked {
			record.Skip("apf.estimate", "a request that differs from its URL, or an unknown error")
			return found
		}
		record.Begin("apf.estimate", in).Out(record.Map{
			"initialSeats": found.InitialSeats, "finalSeats": found.FinalSeats,
			"additionalLatencyNs": strconv.FormatInt(int64(found.AdditionalLatency), 10),
		})
		return found
	}
}

// isOfURL is whether the request is what its URL says: tests make up both.
func isOfURL(r *http.Request) bool {
	given, ok := apirequest.RequestInfoFrom(r.Context())
	derived, err := requestInfos.NewRequestInfo(r)
	return ok && err == nil && given.Verb == derived.Verb && given.Name == derived.Name &&
		given.APIGroup == derived.APIGroup && given.Resource == derived.Resource && given.Subresource == derived.Subresource
}
