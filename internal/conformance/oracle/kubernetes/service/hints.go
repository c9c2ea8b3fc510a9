package service

import (
	"encoding/json"

	"github.com/go-logr/logr"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/endpointslice/topologycache"

	"kubesem/oracle/kubernetes/input"
)

// familyHints are the hints of the slices of one IP family.
type familyHints struct {
	Family  discoveryv1.AddressType      `json:"family"`
	Updated []*discoveryv1.EndpointSlice `json:"updated"`
	Events  []string                     `json:"events"`
}

// serviceHints asks for the hints of stored slices of a Service with the topology annotation.
func serviceHints(in json.RawMessage) (any, error) {
	var args struct{ Slices, Nodes []json.RawMessage }
	if err := input.Parameters(in, &args); err != nil {
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
	answers := []familyHints{}
	for _, family := range []discoveryv1.AddressType{discoveryv1.AddressTypeIPv4, discoveryv1.AddressTypeIPv6} {
		own := []*discoveryv1.EndpointSlice{}
		for _, slice := range slices {
			if slice.AddressType == family {
				own = append(own, slice)
			}
		}
		if len(own) == 0 {
			continue
		}
		topology := topologycache.NewTopologyCache()
		topology.SetNodes(logr.Discard(), nodes)
		info := &topologycache.SliceInfo{ServiceKey: "shop/web", AddressType: family, Unchanged: own}
		_, updated, events := topology.AddHints(logr.Discard(), info)
		messages := []string{}
		for _, event := range events {
			messages = append(messages, event.EventType+" "+event.Reason+" "+event.Message)
		}
		answers = append(answers, familyHints{family, updated, messages})
	}
	return answers, nil
}
