package main

import (
	"encoding/json"
	"fmt"

	"k8s.io/apimachinery/pkg/api/resource"

	"kubesem/oracle/wire"
)

// maxSteps bounds a chain: each multiplication can add 19 digits.
const maxSteps = 1000

// step is one operation on a quantity, in place.
type step struct {
	Op    string         `json:"op"`
	Y     operand        `json:"y"`
	N     int64          `json:"n,string"`
	Scale resource.Scale `json:"scale"`
}

// apply says what Mul and RoundUp return; nil for what returns nothing.
func (s step) apply(x *resource.Quantity) (exact *bool, err error) {
	switch s.Op {
	case "add":
		x.Add(s.Y.Quantity)
	case "sub":
		x.Sub(s.Y.Quantity)
	case "neg":
		x.Neg()
	case "mul":
		fits := x.Mul(s.N)
		exact = &fits
	case "roundUp":
		if err := wire.CheckScale(int32(s.Scale)); err != nil {
			return nil, err
		}
		fits := x.RoundUp(s.Scale)
		exact = &fits
	default:
		return nil, fmt.Errorf("unknown step %q", s.Op)
	}
	return exact, nil
}

func quantityStep(name string) wire.Op {
	return func(in json.RawMessage) (any, error) {
		var args struct {
			X operand
			step
		}
		if err := wire.DecodeStrict(in, &args); err != nil {
			return nil, err
		}
		args.Op = name
		exact, err := args.apply(&args.X.Quantity)
		return struct {
			record
			Exact *bool `json:"exact,omitempty"`
		}{recordOf(args.X.Quantity), exact}, err
	}
}

func quantityChain(in json.RawMessage) (any, error) {
	var args struct {
		X     operand
		Steps []step
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	if len(args.Steps) > maxSteps {
		return nil, &wire.Refusal{Reason: "a chain of more than 1000 steps"}
	}
	for _, step := range args.Steps {
		if _, err := step.apply(&args.X.Quantity); err != nil {
			return nil, err
		}
	}
	return recordOf(args.X.Quantity), nil
}
