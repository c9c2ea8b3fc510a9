package internalversion

import (
	"time"

	v1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	api "k8s.io/kubernetes/pkg/apis/core"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	"k8s.io/kubernetes/pkg/apis/discovery"
	_ "k8s.io/kubernetes/pkg/apis/discovery/install"
	"k8s.io/kubernetes/pkg/printers"
	"kubesem/upstream/record"
)

// The cells are those of a wide table, whatever the test asked for.
func printPod(pod *api.Pod, options printers.GenerateOptions) ([]metav1.TableRow, error) {
	stored := &v1.Pod{}
	if err := legacyscheme.Scheme.Convert(pod, stored, nil); err != nil {
		record.Skip("pod.row", "the Pod has no version")
		return orig_printPod(pod, options)
	}
	call := record.Begin("pod.row", record.Map{"pod": stored, "now": time.Now()})
	if wide, err := orig_printPod(pod, printers.GenerateOptions{Wide: true}); err != nil {
		call.Err(record.AnyError)
	} else {
		call.Out(record.Map{"cells": wide[0].Cells, "completed": len(wide[0].Conditions) > 0})
	}
	return orig_printPod(pod, options)
}

// askColumns leaves the answer to the oracle: it applies defaults first, and has both rows.
func askColumns(name string, object, stored runtime.Object) {
	if err := legacyscheme.Scheme.Convert(object, stored, nil); err != nil {
		record.Skip("service.columns", "the object has no version")
		return
	}
	record.Begin("service.columns", record.Map{name: stored, "now": time.Now()}).NoResult()
}

func printService(obj *api.Service, options printers.GenerateOptions) ([]metav1.TableRow, error) {
	askColumns("service", obj, &v1.Service{})
	return orig_printService(obj, options)
}

func printEndpoints(obj *api.Endpoints, options printers.GenerateOptions) ([]metav1.TableRow, error) {
	askColumns("endpoints", obj, &v1.Endpoints{})
	return orig_printEndpoints(obj, options)
}

func printEndpointSlice(obj *discovery.EndpointSlice, options printers.GenerateOptions) ([]metav1.TableRow, error) {
	askColumns("slice", obj, &discoveryv1.EndpointSlice{})
	return orig_printEndpointSlice(obj, options)
}
