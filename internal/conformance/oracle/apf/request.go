package main

import (
	"encoding/json"
	"net/http"
	"net/url"
	"sort"
	"strconv"

	flowcontrolv1 "k8s.io/api/flowcontrol/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apiserver/pkg/authentication/user"
	apirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/server"
	"k8s.io/apiserver/pkg/server/filters"
	"k8s.io/apiserver/pkg/util/apihelpers"
	"k8s.io/apiserver/pkg/util/flowcontrol"

	"kubesem/oracle/wire"
)

var requestOps = map[string]wire.Op{
	"apf.requestInfo": describeRequest,
	"apf.classify":    classify,
}

// The resolver and the check as kube-apiserver makes them (k8s.io/kubernetes
// pkg/controlplane/apiserver/config.go).
var (
	resolver = server.NewRequestInfoResolver(&server.Config{
		LegacyAPIGroupPrefixes: sets.NewString(server.DefaultLegacyAPIPrefix),
	})
	isLongRunning = filters.BasicLongRunningRequestCheck(
		sets.NewString("watch", "proxy"),
		sets.NewString("attach", "exec", "proxy", "log", "portforward"),
	)
)

// info is a RequestInfo with the names of its fields in lower case.
type info struct {
	IsResourceRequest bool     `json:"isResourceRequest"`
	Path              string   `json:"path"`
	Verb              string   `json:"verb"`
	APIPrefix         string   `json:"apiPrefix"`
	APIGroup          string   `json:"apiGroup"`
	APIVersion        string   `json:"apiVersion"`
	Namespace         string   `json:"namespace"`
	Resource          string   `json:"resource"`
	Subresource       string   `json:"subresource"`
	Name              string   `json:"name"`
	Parts             []string `json:"parts"`
	FieldSelector     string   `json:"fieldSelector"`
	LabelSelector     string   `json:"labelSelector"`
}

// parseRequest reads a request line as net/http does.
func parseRequest(method, target string) (*http.Request, *apirequest.RequestInfo, error) {
	parsed, err := url.ParseRequestURI(target)
	if err != nil {
		return nil, nil, &wire.Error{Class: "URL", Message: err.Error()}
	}
	request := &http.Request{Method: method, URL: parsed, RequestURI: target}
	found, err := resolver.NewRequestInfo(request)
	if err != nil {
		return nil, nil, &wire.Error{Class: "RequestInfo", Message: err.Error()}
	}
	return request.WithContext(apirequest.WithRequestInfo(request.Context(), found)), found, nil
}

// describeRequest answers what the API server takes a request for.
func describeRequest(in json.RawMessage) (any, error) {
	var args struct{ Method, URL string }
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	request, found, err := parseRequest(args.Method, args.URL)
	if err != nil {
		return nil, err
	}
	return map[string]any{"info": info(*found), "longRunning": isLongRunning(request, found)}, nil
}

type classified struct {
	FlowSchema    *string  `json:"flowSchema"`
	Distinguisher string   `json:"distinguisher"`
	Hash          string   `json:"hash"`
	Matching      []string `json:"matching"`
}

// classify answers for each request which schema comes first, the flow within it, and all schemas
// that match, in the order of matching.
func classify(in json.RawMessage) (any, error) {
	var args struct {
		FlowSchemas []json.RawMessage
		Requests    []struct {
			User   string
			Groups []string
			Info   info
		}
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	schemas, err := decodeAll[flowcontrolv1.FlowSchema](args.FlowSchemas, schemaKind)
	if err != nil {
		return nil, err
	}
	sort.Sort(apihelpers.FlowSchemaSequence(schemas))
	answers := make([]classified, len(args.Requests))
	for i, request := range args.Requests {
		found := apirequest.RequestInfo(request.Info)
		digest := flowcontrol.RequestDigest{
			RequestInfo: &found,
			User:        &user.DefaultInfo{Name: request.User, Groups: request.Groups},
		}
		answers[i] = classifyOne(digest, schemas)
	}
	return answers, nil
}

func classifyOne(digest flowcontrol.RequestDigest, schemas []*flowcontrolv1.FlowSchema) classified {
	answer := classified{Matching: []string{}}
	for _, schema := range schemas {
		if !flowcontrol.Matches(digest, schema) {
			continue
		}
		answer.Matching = append(answer.Matching, schema.Name)
		if answer.FlowSchema == nil {
			answer.FlowSchema = &schema.Name
			answer.Distinguisher = flowcontrol.FlowDistinguisher(digest, schema.Spec.DistinguisherMethod)
			hash := flowcontrol.FlowHash(schema.Name, answer.Distinguisher)
			answer.Hash = strconv.FormatUint(hash, 10)
		}
	}
	return answer
}
