package main

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/coredns/coredns/plugin/kubernetes"
	"github.com/coredns/coredns/plugin/kubernetes/object"
	v1 "k8s.io/api/core/v1"
	discovery "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kubejson "k8s.io/apimachinery/pkg/util/json"

	"kubesem/oracle/wire"
)

// cluster is what the plugin holds after it has listed the objects: converted by its own functions
// and found by the keys that its informers index them by, in the order of the input.
type cluster struct {
	services     index[*object.Service]
	servicesByIP index[*object.Service]
	slices       index[*object.Endpoints]
	slicesByIP   index[*object.Endpoints]
	podsByIP     index[*object.Pod]
	namespaces   index[*object.Namespace]
}

// index finds objects by a key.
type index[T comparable] map[string][]T

// add files an object once under each of its keys.
func (i index[T]) add(object T, keys ...string) {
	for _, key := range keys {
		if !slices.Contains(i[key], object) {
			i[key] = append(i[key], object)
		}
	}
}

func newCluster(raw json.RawMessage) (*cluster, error) {
	var objects struct {
		Services       []*v1.Service              `json:"services"`
		EndpointSlices []*discovery.EndpointSlice `json:"endpointSlices"`
		Pods           []*v1.Pod                  `json:"pods"`
		Namespaces     []*v1.Namespace            `json:"namespaces"`
	}
	if err := kubejson.Unmarshal(raw, &objects); err != nil {
		return nil, &wire.Error{Class: "Decode", Message: err.Error()}
	}
	c := &cluster{
		index[*object.Service]{}, index[*object.Service]{}, index[*object.Endpoints]{},
		index[*object.Endpoints]{}, index[*object.Pod]{}, index[*object.Namespace]{},
	}
	for _, from := range objects.Services {
		service := convert[*object.Service](object.ToService, from)
		c.services.add(service, service.Index)
		c.servicesByIP.add(service, service.ClusterIPs...)
	}
	for _, from := range objects.EndpointSlices {
		slice := convert[*object.Endpoints](object.EndpointSliceToEndpoints, from)
		c.slices.add(slice, slice.Index)
		c.slicesByIP.add(slice, slice.IndexIP...)
	}
	for _, from := range objects.Pods {
		if !listed(from) {
			continue
		}
		if pod, err := object.ToPod(from); err == nil { // a Pod that is being deleted is an error
			c.podsByIP.add(pod.(*object.Pod), pod.(*object.Pod).PodIP)
		}
	}
	for _, from := range objects.Namespaces {
		namespace := convert[*object.Namespace](object.ToNamespace, from)
		c.namespaces.add(namespace, namespace.Name)
	}
	return c, nil
}

// convert panics on an object of the wrong type, which does not happen.
func convert[T any](to object.ToFunc, from metav1.Object) T {
	converted, err := to(from)
	if err != nil {
		panic(err)
	}
	return converted.(T)
}

// listed is the field selector with which the plugin asks the API server for Pods.
func listed(pod *v1.Pod) bool {
	switch pod.Status.Phase {
	case v1.PodSucceeded, v1.PodFailed, v1.PodUnknown:
		return false
	}
	return true
}

// What follows is the plugin's view of a cluster, its unexported interface dnsController.

func (c *cluster) SvcIndex(key string) []*object.Service       { return c.services[key] }
func (c *cluster) SvcIndexReverse(ip string) []*object.Service { return c.servicesByIP[ip] }
func (c *cluster) EpIndex(key string) []*object.Endpoints      { return c.slices[key] }
func (c *cluster) EpIndexReverse(ip string) []*object.Endpoints {
	return c.slicesByIP[ip]
}
func (c *cluster) PodIndex(ip string) []*object.Pod { return c.podsByIP[ip] }

func (c *cluster) GetNamespaceByName(name string) (*object.Namespace, error) {
	if found := c.namespaces[name]; len(found) > 0 {
		return found[0], nil
	}
	return nil, errors.New("namespace not found")
}

func (c *cluster) HasSynced() bool { return true }

// The rest serves zone transfers, external names and several clusters.

func (c *cluster) Run()                                             {}
func (c *cluster) Stop() error                                      { return nil }
func (c *cluster) Modified(kubernetes.ModifiedMode) int64           { return 0 }
func (c *cluster) ServiceList() []*object.Service                   { return nil }
func (c *cluster) EndpointsList() []*object.Endpoints               { return nil }
func (c *cluster) ServiceImportList() []*object.ServiceImport       { return nil }
func (c *cluster) SvcExtIndexReverse(string) []*object.Service      { return nil }
func (c *cluster) SvcImportIndex(string) []*object.ServiceImport    { return nil }
func (c *cluster) McEpIndex(string) []*object.MultiClusterEndpoints { return nil }
func (c *cluster) GetNodeByName(context.Context, string) (*v1.Node, error) {
	return nil, errors.New("no nodes")
}
