package cronjob

import (
	"context"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/tools/record"
	"k8s.io/klog/v2"
)

// JobName passes on getJobName.
var JobName = getJobName

// Schedule passes on formatSchedule.
var Schedule = formatSchedule

// MostRecent passes on mostRecentScheduleTime.
var MostRecent = mostRecentScheduleTime

// JobOf passes on getJobFromTemplate2.
var JobOf = getJobFromTemplate2

// memoryJobs are the Jobs of one sync.
type memoryJobs struct {
	jobs    []*batchv1.Job
	created []*batchv1.Job
	deleted []string
}

func (m *memoryJobs) GetJob(namespace, name string) (*batchv1.Job, error) {
	for _, job := range m.jobs {
		if job.Namespace == namespace && job.Name == name {
			return job, nil
		}
	}
	return nil, apierrors.NewNotFound(schema.GroupResource{Group: "batch", Resource: "jobs"}, name)
}

func (m *memoryJobs) CreateJob(_ string, job *batchv1.Job) (*batchv1.Job, error) {
	m.created = append(m.created, job)
	return job, nil
}

func (m *memoryJobs) DeleteJob(_, name string) error {
	m.deleted = append(m.deleted, name)
	return nil
}

// Synced is what one sync does.
type Synced struct {
	Created []*batchv1.Job
	Deleted []string
	Events  []string
	// After is when the controller looks again.
	After *time.Duration
	Err   error
}

// Sync runs one sync at a time. The Jobs are those of the CronJob.
func Sync(cron *batchv1.CronJob, jobs []*batchv1.Job, now time.Time) Synced {
	control := &memoryJobs{jobs: jobs}
	recorder := record.NewFakeRecorder(1000)
	controller := &ControllerV2{
		jobControl:     control,
		cronJobControl: &fakeCJControl{CronJob: cron},
		recorder:       recorder,
		now:            func() time.Time { return now },
	}
	after, _, err := controller.syncCronJob(klog.NewContext(context.Background(), klog.Background()), cron, jobs)
	events := []string{}
	for len(recorder.Events) > 0 {
		events = append(events, <-recorder.Events)
	}
	return Synced{control.created, control.deleted, events, after, err}
}
