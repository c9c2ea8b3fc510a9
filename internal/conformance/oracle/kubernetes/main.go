// Command oracle-kubernetes answers the operations that need k8s.io/kubernetes itself, such as
// defaulting and validation of Pods, the kubelet and the scheduler. Feature gates have their defaults.
package main

import (
	"encoding/json"
	"errors"
	"maps"

	v1 "k8s.io/api/core/v1"
	kubectlqos "k8s.io/kubectl/pkg/util/qos"
	"k8s.io/kubernetes/pkg/apis/core/v1/helper/qos"

	"kubesem/oracle/wire"
)

func main() {
	ops := map[string]wire.Op{
		"pod.defaults":      podDefaults,
		"template.defaults": templateDefaults,
		"pod.qos":           podQOS,
		"pod.validate":      podValidate,
	}
	maps.Copy(ops, imageOps)
	maps.Copy(ops, dnsOps)
	maps.Copy(ops, nodeOps)
	maps.Copy(ops, qosOps)
	maps.Copy(ops, resourceNameOps)
	maps.Copy(ops, quotaOps)
	maps.Copy(ops, limitRangeOps)
	maps.Copy(ops, topOps)
	maps.Copy(ops, resourceFieldOps)
	maps.Copy(ops, localStorageOps)
	maps.Copy(ops, podTableOps)
	maps.Copy(ops, lifecycleOps)
	maps.Copy(ops, environmentOps)
	maps.Copy(ops, configOps)
	maps.Copy(ops, volumeOps)
	maps.Copy(ops, podActionOps)
	maps.Copy(ops, lifeOps)
	maps.Copy(ops, probeOps)
	maps.Copy(ops, terminationOps)
	maps.Copy(ops, garbageOps)
	maps.Copy(ops, rankingOps)
	maps.Copy(ops, rolloutOps)
	maps.Copy(ops, autoscalerOps)
	maps.Copy(ops, workloadNameOps)
	maps.Copy(ops, runtimeClassOps)
	maps.Copy(ops, kindOps)
	maps.Copy(ops, selectorOps)
	maps.Copy(ops, serviceOps)
	maps.Copy(ops, tolerationOps)
	maps.Copy(ops, disruptionOps)
	serveWithClock(ops)
}

func podDefaults(in json.RawMessage) (any, error) {
	var args struct{ Pod json.RawMessage }
	if err := readArgs(in, &args, &args.Pod); err != nil {
		return nil, err
	}
	return createPod(args.Pod)
}

func templateDefaults(in json.RawMessage) (any, error) {
	var args struct{ Template json.RawMessage }
	if err := readArgs(in, &args, &args.Template); err != nil {
		return nil, err
	}
	return createFromTemplate(args.Template)
}

// podQOS asks for the class of a Pod as stored.
func podQOS(in json.RawMessage) (any, error) {
	var args struct{ Pod json.RawMessage }
	pod := &v1.Pod{}
	if err := readPod(in, &args, &args.Pod, pod); err != nil {
		return nil, err
	}
	return map[string]v1.PodQOSClass{
		"class":   qos.ComputePodQOS(pod),
		"kubectl": kubectlqos.ComputePodQOS(pod),
	}, nil
}

// readParameters reads the parameters of an operation.
func readParameters(in json.RawMessage, args any) error {
	if err := wire.CheckExponents(string(in)); err != nil {
		return err
	}
	return wire.DecodeStrict(in, args)
}

// readArgs reads the parameters of an operation, of which object must be there.
func readArgs(in json.RawMessage, args any, object *json.RawMessage) error {
	if err := readParameters(in, args); err != nil {
		return err
	}
	if *object == nil {
		return errors.New("expected a pod or a template")
	}
	return nil
}
