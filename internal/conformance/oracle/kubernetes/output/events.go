package output

import (
	"fmt"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/record"
	"k8s.io/klog/v2"
)

// Event is an event of the kubelet about a Pod or its node.
type Event struct {
	Object  string `json:"object"`
	Type    string `json:"type"`
	Reason  string `json:"reason"`
	Message string `json:"message"`
}

// EventRecorder keeps events in their order.
type EventRecorder struct{ Raised []Event }

func (r *EventRecorder) WithLogger(klog.Logger) record.EventRecorderLogger { return r }

func (r *EventRecorder) Event(object runtime.Object, kind, reason, message string) {
	about := "Node"
	if _, isPod := object.(*v1.Pod); isPod {
		about = "Pod"
	}
	r.Raised = append(r.Raised, Event{about, kind, reason, message})
}

func (r *EventRecorder) Eventf(object runtime.Object, kind, reason, format string, values ...any) {
	r.Event(object, kind, reason, fmt.Sprintf(format, values...))
}

func (r *EventRecorder) AnnotatedEventf(
	object runtime.Object, _ map[string]string, kind, reason, format string, values ...any,
) {
	r.Eventf(object, kind, reason, format, values...)
}
