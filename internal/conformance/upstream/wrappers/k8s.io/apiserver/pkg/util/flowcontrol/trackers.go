package flowcontrol

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/util/sets"
	apirequest "k8s.io/apiserver/pkg/endpoints/request"
	"kubesem/upstream/record"
)

var (
	mutex   sync.Mutex
	dropped = map[*droppedRequestsTracker]map[string]*drops{}
	watches = map[*watchTracker][]string{}
)

// drops are the requests that a level has dropped, and the Retry-After at each.
type drops struct{ seconds, retryAfter []int64 }

func (t *droppedRequestsTracker) RecordDroppedRequest(plName string) {
	mutex.Lock()
	defer mutex.Unlock()
	if dropped[t] == nil {
		dropped[t] = map[string]*drops{}
	}
	if dropped[t][plName] == nil {
		dropped[t][plName] = &drops{}
	}
	found := dropped[t][plName]
	found.seconds = append(found.seconds, t.now().Unix())
	t.orig_RecordDroppedRequest(plName)
	found.retryAfter = append(found.retryAfter, t.orig_GetRetryAfter(plName))
}

func (t *droppedRequestsTracker) GetRetryAfter(plName string) int64 {
	mutex.Lock()
	defer mutex.Unlock()
	if found := dropped[t][plName]; found != nil {
		record.Begin("apf.retryAfter", record.Map{"seconds": found.seconds}).Out(found.retryAfter)
	}
	return t.orig_GetRetryAfter(plName)
}

func (w *watchTracker) RegisterWatch(r *http.Request) ForgetWatchFunc {
	forget := w.orig_RegisterWatch(r)
	if forget == nil {
		return nil
	}
	uri := "/" + strings.TrimPrefix(r.URL.RequestURI(), "/")
	mutex.Lock()
	defer mutex.Unlock()
	watches[w] = append(watches[w], uri)
	return func() {
		forget()
		mutex.Lock()
		defer mutex.Unlock()
		if at := slices.Index(watches[w], uri); at >= 0 {
			watches[w] = slices.Delete(watches[w], at, at+1)
		}
	}
}

// GetInterestedWatchCount records a request with the same attributes: the one of the test is not known.
func (w *watchTracker) GetInterestedWatchCount(requestInfo *apirequest.RequestInfo) int {
	count := w.orig_GetInterestedWatchCount(requestInfo)
	mutex.Lock()
	defer mutex.Unlock()
	if method, uri, ok := requestOf(requestInfo); ok {
		record.Begin("apf.watchCount", record.Map{
			"watches":  append([]string{}, watches[w]...),
			"requests": []any{record.Map{"method": method, "url": uri}},
		}).Out([]int{count})
	} else {
		record.Skip("apf.watchCount", "attributes that no URL has")
	}
	return count
}

var requestInfos = apirequest.RequestInfoFactory{
	APIPrefixes: sets.NewString("api", "apis"), GrouplessAPIPrefixes: sets.NewString("api"),
}

func requestOf(info *apirequest.RequestInfo) (method, uri string, ok bool) {
	if info == nil {
		return "", "", false
	}
	methods := map[string]string{
		"create": "POST", "update": "PUT", "patch": "PATCH", "delete": "DELETE", "deletecollection": "DELETE",
	}
	if method, ok = methods[info.Verb]; !ok {
		method = "GET"
	}
	request, err := http.NewRequest(method, info.Path, nil)
	if err != nil {
		return "", "", false
	}
	derived, err := requestInfos.NewRequestInfo(request)
	if err != nil || fmt.Sprint(*derived) != fmt.Sprint(*info) {
		return "", "", false
	}
	return method, info.Path, true
}
