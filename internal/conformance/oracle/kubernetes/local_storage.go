package main

import (
	"encoding/json"

	v1 "k8s.io/api/core/v1"
	statsapi "k8s.io/kubelet/pkg/apis/stats/v1alpha1"
	"k8s.io/kubernetes/pkg/kubelet/eviction"

	"kubesem/oracle/wire"
)

var localStorageOps = map[string]wire.Op{
	"localStorage.eviction": localStorageEviction,
}

// localStorageEviction is for which limit the kubelet evicts a Pod that uses so much.
func localStorageEviction(in json.RawMessage) (any, error) {
	var args struct {
		Pod              json.RawMessage
		Stats            statsapi.PodStats
		DedicatedImageFs bool
	}
	if err := readObjects(in, &args); err != nil {
		return nil, err
	}
	pod := &v1.Pod{}
	if err := decode(args.Pod, podKind, pod); err != nil {
		return nil, err
	}
	message := eviction.LocalStorageEviction(pod, args.Stats, args.DedicatedImageFs)
	return map[string]string{"message": message}, nil
}
