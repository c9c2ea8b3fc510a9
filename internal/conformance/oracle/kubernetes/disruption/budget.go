package disruption

import (
	"encoding/json"
	"fmt"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	v1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	apiruntime "k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	fakediscovery "k8s.io/client-go/discovery/fake"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/restmapper"
	fakescale "k8s.io/client-go/scale/fake"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/client-go/tools/record"
	_ "k8s.io/kubernetes/pkg/apis/policy/install"
	"k8s.io/kubernetes/pkg/controller/disruption"
	testingclock "k8s.io/utils/clock/testing"

	"kubesem/oracle/kubernetes/clock"
	"kubesem/oracle/kubernetes/input"
	"kubesem/oracle/kubernetes/quiet"
)

var pdbKind = policyv1.SchemeGroupVersion.WithKind("PodDisruptionBudget")

// apiResource is a kind of the API, and whether it has the subresource scale.
type apiResource struct {
	Group, Version, Kind, Name string
	Scale                      bool
}

// apiScale is the scale of an object.
type apiScale struct {
	Resource, Namespace, Name, UID string
	Replicas                       int32
}

// budgetCluster is what the disruption controller sees.
type budgetCluster struct {
	Pdb                                          json.RawMessage
	Pods, ReplicaSets, Deployments, StatefulSets []json.RawMessage
	ReplicationControllers                       []json.RawMessage
	Scales                                       []apiScale
	Resources                                    []apiResource
	Now                                          time.Time
}

// pdbStatus lets the disruption controller sync a budget once.
func pdbStatus(in json.RawMessage) (any, error) {
	args := &budgetCluster{}
	if err := input.Args(in, args, &args.Pdb); err != nil {
		return nil, err
	}
	pdb := &policyv1.PodDisruptionBudget{}
	if err := input.Decode(args.Pdb, pdbKind, pdb); err != nil {
		return nil, err
	}
	client := &fake.Clientset{}
	answer := pdb
	client.AddReactor("update", "poddisruptionbudgets", func(action clienttesting.Action) (bool, apiruntime.Object, error) {
		answer = action.(clienttesting.UpdateAction).GetObject().(*policyv1.PodDisruptionBudget)
		return true, answer, nil
	})
	recorder := &objectRecorder{events: []objectEvent{}}
	var failed error
	var broken error
	clock.At(args.Now, func() {
		controller, err := args.controller(client, pdb)
		if err != nil {
			broken = err
			return
		}
		controller.Record(recorder)
		failed = controller.Sync(quiet.Context, pdb.Namespace+"/"+pdb.Name)
		controller.Stop()
	})
	if broken != nil {
		return nil, broken
	}
	if failed != nil {
		return nil, failed
	}
	return map[string]any{"status": answer.Status, "events": recorder.events}, nil
}

// objectEvent is an event of an object; Pod is its name if it is one.
type objectEvent struct {
	Pod     string `json:"pod,omitempty"`
	Type    string `json:"type"`
	Reason  string `json:"reason"`
	Message string `json:"message"`
}

// objectRecorder keeps events with the object that they are about.
type objectRecorder struct {
	record.FakeRecorder
	events []objectEvent
}

func (r *objectRecorder) Eventf(object apiruntime.Object, kind, reason, format string, args ...any) {
	event := objectEvent{Type: kind, Reason: reason, Message: fmt.Sprintf(format, args...)}
	if pod, isPod := object.(*v1.Pod); isPod {
		event.Pod = pod.Name
	}
	r.events = append(r.events, event)
}

// controller has the objects of the cluster in its stores.
func (c *budgetCluster) controller(
	client *fake.Clientset, pdb *policyv1.PodDisruptionBudget,
) (*disruption.DisruptionController, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	core, apps, policy := factory.Core().V1(), factory.Apps().V1(), factory.Policy().V1()
	scales := append([]apiScale{}, c.Scales...)
	err := input.FillStore(c.Pods, input.PodKind, core.Pods().Informer().GetStore().Add, func() *v1.Pod { return &v1.Pod{} })
	if err == nil {
		err = input.FillStore(c.ReplicaSets, appsv1.SchemeGroupVersion.WithKind("ReplicaSet"), func(object any) error {
			one := object.(*appsv1.ReplicaSet)
			scales = append(scales, apiScale{"replicasets.apps", one.Namespace, one.Name, string(one.UID), *one.Spec.Replicas})
			return apps.ReplicaSets().Informer().GetStore().Add(object)
		}, func() *appsv1.ReplicaSet { return &appsv1.ReplicaSet{} })
	}
	if err == nil {
		err = input.FillStore(c.Deployments, input.DeploymentKind, func(object any) error {
			one := object.(*appsv1.Deployment)
			scales = append(scales, apiScale{"deployments.apps", one.Namespace, one.Name, string(one.UID), *one.Spec.Replicas})
			return apps.Deployments().Informer().GetStore().Add(object)
		}, func() *appsv1.Deployment { return &appsv1.Deployment{} })
	}
	if err == nil {
		err = input.FillStore(c.StatefulSets, appsv1.SchemeGroupVersion.WithKind("StatefulSet"), func(object any) error {
			one := object.(*appsv1.StatefulSet)
			scales = append(scales, apiScale{"statefulsets.apps", one.Namespace, one.Name, string(one.UID), *one.Spec.Replicas})
			return apps.StatefulSets().Informer().GetStore().Add(object)
		}, func() *appsv1.StatefulSet { return &appsv1.StatefulSet{} })
	}
	if err == nil {
		err = input.FillStore(c.ReplicationControllers, v1.SchemeGroupVersion.WithKind("ReplicationController"), func(object any) error {
			one := object.(*v1.ReplicationController)
			scales = append(scales, apiScale{"replicationcontrollers", one.Namespace, one.Name, string(one.UID), *one.Spec.Replicas})
			return core.ReplicationControllers().Informer().GetStore().Add(object)
		}, func() *v1.ReplicationController { return &v1.ReplicationController{} })
	}
	if err == nil {
		err = policy.PodDisruptionBudgets().Informer().GetStore().Add(pdb)
	}
	if err != nil {
		return nil, err
	}
	groups, lists := c.discovered()
	client.Resources = lists
	return disruption.NewDisruptionControllerInternal(
		quiet.Context, core.Pods(), policy.PodDisruptionBudgets(), core.ReplicationControllers(),
		apps.ReplicaSets(), apps.Deployments(), apps.StatefulSets(), client,
		restmapper.NewDiscoveryRESTMapper(groups), scaleClient(scales),
		&fakediscovery.FakeDiscovery{Fake: &client.Fake}, testingclock.NewFakeClock(c.Now), disruption.StaleTimeout,
	), nil
}

// discovered is what the API says about its kinds.
func (c *budgetCluster) discovered() ([]*restmapper.APIGroupResources, []*metav1.APIResourceList) {
	byGroup := map[string]*restmapper.APIGroupResources{}
	groups := []*restmapper.APIGroupResources{}
	byVersion := map[string]*metav1.APIResourceList{}
	lists := []*metav1.APIResourceList{}
	for _, one := range c.Resources {
		version := schema.GroupVersion{Group: one.Group, Version: one.Version}
		found := metav1.GroupVersionForDiscovery{GroupVersion: version.String(), Version: one.Version}
		group := byGroup[one.Group]
		if group == nil {
			group = &restmapper.APIGroupResources{
				Group:              metav1.APIGroup{Name: one.Group, PreferredVersion: found},
				VersionedResources: map[string][]metav1.APIResource{},
			}
			byGroup[one.Group] = group
			groups = append(groups, group)
		}
		if _, known := group.VersionedResources[one.Version]; !known {
			group.Group.Versions = append(group.Group.Versions, found)
		}
		resources := []metav1.APIResource{{Name: one.Name, Namespaced: true, Kind: one.Kind}}
		if one.Scale {
			resources = append(resources, metav1.APIResource{
				Name: one.Name + "/scale", Namespaced: true, Kind: "Scale", Group: "autoscaling", Version: "v1",
			})
		}
		group.VersionedResources[one.Version] = append(group.VersionedResources[one.Version], resources...)
		list := byVersion[version.String()]
		if list == nil {
			list = &metav1.APIResourceList{GroupVersion: version.String()}
			byVersion[version.String()] = list
			lists = append(lists, list)
		}
		list.APIResources = append(list.APIResources, resources...)
	}
	return groups, lists
}

// scaleClient answers requests for scales.
func scaleClient(scales []apiScale) *fakescale.FakeScaleClient {
	client := &fakescale.FakeScaleClient{}
	client.AddReactor("get", "*", func(action clienttesting.Action) (bool, apiruntime.Object, error) {
		resource, name := action.GetResource().GroupResource(), action.(clienttesting.GetAction).GetName()
		for _, one := range scales {
			if one.Resource == resource.String() && one.Namespace == action.GetNamespace() && one.Name == name {
				scale := &autoscalingv1.Scale{Spec: autoscalingv1.ScaleSpec{Replicas: one.Replicas}}
				scale.UID = types.UID(one.UID)
				return true, scale, nil
			}
		}
		return true, nil, apierrors.NewNotFound(resource, name)
	})
	return client
}

// podDisruptionTarget asks whether a condition DisruptionTarget becomes stale, and when.
func podDisruptionTarget(in json.RawMessage) (any, error) {
	var args struct {
		Pod json.RawMessage
		Now time.Time
	}
	pod := &v1.Pod{}
	if err := input.Pod(in, &args, &args.Pod, pod); err != nil {
		return nil, err
	}
	cluster := &budgetCluster{Now: args.Now}
	var has bool
	var wait time.Duration
	var broken error
	clock.At(args.Now, func() {
		controller, err := cluster.controller(&fake.Clientset{}, &policyv1.PodDisruptionBudget{})
		if err != nil {
			broken = err
			return
		}
		has, wait = controller.Stale(pod)
		controller.Stop()
	})
	return map[string]any{"has": has, "waitMs": wait.Milliseconds()}, broken
}
