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
	"apf.flowHash": flowHash,
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

// flowHash answers what a flow is dealt by.
func flowHash(in json.RawMessage) (any, error) {
	var args struct{ FlowSchema, Distinguisher wire.Text }
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	hash := flowcontrol.FlowHash(string(args.FlowSchema), string(args.Distinguisher))
	return strconv.FormatUint(hash, 10), nil
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
	texts := make([]string, len(allocations))
	for i, allocation := range allocations {
		texts[i] = float(allocation)
	}
	return map[string]any{"allocations": texts, "fairProportion": float(proportion)}, nil
}

func float(value float64) string { return strconv.FormatFloat(value, 'g', -1, 64) }
