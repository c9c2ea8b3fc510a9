package job

import (
	"context"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	batchlisters "k8s.io/client-go/listers/batch/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/record"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/kubernetes/pkg/controller"
	consistencyutil "k8s.io/kubernetes/pkg/controller/util/consistency"
	"k8s.io/utils/clock"
)

// MatchPodFailurePolicy passes on matchPodFailurePolicy.
var MatchPodFailurePolicy = matchPodFailurePolicy

// PodNameWithIndex passes on podGenerateNameWithIndex.
var PodNameWithIndex = podGenerateNameWithIndex

// frozenClock does not move.
type frozenClock struct {
	clock.RealClock
	now time.Time
}

func (c frozenClock) Now() time.Time                  { return c.now }
func (c frozenClock) Since(t time.Time) time.Duration { return c.now.Sub(t) }

// Synced is what one sync does: the status that it writes, the templates of the Pods that it creates.
type Synced struct {
	Status  *batchv1.JobStatus
	Created []v1.PodTemplateSpec
	Err     error
}

// Sync runs one sync of a Job.
func Sync(job *batchv1.Job, existing []*v1.Pod, now time.Time) Synced {
	jobs := cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc})
	if err := jobs.Add(job); err != nil {
		return Synced{Err: err}
	}
	pods := cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{controller.PodControllerIndex: func(object any) ([]string, error) {
		pod := object.(*v1.Pod)
		return []string{controller.PodControllerIndexKey(pod.Namespace, metav1.GetControllerOf(pod))}, nil
	}})
	for _, pod := range existing {
		if err := pods.Add(pod); err != nil {
			return Synced{Err: err}
		}
	}
	control := &controller.FakePodControl{}
	frozen := frozenClock{now: now}
	synced := Synced{Status: job.Status.DeepCopy()}
	jm := &Controller{
		podControl:            control,
		expectations:          controller.NewControllerExpectations(),
		finalizerExpectations: newUIDTrackingExpectations(),
		jobLister:             batchlisters.NewJobLister(jobs),
		podIndexer:            pods,
		queue:                 workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()),
		recorder:              record.NewFakeRecorder(10_000),
		clock:                 frozen,
		podBackoffStore:       newBackoffStore(),
		consistencyStore:      consistencyutil.NewNoopConsistencyStore(),
		updateStatusHandler: func(_ context.Context, job *batchv1.Job) (*batchv1.Job, error) {
			synced.Status = job.Status.DeepCopy()
			return job, nil
		},
	}
	defer jm.queue.ShutDown()
	synced.Err = jm.syncJob(context.Background(), job.Namespace+"/"+job.Name)
	synced.Created = control.Templates
	return synced
}
