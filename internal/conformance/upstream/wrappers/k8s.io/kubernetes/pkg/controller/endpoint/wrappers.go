package endpoint

import (
	"context"
	"fmt"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
	"k8s.io/kubernetes/pkg/api/v1/endpoints"
	"kubesem/upstream/record"
)

func (e *Controller) syncService(ctx context.Context, key string) error {
	namespace, name, _ := cache.SplitMetaNamespaceKey(key)
	if service, err := e.serviceLister.Services(namespace).Get(name); err == nil {
		pods, _ := e.podLister.Pods(namespace).List(labels.Everything())
		if service.Spec.Selector != nil && len(service.Spec.Selector) == 0 {
			record.Skip("service.endpoints", "an empty selector, which is not stored")
		} else {
			begin(service, pods)
		}
	}
	return e.orig_syncService(ctx, key)
}

// begin leaves out the times from which the controller computes when the endpoints changed.
func begin(service *v1.Service, pods []*v1.Pod) {
	timeless, list := service.DeepCopy(), []*v1.Pod{}
	timeless.CreationTimestamp = metav1.Time{}
	for _, pod := range pods {
		known := pod.DeepCopy()
		for i := range known.Status.Conditions {
			known.Status.Conditions[i].LastTransitionTime = metav1.Time{}
		}
		list = append(list, known)
	}
	record.Begin("service.endpoints", record.Map{"service": timeless, "pods": list}).NoResult()
}

func podToEndpointAddressForService(service *v1.Service, pod *v1.Pod) (*v1.EndpointAddress, error) {
	selected, selecting := pod.DeepCopy(), service.DeepCopy()
	selected.Labels = map[string]string{"app": "web"}
	selecting.Spec.Selector = selected.Labels
	selecting.Name, selecting.Namespace = "web", pod.Namespace
	begin(selecting, []*v1.Pod{selected})
	return orig_podToEndpointAddressForService(service, pod)
}

// The addresses of the tests are empty; here they have numbers, and each subset has a port of its own.
func truncateEndpoints(written *v1.Endpoints) bool {
	numbered, count := written.DeepCopy().Subsets, 0
	number := func(addresses []v1.EndpointAddress) {
		for i := range addresses {
			addresses[i] = v1.EndpointAddress{
				IP:        fmt.Sprintf("10.1.%d.%d", count/250, count%250),
				TargetRef: &v1.ObjectReference{UID: types.UID(fmt.Sprintf("u%d", count))},
			}
			count++
		}
	}
	for i := range numbered {
		number(numbered[i].Addresses)
		number(numbered[i].NotReadyAddresses)
		numbered[i].Ports = []v1.EndpointPort{{Name: fmt.Sprintf("n%d", i), Port: int32(8000 + i)}}
	}
	endpoints.Record(numbered).NoResult()
	return orig_truncateEndpoints(written)
}
