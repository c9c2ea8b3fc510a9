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

// ask asks for the next runs. In the year 1, a time is not set.
func ask(cj *batchv1.CronJob, from time.Time) {
	if from.UTC().Year() == 1 {
		record.Skip("cronJob.runs", "a CronJob that was never created")
		return
	}
	begin(cj, from, 3).NoResult()
}

// mostRecentScheduleTime asks for the runs after the earliest one that counts.
func mostRecentScheduleTime(
	cj *batchv1.CronJob, now time.Time, schedule cron.Schedule, includeStartingDeadlineSeconds bool,
) (time.Time, *time.Time, missedSchedulesType, error) {
	earliest, recent, missed, err := orig_mostRecentScheduleTime(cj, now, schedule, includeStartingDeadlineSeconds)
	if err == nil {
		ask(cj, earliest)
	}
	return earliest, recent, missed, err
}

func nextScheduleTimeDuration(cj *batchv1.CronJob, now time.Time, schedule cron.Schedule) *time.Duration {
	ask(cj, now)
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
