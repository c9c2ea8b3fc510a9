package qos

import (
	"encoding/json"

	v1 "k8s.io/api/core/v1"
	kubectlqos "k8s.io/kubectl/pkg/util/qos"
	"k8s.io/kubernetes/pkg/apis/core/v1/helper/qos"

	"kubesem/oracle/kubernetes/input"
)

// podQOS asks for the class of a Pod as stored.
func podQOS(in json.RawMessage) (any, error) {
	var args struct{ Pod json.RawMessage }
	pod := &v1.Pod{}
	if err := input.Pod(in, &args, &args.Pod, pod); err != nil {
		return nil, err
	}
	return map[string]v1.PodQOSClass{
		"class":   qos.ComputePodQOS(pod),
		"kubectl": kubectlqos.ComputePodQOS(pod),
	}, nil
}
