package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"time"

	v1 "k8s.io/api/core/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/util/workqueue"
)

// kubelet plays the nodes of a file in real time: no container runs, but the API server sees what it would see.
type kubelet struct {
	client kubernetes.Interface
	nodes  map[string]*node
	queue  workqueue.TypedRateLimitingInterface[cache.ObjectName]
	pods   cache.Store

	lock sync.Mutex
	// records is what the kubelet remembers of its Pods.
	records map[types.UID]*record
}

// record is what no Pod says about itself.
type record struct {
	accepted time.Time
	// deleted is when the kubelet saw that the Pod is deleted.
	deleted time.Time
	ip      string
}

// runKubelet runs the kubelets of all nodes: `kubelet KUBECONFIG NODES.json`.
func runKubelet(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("usage: kubelet KUBECONFIG NODES.json")
	}
	config, err := clientcmd.BuildConfigFromFlags("", args[0])
	if err != nil {
		return err
	}
	// A test may create a thousand Pods at once.
	config.QPS, config.Burst = -1, 0
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(args[1])
	if err != nil {
		return err
	}
	var list v1.NodeList
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	k := &kubelet{
		client:  client,
		nodes:   map[string]*node{},
		queue:   workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[cache.ObjectName]()),
		records: map[types.UID]*record{},
	}
	for index := range list.Items {
		played := newNode(index, &list.Items[index])
		k.nodes[played.object.Name] = played
		go played.keepAlive(client)
	}
	return k.watch(context.Background())
}

// watch follows the Pods that are bound to a node.
func (k *kubelet) watch(ctx context.Context) error {
	bound := fields.OneTermNotEqualSelector("spec.nodeName", "")
	factory := informers.NewSharedInformerFactoryWithOptions(k.client, 0,
		informers.WithTweakListOptions(func(o *metav1.ListOptions) { o.FieldSelector = bound.String() }))
	informer := factory.Core().V1().Pods().Informer()
	k.pods = informer.GetStore()
	enqueue := func(object any) {
		if name, err := cache.DeletionHandlingObjectToName(object); err == nil {
			k.queue.Add(name)
		}
	}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    enqueue,
		UpdateFunc: func(_, object any) { enqueue(object) },
		DeleteFunc: func(object any) {
			if last, ok := object.(cache.DeletedFinalStateUnknown); ok {
				object = last.Obj
			}
			k.forget(object.(*v1.Pod).UID)
		},
	})
	if err != nil {
		return err
	}
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	for range 8 {
		go k.work(ctx)
	}
	<-ctx.Done()
	return nil
}

func (k *kubelet) work(ctx context.Context) {
	for {
		name, quit := k.queue.Get()
		if quit {
			return
		}
		next, err := k.sync(ctx, name)
		if err != nil {
			k.queue.AddRateLimited(name)
		} else {
			k.queue.Forget(name)
			if next < never {
				k.queue.AddAfter(name, next)
			}
		}
		k.queue.Done(name)
	}
}

// sync writes what has become of a Pod, and returns when something happens next.
func (k *kubelet) sync(ctx context.Context, name cache.ObjectName) (time.Duration, error) {
	object, exists, err := k.pods.GetByKey(name.String())
	if err != nil || !exists {
		return never, err
	}
	pod := object.(*v1.Pod)
	home := k.nodes[pod.Spec.NodeName]
	if home == nil {
		return never, nil
	}
	now := time.Now()
	remembered := k.recall(pod, home, now)
	life := readLife(pod)
	// A node that is lost says no more about its Pods.
	if home.isLost() {
		return time.Second, nil
	}
	status, next := life.status(pod, home, remembered, now)
	if pod.DeletionTimestamp == nil {
		return next, k.write(ctx, pod, status)
	}
	if end := remembered.deleted.Add(min(life.endAfter, never/2)); now.Before(end) {
		return min(next, end.Sub(now)), k.write(ctx, pod, status)
	}
	if err := k.write(ctx, pod, endedStatus(pod, status, now)); err != nil && !apierrors.IsNotFound(err) {
		return 0, err
	}
	err = k.client.CoreV1().Pods(pod.Namespace).Delete(ctx, pod.Name, metav1.DeleteOptions{
		GracePeriodSeconds: new(int64),
		Preconditions:      &metav1.Preconditions{UID: &pod.UID},
	})
	if apierrors.IsNotFound(err) {
		err = nil
	}
	return never, err
}

func (k *kubelet) write(ctx context.Context, pod *v1.Pod, status v1.PodStatus) error {
	if apiequality.Semantic.DeepEqual(pod.Status, status) {
		return nil
	}
	changed := pod.DeepCopy()
	changed.Status = status
	_, err := k.client.CoreV1().Pods(pod.Namespace).UpdateStatus(ctx, changed, metav1.UpdateOptions{})
	return err
}

func (k *kubelet) recall(pod *v1.Pod, home *node, now time.Time) record {
	k.lock.Lock()
	defer k.lock.Unlock()
	remembered := k.records[pod.UID]
	if remembered == nil {
		remembered = &record{accepted: now, ip: home.address}
		if !pod.Spec.HostNetwork {
			remembered.ip = home.nextAddress()
		}
		k.records[pod.UID] = remembered
	}
	if pod.DeletionTimestamp != nil && remembered.deleted.IsZero() {
		remembered.deleted = now
	}
	return *remembered
}

func (k *kubelet) forget(uid types.UID) {
	k.lock.Lock()
	defer k.lock.Unlock()
	delete(k.records, uid)
}
