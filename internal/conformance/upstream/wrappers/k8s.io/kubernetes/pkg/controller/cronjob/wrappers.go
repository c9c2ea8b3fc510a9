package cronjob

import (
	"time"

	"github.com/robfig/cron/v3"
	batchv1 "k8s.io/api/batch/v1"
	"kubesem/upstream/record"
)

func begin(cj *batchv1.CronJob, from time.Time, count int) *record.Call {
	name := cj.Name
	if name == "" {
		name = "backup"
	}
	return record.Begin("cronJob.runs", record.Map{"from": from.UTC().Format(time.RFC3339), "count": count, "cronJob": record.Map{
		"apiVersion": "batch/v1", "kind": "CronJob", "metadata": record.Map{"name": name},
		"spec": record.Map{"schedule": cj.Spec.Schedule, "timeZone": "Etc/UTC"},
	}})
}

// mostRecentScheduleTime asks for the runs after the earliest one that counts.
func mostRecentScheduleTime(
	cj *batchv1.CronJob, now time.Time, schedule cron.Schedule, includeStartingDeadlineSeconds bool,
) (time.Time, *time.Time, missedSchedulesType, error) {
	earliest, recent, missed, err := orig_mostRecentScheduleTime(cj, now, schedule, includeStartingDeadlineSeconds)
	switch {
	case err == nil && earliest.IsZero():
		record.Skip("cronJob.runs", "a CronJob that was never created")
	case err == nil:
		begin(cj, earliest, 3).NoResult()
	}
	return earliest, recent, missed, err
}

func nextScheduleTimeDuration(cj *batchv1.CronJob, now time.Time, schedule cron.Schedule) *time.Duration {
	begin(cj, now, 3).NoResult()
	return orig_nextScheduleTimeDuration(cj, now, schedule)
}

// getJobFromTemplate2 asks for the run of a CronJob that runs each minute.
func getJobFromTemplate2(cj *batchv1.CronJob, scheduledTime time.Time) (*batchv1.Job, error) {
	job, err := orig_getJobFromTemplate2(cj, scheduledTime)
	if err == nil && !scheduledTime.IsZero() && scheduledTime.Equal(scheduledTime.Truncate(time.Minute)) && cj.Name != "" {
		each := &batchv1.CronJob{ObjectMeta: cj.ObjectMeta, Spec: batchv1.CronJobSpec{Schedule: "* * * * *"}}
		begin(each, scheduledTime.Add(-time.Second), 1).Out(record.Map{"runs": []record.Map{{
			"time": scheduledTime.UTC().Format(time.RFC3339), "name": job.Name,
		}}})
	}
	return job, err
}
