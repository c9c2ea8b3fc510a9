package main

import (
	"encoding/json"

	"github.com/go-logr/logr"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/endpointslice/topologycache"
)

// serviceHints asks for the hints of stored slices of a Service with the topology annotation.
func serviceHints(in json.RawMessage) (any, error) {
	var args struct{ Slices, Nodes []json.RawMessage }
	if err := readParameters(in, &args); err != nil {
		return nil, err
	}
	slices, err := readSlices(args.Slices)
	if err != nil {
		return nil, err
	}
	nodes, err := readNodes(args.Nodes)
	if err != nil {
		return nil, err
	}
	topology := topologycache.NewTopologyCache()
	topology.SetNodes(logr.Discard(), nodes)
	info := &topologycache.SliceInfo{
		ServiceKey: "shop/web", AddressType: discoveryv1.AddressTypeIPv4, Unchanged: slices,
	}
	_, updated, events := topology.AddHints(logr.Discard(), info)
	messages := []string{}
	for _, event := range events {
		messages = append(messages, event.EventType+" "+event.Reason+" "+event.Message)
	}
	return map[string]any{"updated": updated, "events": messages}, nil
}
