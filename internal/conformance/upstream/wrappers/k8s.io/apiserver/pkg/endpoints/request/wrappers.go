package request

import (
	"net/http"
	"strings"

	"k8s.io/apimachinery/pkg/util/sets"
	"kubesem/upstream/record"
)

var standardPrefixes, standardGroupless = sets.NewString("api", "apis"), sets.NewString("api")

func (r *RequestInfoFactory) NewRequestInfo(req *http.Request) (*RequestInfo, error) {
	var call *record.Call
	if strings.HasPrefix(req.URL.Path, "/") && r.APIPrefixes.Equal(standardPrefixes) && r.GrouplessAPIPrefixes.Equal(standardGroupless) {
		call = record.Begin("apf.requestInfo", record.Map{"method": req.Method, "url": req.URL.RequestURI()})
	} else {
		record.Skip("apf.requestInfo", "no path, or other prefixes than those of kube-apiserver")
	}
	info, err := r.orig_NewRequestInfo(req)
	if err != nil {
		call.Err("RequestInfo")
		return info, err
	}
	call.Out(record.Map{"info": record.Map{
		"isResourceRequest": info.IsResourceRequest, "path": info.Path, "verb": info.Verb,
		"apiPrefix": info.APIPrefix, "apiGroup": info.APIGroup, "apiVersion": info.APIVersion,
		"namespace": info.Namespace, "resource": info.Resource, "subresource": info.Subresource,
		"name": info.Name, "fieldSelector": info.FieldSelector, "labelSelector": info.LabelSelector,
	}})
	return info, err
}
