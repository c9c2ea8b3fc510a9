package main

import (
	"fmt"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/record"
	"k8s.io/klog/v2"
)

// event is an event of the kubelet about a Pod or its node.
type event struct {
	Object  string `json:"object"`
	Type    string `json:"type"`
	Reason  string `json:"reason"`
	Message string `json:"message"`
}

// eventRecorder keeps events in their order.
type eventRecorder struct{ raised []event }

func (r *eventRecorder) WithLogger(klog.Logger) record.EventRecorderLogger { return r }

func (r *eventRecorder) Event(object runtime.Object, kind, reason, message string) {
	about := "Node"
	if _, isPod := object.(*v1.Pod); isPod {
		about = "Pod"
	}
	r.raised = append(r.raised, event{about, kind, reason, message})
}

func (r *eventRecorder) Eventf(object runtime.Object, kind, reason, format string, values ...any) {
	r.Event(object, kind, reason, fmt.Sprintf(format, values...))
}

func (r *eventRecorder) AnnotatedEventf(
	object runtime.Object, _ map[string]string, kind, reason, format string, values ...any,
) {
	r.Eventf(object, kind, reason, format, values...)
}
