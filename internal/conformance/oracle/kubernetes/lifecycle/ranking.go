package lifecycle

import (
	"encoding/json"
	"sort"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/controller"
	"k8s.io/kubernetes/pkg/controller/job"
	"k8s.io/kubernetes/pkg/controller/replicaset"

	"kubesem/oracle/kubernetes/clock"
	"kubesem/oracle/kubernetes/input"
)

type rankingArgs struct {
	Pods, Related []json.RawMessage
	Now           time.Time
}

func (args *rankingArgs) read(in json.RawMessage) (pods, related []*v1.Pod, err error) {
	if err = input.Parameters(in, args); err == nil {
		pods, err = input.Pods(args.Pods)
	}
	if err == nil {
		related, err = input.Pods(args.Related)
	}
	return pods, related, err
}

// podsRanking asks for the order in which a ReplicaSet and a Job delete Pods.
func podsRanking(in json.RawMessage) (any, error) {
	var args rankingArgs
	pods, related, err := args.read(in)
	if err != nil {
		return nil, err
	}
	ofJob := append([]*v1.Pod{}, pods...)
	sort.Sort(controller.ActivePods(ofJob))
	// To delete none sorts them all the same.
	clock.At(args.Now, func() { replicaset.PodsToDelete(pods, related, 0) })
	return map[string][]string{"replicaSet": podNames(pods), "job": podNames(ofJob)}, nil
}

func podNames(pods []*v1.Pod) []string {
	names := []string{}
	for _, pod := range pods {
		names = append(names, pod.Name)
	}
	return names
}

// podsLess asks for the order of two Pods, both ways.
func podsLess(in json.RawMessage) (any, error) {
	var args rankingArgs
	pods, related, err := args.read(in)
	if err != nil {
		return nil, err
	}
	answer := map[string][2]bool{}
	both := func(name string, order sort.Interface) {
		answer[name] = [2]bool{order.Less(0, 1), order.Less(1, 0)}
	}
	clock.At(args.Now, func() { both("replicaSet", replicaset.Ranked(pods, related)) })
	both("job", controller.ActivePods(pods))
	return answer, nil
}

// jobFailurePolicy asks the Job controller about a Pod that has failed.
func jobFailurePolicy(in json.RawMessage) (any, error) {
	var args struct {
		Pod    json.RawMessage
		Policy *batchv1.PodFailurePolicy
	}
	pod := &v1.Pod{}
	if err := input.Pod(in, &args, &args.Pod, pod); err != nil {
		return nil, err
	}
	message, counts, action := job.MatchPodFailurePolicy(args.Policy, pod)
	return map[string]any{"message": message, "counts": counts, "action": action}, nil
}
