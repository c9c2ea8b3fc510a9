package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"sync"
	"sync/atomic"
	"time"

	coordinationv1 "k8s.io/api/coordination/v1"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/component-base/version"
)

// heartbeat is how often a kubelet renews its lease and posts the conditions of its node. A lease alone is not enough: after
// 50 seconds without conditions the controller for the lifecycle of nodes sets them to Unknown.
const heartbeat = 10 * time.Second

// lostAnnotation on a Node stops its heartbeats, as if the machine were gone.
const lostAnnotation = "cluster.kubesem/lost"

// readyAnnotation on a Node has the status of its Ready condition.
const readyAnnotation = "cluster.kubesem/ready"

type node struct {
	object  *v1.Node
	address string
	index   int
	lost    atomic.Bool

	lock sync.Mutex
	pods int
}

// newNode completes a node of the file with what a kubelet reports.
func newNode(index int, object *v1.Node) *node {
	n := &node{object: object, index: index, address: fmt.Sprintf("192.168.%d.%d", index/200, index%200+10)}
	labels := map[string]string{
		v1.LabelHostname:   object.Name,
		v1.LabelOSStable:   "linux",
		v1.LabelArchStable: "amd64",
	}
	maps.Copy(labels, object.Labels)
	object.Labels = labels
	capacity := v1.ResourceList{
		v1.ResourceCPU:              resource.MustParse("4"),
		v1.ResourceMemory:           resource.MustParse("8Gi"),
		v1.ResourceEphemeralStorage: resource.MustParse("50Gi"),
		v1.ResourcePods:             resource.MustParse("110"),
	}
	maps.Copy(capacity, object.Status.Capacity)
	object.Status.Capacity = capacity
	allocatable := maps.Clone(capacity)
	maps.Copy(allocatable, object.Status.Allocatable)
	object.Status.Allocatable = allocatable
	object.Status.Addresses = []v1.NodeAddress{
		{Type: v1.NodeInternalIP, Address: n.address},
		{Type: v1.NodeHostName, Address: object.Name},
	}
	object.Status.NodeInfo = v1.NodeSystemInfo{
		KubeletVersion:          version.Get().GitVersion,
		ContainerRuntimeVersion: "containerd://2.1.0",
		KernelVersion:           "6.12.0",
		OSImage:                 "kubesem",
		OperatingSystem:         "linux",
		Architecture:            "amd64",
	}
	return n
}

// nextAddress returns an address that no Pod of the node has had.
func (n *node) nextAddress() string {
	n.lock.Lock()
	defer n.lock.Unlock()
	n.pods++
	return fmt.Sprintf("10.%d.%d.%d", 128+n.index%64, n.pods/250, n.pods%250+2)
}

func (n *node) isLost() bool {
	return n.lost.Load()
}

func (n *node) keepAlive(client kubernetes.Interface) {
	for {
		wait := heartbeat
		if err := n.report(context.Background(), client); err != nil {
			fmt.Fprintf(os.Stderr, "node %s: %v\n", n.object.Name, err)
			wait = 200 * time.Millisecond
		}
		time.Sleep(wait)
	}
}

// report registers the node if it does not exist, renews its lease and posts its status.
func (n *node) report(ctx context.Context, client kubernetes.Interface) error {
	nodes := client.CoreV1().Nodes()
	stored, err := nodes.Get(ctx, n.object.Name, metav1.GetOptions{})
	if err != nil {
		if stored, err = nodes.Create(ctx, n.object, metav1.CreateOptions{}); err != nil {
			return err
		}
	}
	n.lost.Store(stored.Annotations[lostAnnotation] == "true")
	if n.isLost() {
		return nil
	}
	if err := renewLease(ctx, client, stored); err != nil {
		return err
	}
	conditions := n.conditions(stored)
	stored.Status.Addresses, stored.Status.NodeInfo = n.object.Status.Addresses, n.object.Status.NodeInfo
	stored.Status.Capacity, stored.Status.Allocatable = n.object.Status.Capacity, n.object.Status.Allocatable
	stored.Status.Conditions = conditions
	_, err = nodes.UpdateStatus(ctx, stored, metav1.UpdateOptions{})
	return err
}

// conditions returns the conditions that the kubelet posts now.
func (n *node) conditions(stored *v1.Node) []v1.NodeCondition {
	ready := v1.NodeCondition{Type: v1.NodeReady, Status: v1.ConditionTrue, Reason: "KubeletReady", Message: "kubelet is posting ready status"}
	if wanted := stored.Annotations[readyAnnotation]; wanted != "" && wanted != string(v1.ConditionTrue) {
		ready.Status, ready.Reason, ready.Message = v1.ConditionStatus(wanted), "KubeletNotReady", "container runtime is down"
	}
	conditions := []v1.NodeCondition{
		{Type: v1.NodeMemoryPressure, Status: v1.ConditionFalse, Reason: "KubeletHasSufficientMemory", Message: "kubelet has sufficient memory available"},
		{Type: v1.NodeDiskPressure, Status: v1.ConditionFalse, Reason: "KubeletHasNoDiskPressure", Message: "kubelet has no disk pressure"},
		{Type: v1.NodePIDPressure, Status: v1.ConditionFalse, Reason: "KubeletHasSufficientPID", Message: "kubelet has sufficient PID available"},
		ready,
	}
	now := metav1.Now()
	for i := range conditions {
		condition := &conditions[i]
		condition.LastHeartbeatTime, condition.LastTransitionTime = now, now
		if last := nodeCondition(stored, condition.Type); last != nil && last.Status == condition.Status {
			condition.LastTransitionTime = last.LastTransitionTime
		}
	}
	return conditions
}

func nodeCondition(object *v1.Node, kind v1.NodeConditionType) *v1.NodeCondition {
	for i := range object.Status.Conditions {
		if object.Status.Conditions[i].Type == kind {
			return &object.Status.Conditions[i]
		}
	}
	return nil
}

func renewLease(ctx context.Context, client kubernetes.Interface, stored *v1.Node) error {
	leases := client.CoordinationV1().Leases(v1.NamespaceNodeLease)
	now, seconds := metav1.NowMicro(), int32(40)
	lease, err := leases.Get(ctx, stored.Name, metav1.GetOptions{})
	if err == nil {
		lease.Spec.RenewTime = &now
		_, err = leases.Update(ctx, lease, metav1.UpdateOptions{})
		return err
	}
	owner := metav1.OwnerReference{APIVersion: "v1", Kind: "Node", Name: stored.Name, UID: stored.UID}
	_, err = leases.Create(ctx, &coordinationv1.Lease{
		ObjectMeta: metav1.ObjectMeta{Name: stored.Name, OwnerReferences: []metav1.OwnerReference{owner}},
		Spec:       coordinationv1.LeaseSpec{HolderIdentity: &stored.Name, LeaseDurationSeconds: &seconds, RenewTime: &now},
	}, metav1.CreateOptions{})
	return err
}
