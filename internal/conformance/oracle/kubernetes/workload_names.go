package main

import (
	"encoding/json"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	"k8s.io/apiserver/pkg/storage/names"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/controller"
	"k8s.io/kubernetes/pkg/controller/cronjob"
	"k8s.io/kubernetes/pkg/controller/daemon"
	"k8s.io/kubernetes/pkg/controller/job"
	"k8s.io/kubernetes/pkg/controller/statefulset"
	"k8s.io/kubernetes/pkg/util/parsers"

	"kubesem/oracle/wire"
)

var workloadNameOps = map[string]wire.Op{
	"statefulSet.names": statefulSetNames,
	"name.generated":    generatedName,
	"cronJob.runs":      cronJobRuns,
	"daemonSet.nodes":   daemonSetNodes,
}

// statefulSetNames asks for the names of the Pods and claims, at most of the first hundred.
func statefulSetNames(in json.RawMessage) (any, error) {
	var args struct{ StatefulSet json.RawMessage }
	if err := readArgs(in, &args, &args.StatefulSet); err != nil {
		return nil, err
	}
	object, err := decodeTyped(args.StatefulSet)
	if err != nil {
		return nil, err
	}
	set := object.(*appsv1.StatefulSet)
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
	if err := readParameters(in, &args); err != nil {
		return nil, err
	}
	prefix := controller.PodsPrefix(args.Name)
	if args.Index != nil {
		prefix = job.PodNameWithIndex(args.Name, *args.Index)
	}
	generated := names.SimpleNameGenerator.GenerateName(prefix)
	return map[string]string{"prefix": generated[:len(generated)-5]}, nil
}

// cronJobRuns asks for the next runs after a time, with the names of their Jobs, and for the run that is due.
func cronJobRuns(in json.RawMessage) (any, error) {
	var args struct {
		CronJob json.RawMessage
		From    time.Time
		Count   int
	}
	if err := readArgs(in, &args, &args.CronJob); err != nil {
		return nil, err
	}
	object, err := decodeTyped(args.CronJob)
	if err != nil {
		return nil, err
	}
	cron := object.(*batchv1.CronJob)
	schedule, err := parsers.ParseCronScheduleWithPanicRecovery(cronjob.Schedule(cron, nil))
	if err != nil {
		return nil, &wire.Error{Class: "Schedule", Message: err.Error()}
	}
	type run struct {
		Time string `json:"time"`
		Name string `json:"name"`
	}
	runs := []run{}
	for at := args.From; len(runs) < args.Count; {
		if at = schedule.Next(at); at.IsZero() {
			break
		}
		runs = append(runs, run{at.UTC().Format(time.RFC3339), cronjob.JobName(cron, at)})
	}
	return map[string]any{"runs": runs}, nil
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
	if err := readArgs(in, &args, &args.DaemonSet); err != nil {
		return nil, err
	}
	object, err := decodeTyped(args.DaemonSet)
	if err != nil {
		return nil, err
	}
	answer := []daemonNode{}
	for _, raw := range args.Nodes {
		node, err := decodeNode(raw)
		if err != nil {
			return nil, err
		}
		runs, keeps := daemon.NodeShouldRunDaemonPod(klog.Background(), node, object.(*appsv1.DaemonSet))
		answer = append(answer, daemonNode{node.Name, runs, keeps})
	}
	return answer, nil
}
