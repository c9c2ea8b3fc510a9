package workloads

import (
	"encoding/json"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apiserver/pkg/storage/names"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/controller"
	"k8s.io/kubernetes/pkg/controller/cronjob"
	"k8s.io/kubernetes/pkg/controller/daemon"
	"k8s.io/kubernetes/pkg/controller/job"
	"k8s.io/kubernetes/pkg/controller/statefulset"
	"k8s.io/kubernetes/pkg/util/parsers"

	"kubesem/oracle/kubernetes/input"
	"kubesem/oracle/wire"
)

// statefulSetNames asks for the names of the Pods and claims, at most of the first hundred.
func statefulSetNames(in json.RawMessage) (any, error) {
	var args struct{ StatefulSet json.RawMessage }
	set, err := input.TypedArgs[*appsv1.StatefulSet](in, &args, &args.StatefulSet)
	if err != nil {
		return nil, err
	}
	pods, claims := []string{}, [][]string{}
	for ordinal := statefulset.StartOrdinal(set); ordinal <= statefulset.EndOrdinal(set) && len(pods) < 100; ordinal++ {
		pods = append(pods, statefulset.PodName(set, ordinal))
		of := []string{}
		for i := range set.Spec.VolumeClaimTemplates {
			of = append(of, statefulset.ClaimName(set, &set.Spec.VolumeClaimTemplates[i], ordinal))
		}
		claims = append(claims, of)
	}
	return map[string]any{"pods": pods, "claims": claims}, nil
}

// generatedName asks for the part of the names of Pods that is not random. Index is that of an Indexed Job.
func generatedName(in json.RawMessage) (any, error) {
	var args struct {
		Name  string
		Index *int
	}
	if err := input.Parameters(in, &args); err != nil {
		return nil, err
	}
	prefix := controller.PodsPrefix(args.Name)
	if args.Index != nil {
		prefix = job.PodNameWithIndex(args.Name, *args.Index)
	}
	generated := names.SimpleNameGenerator.GenerateName(prefix)
	return map[string]string{"prefix": generated[:len(generated)-5]}, nil
}

// cronJobRuns asks for the next runs after a time, with the names of their Jobs and the annotation that has their times.
func cronJobRuns(in json.RawMessage) (any, error) {
	var args struct {
		CronJob json.RawMessage
		From    time.Time
		Count   int
	}
	cron, err := input.TypedArgs[*batchv1.CronJob](in, &args, &args.CronJob)
	if err != nil {
		return nil, err
	}
	schedule, err := parsers.ParseCronScheduleWithPanicRecovery(cronjob.Schedule(cron, nil))
	if err != nil {
		return nil, &wire.Error{Class: "Schedule", Message: err.Error()}
	}
	type run struct {
		Time  string `json:"time"`
		Name  string `json:"name"`
		Local string `json:"local"`
	}
	runs := []run{}
	for at := args.From; len(runs) < args.Count; {
		if at = schedule.Next(at); at.IsZero() {
			break
		}
		job, err := cronjob.JobOf(cron, at)
		if err != nil {
			return nil, &wire.Error{Class: "TimeZone", Message: err.Error()}
		}
		local := job.Annotations[batchv1.CronJobScheduledTimestampAnnotation]
		runs = append(runs, run{at.UTC().Format(time.RFC3339), job.Name, local})
	}
	return map[string]any{"runs": runs}, nil
}

// cronJobSync asks what one sync of the controller does. Every active Job exists and has not ended.
func cronJobSync(in json.RawMessage) (any, error) {
	var args struct {
		CronJob json.RawMessage
		Now     time.Time
	}
	cron, err := input.TypedArgs[*batchv1.CronJob](in, &args, &args.CronJob)
	if err != nil {
		return nil, err
	}
	if err := checkSearch(cron, args.Now); err != nil {
		return nil, err
	}
	jobs := []*batchv1.Job{}
	for _, active := range cron.Status.Active {
		jobs = append(jobs, &batchv1.Job{ObjectMeta: metav1.ObjectMeta{
			Namespace: active.Namespace, Name: active.Name, UID: active.UID,
		}})
	}
	done := cronjob.Sync(cron, jobs, args.Now)
	if done.Err != nil {
		return nil, &wire.Error{Class: "Sync", Message: done.Err.Error()}
	}
	created, deleted := []string{}, []string{}
	for _, job := range done.Created {
		created = append(created, job.Name)
	}
	answer := map[string]any{"created": created, "deleted": append(deleted, done.Deleted...), "events": done.Events}
	if done.After != nil {
		answer["afterMs"] = done.After.Milliseconds()
	}
	return answer, nil
}

// checkSearch refuses a CronJob that was never created, and a schedule without a run in the next five years that has had one
// before. The controller then counts the missed runs since the year 1.
func checkSearch(cron *batchv1.CronJob, now time.Time) error {
	if cron.CreationTimestamp.IsZero() && cron.Status.LastScheduleTime == nil {
		return &wire.Refusal{Reason: "a CronJob without a creation time"}
	}
	schedule, err := parsers.ParseCronScheduleWithPanicRecovery(cronjob.Schedule(cron, nil))
	if err != nil {
		return nil
	}
	starts := []time.Time{cron.CreationTimestamp.Time, now}
	if last := cron.Status.LastScheduleTime; last != nil {
		starts = append(starts, last.Time)
	}
	if deadline := cron.Spec.StartingDeadlineSeconds; deadline != nil {
		starts = append(starts, now.Add(-time.Second*time.Duration(*deadline)))
	}
	for _, start := range starts {
		for run := 0; run < 2; run++ {
			if start = schedule.Next(start); start.IsZero() && !schedule.Next(start).IsZero() {
				return &wire.Refusal{Reason: "a schedule without a run in five years"}
			}
		}
	}
	return nil
}

// jobSync asks what one sync of a Job does: the status, and the indexes of the Pods that it creates.
func jobSync(in json.RawMessage) (any, error) {
	var args struct {
		Job  json.RawMessage
		Pods []json.RawMessage
		Now  time.Time
	}
	object, err := input.TypedArgs[*batchv1.Job](in, &args, &args.Job)
	if err != nil {
		return nil, err
	}
	pods, err := input.Pods(args.Pods)
	if err != nil {
		return nil, err
	}
	done := job.Sync(object, pods, args.Now)
	if done.Err != nil {
		return nil, &wire.Error{Class: "Sync", Message: done.Err.Error()}
	}
	indexes := []string{}
	for _, template := range done.Created {
		if index, ok := template.Annotations[batchv1.JobCompletionIndexAnnotation]; ok {
			indexes = append(indexes, index)
		}
	}
	return map[string]any{"status": done.Status, "created": len(done.Created), "indexes": indexes}, nil
}

type daemonNode struct {
	Name  string `json:"name"`
	Runs  bool   `json:"runs"`
	Keeps bool   `json:"keeps"`
}

// daemonSetNodes asks which nodes run a DaemonSet.
func daemonSetNodes(in json.RawMessage) (any, error) {
	var args struct {
		DaemonSet json.RawMessage
		Nodes     []json.RawMessage
	}
	set, err := input.TypedArgs[*appsv1.DaemonSet](in, &args, &args.DaemonSet)
	if err != nil {
		return nil, err
	}
	answer := []daemonNode{}
	for _, raw := range args.Nodes {
		node, err := input.Node(raw)
		if err != nil {
			return nil, err
		}
		runs, keeps := daemon.NodeShouldRunDaemonPod(klog.Background(), node, set)
		answer = append(answer, daemonNode{node.Name, runs, keeps})
	}
	return answer, nil
}
