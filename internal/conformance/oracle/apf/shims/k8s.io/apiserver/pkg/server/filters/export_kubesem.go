package filters

import (
	"context"
	"net/http"

	utilflowcontrol "k8s.io/apiserver/pkg/util/flowcontrol"
	fcmetrics "k8s.io/apiserver/pkg/util/flowcontrol/metrics"
	fcrequest "k8s.io/apiserver/pkg/util/flowcontrol/request"
)

// WaitContext passes on getRequestWaitContext.
var WaitContext = getRequestWaitContext

// Filter is the filter of the API server as WithPriorityAndFairness makes it, except that a request
// waits until its own context ends. Its metrics start from zero.
func Filter(
	controller utilflowcontrol.Interface, dropped utilflowcontrol.DroppedRequestsTracker,
	estimate fcrequest.WorkEstimatorFunc, handler http.HandlerFunc,
) http.HandlerFunc {
	waitingMark.readOnlyObserver = fcmetrics.GetWaitingReadonlyConcurrency()
	waitingMark.mutatingObserver = fcmetrics.GetWaitingMutatingConcurrency()
	watermark.readOnlyObserver = fcmetrics.GetExecutingReadonlyConcurrency()
	watermark.mutatingObserver = fcmetrics.GetExecutingMutatingConcurrency()
	atomicReadOnlyWaiting.Store(0)
	atomicMutatingWaiting.Store(0)
	atomicReadOnlyExecuting.Store(0)
	atomicMutatingExecuting.Store(0)
	filter := &priorityAndFairnessHandler{
		handler: handler, fcIfc: controller, workEstimator: estimate, droppedRequests: dropped,
		newReqWaitCtxFn: func(ctx context.Context) (context.Context, context.CancelFunc) {
			return ctx, func() {}
		},
	}
	return filter.Handle
}
