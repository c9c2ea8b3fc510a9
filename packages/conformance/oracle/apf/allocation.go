package main

import (
	"encoding/json"
	"strconv"

	"k8s.io/apiserver/pkg/util/flowcontrol"
	"k8s.io/apiserver/pkg/util/shufflesharding"

	"kubesem/oracle/wire"
)

var allocationOps = map[string]wire.Op{
	"apf.deal":     deal,
	"apf.allocate": allocate,
}

// deal answers the hand of a flow.
func deal(in json.RawMessage) (any, error) {
	var args struct {
		Queues, HandSize int
		Hash             string
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	hash, err := strconv.ParseUint(args.Hash, 10, 64)
	if err != nil {
		return nil, err
	}
	dealer, err := shufflesharding.NewDealer(args.Queues, args.HandSize)
	if err != nil {
		return nil, &wire.Error{Class: "Dealer", Message: err.Error()}
	}
	return dealer.DealIntoHand(hash, nil), nil
}

// allocate divides a sum among classes with bounds.
func allocate(in json.RawMessage) (any, error) {
	var args struct {
		Sum     int
		Classes []flowcontrol.AllocationClass
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	allocations, proportion, err := flowcontrol.Allocate(args.Sum, args.Classes)
	if err != nil {
		return nil, &wire.Error{Class: "Allocation", Message: err.Error()}
	}
	return map[string]any{"allocations": floats(allocations), "fairProportion": float(proportion)}, nil
}

func floats(values []float64) []string {
	texts := make([]string, len(values))
	for i, value := range values {
		texts[i] = float(value)
	}
	return texts
}

func float(value float64) string { return strconv.FormatFloat(value, 'g', -1, 64) }
