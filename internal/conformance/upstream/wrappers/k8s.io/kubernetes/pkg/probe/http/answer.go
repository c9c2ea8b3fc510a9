package http

import (
	"net/http"
	"strings"

	"k8s.io/kubernetes/pkg/probe"
	"kubesem/upstream/record"
)

// seenClient keeps the last response.
type seenClient struct {
	GetHTTPInterface
	response *http.Response
}

func (c *seenClient) Do(req *http.Request) (*http.Response, error) {
	response, err := c.GetHTTPInterface.Do(req)
	c.response = response
	return response, err
}

func DoHTTPProbe(req *http.Request, client GetHTTPInterface) (probe.Result, string, error) {
	seen := &seenClient{GetHTTPInterface: client}
	result, message, err := orig_DoHTTPProbe(req, seen)
	in := record.Map{}
	switch {
	case strings.HasSuffix(message, "stopped after 10 redirects"):
		in["statusCode"], in["redirects"] = http.StatusFound, 10
	case err != nil || seen.response == nil:
		record.Skip("probe.answer", "no response")
		return result, message, err
	default:
		redirects := 0
		for request := seen.response.Request; request.Response != nil; request = request.Response.Request {
			redirects++
		}
		in["statusCode"], in["redirects"] = seen.response.StatusCode, redirects
	}
	record.Begin("probe.answer", in).Out(record.Map{"result": result})
	return result, message, err
}
