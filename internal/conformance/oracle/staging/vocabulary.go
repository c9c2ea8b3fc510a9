package main

import (
	"encoding/json"

	"github.com/go-logr/logr"
	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apimachinery/pkg/version"
	"k8s.io/component-helpers/scheduling/corev1/nodeaffinity"

	"kubesem/oracle/wire"
)

// vocabularyOps are small rules that many controllers share.
var vocabularyOps = map[string]wire.Op{
	"taint.tolerates":  toleratesTaint,
	"intstr.scaled":    scaledValue,
	"version.compare":  compareVersions,
	"owner.controller": controllerOf,
	"node.affinity":    nodeAffinity,
}

// controllerOf returns the reference of the controller; null if there is none.
func controllerOf(in json.RawMessage) (any, error) {
	object := &metav1.PartialObjectMetadata{}
	if err := json.Unmarshal(in, object); err != nil {
		return nil, &wire.Error{Class: "Decode", Message: err.Error()}
	}
	return metav1.GetControllerOf(object), nil
}

// nodeAffinity asks whether the nodeSelector and the required affinity of a Pod select nodes, and what is wrong
// with the affinity.
func nodeAffinity(in json.RawMessage) (any, error) {
	var args struct {
		Spec  v1.PodSpec
		Nodes []v1.Node
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	required := nodeaffinity.GetRequiredNodeAffinity(&v1.Pod{Spec: args.Spec})
	answers := []map[string]bool{}
	for _, node := range args.Nodes {
		matches, err := required.Match(&node)
		answers = append(answers, map[string]bool{"matches": matches, "fails": err != nil})
	}
	problems := []string{}
	affinity := args.Spec.Affinity
	if affinity != nil && affinity.NodeAffinity != nil &&
		affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution != nil {
		_, err := nodeaffinity.NewNodeSelector(affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution)
		if all, ok := err.(errors.Aggregate); ok {
			for _, one := range all.Errors() {
				problem := one.(*field.Error)
				problems = append(problems, wire.ErrorType(problem.Type)+" "+problem.Field)
			}
		} else if err != nil {
			problem := err.(*field.Error)
			problems = append(problems, wire.ErrorType(problem.Type)+" "+problem.Field)
		}
	}
	return map[string]any{"nodes": answers, "problems": problems}, nil
}

func toleratesTaint(in json.RawMessage) (any, error) {
	var args struct {
		Toleration v1.Toleration
		Taint      v1.Taint
		Compare    bool
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	return args.Toleration.ToleratesTaint(logr.Discard(), &args.Taint, args.Compare), nil
}

// scaledValue bounds percentages and totals to what float64 and int hold.
func scaledValue(in json.RawMessage) (any, error) {
	var args struct {
		Value intstr.IntOrString
		Total int
		Up    bool
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	value, err := intstr.GetScaledValueFromIntOrPercent(&args.Value, args.Total, args.Up)
	if err != nil {
		return nil, &wire.Error{Class: "IntOrPercent", Message: err.Error()}
	}
	return value, nil
}

// compareVersions returns the sign of the comparison.
func compareVersions(in json.RawMessage) (any, error) {
	var args struct{ A, B string }
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	result := version.CompareKubeAwareVersionStrings(args.A, args.B)
	return map[bool]int{true: 1, false: 0}[result > 0] - map[bool]int{true: 1, false: 0}[result < 0], nil
}
