package http

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"kubesem/upstream/record"
)

func formatURL(scheme string, host string, port int, path string) *url.URL {
	result := orig_formatURL(scheme, host, port, path)
	if host == "" || port < 1 || port > 65535 {
		record.Skip("probe.request", "a host or a port that no request has")
		return result
	}
	action := record.Map{"scheme": strings.ToUpper(scheme), "host": host, "port": port, "path": path}
	record.Begin("probe.request", request(action)).Out(record.Map{"url": result.String()})
	return result
}

func newProbeRequest(url *url.URL, headers http.Header, userAgentFragment string) (*http.Request, error) {
	list := []record.Map{}
	for name, values := range headers {
		for _, value := range values {
			list = append(list, record.Map{"name": name, "value": value})
		}
	}
	req, err := orig_newProbeRequest(url, headers, userAgentFragment)
	port, noPort := strconv.Atoi(url.Port())
	if err != nil || noPort != nil || url.User != nil || url.Hostname() == "" {
		record.Skip("probe.request", "a URL that no action has")
		return req, err
	}
	host := req.Host
	if host == "" {
		host = url.Host
	}
	action := record.Map{
		"scheme": strings.ToUpper(url.Scheme), "host": url.Hostname(), "port": port,
		"path": strings.TrimPrefix(url.String(), url.Scheme+"://"+url.Host), "httpHeaders": list,
	}
	record.Begin("probe.request", request(action)).Out(record.Map{"url": req.URL.String(), "host": host})
	return req, err
}

func request(action record.Map) record.Map {
	return record.Map{"probe": record.Map{"httpGet": action}, "container": record.Map{"name": "app"}, "podIP": "10.0.0.1"}
}
