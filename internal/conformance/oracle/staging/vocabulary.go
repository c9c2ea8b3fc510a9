package main

import (
	"encoding/json"

	"github.com/go-logr/logr"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/version"

	"kubesem/oracle/wire"
)

// vocabularyOps are small rules that many controllers share.
var vocabularyOps = map[string]wire.Op{
	"taint.tolerates": toleratesTaint,
	"intstr.scaled":   scaledValue,
	"version.compare": compareVersions,
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
