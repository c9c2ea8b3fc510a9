// Command oracle-coredns answers DNS questions as the `kubernetes` plugin of CoreDNS does for a
// cluster that is given with the questions: no API server, no socket.
package main

import (
	"encoding/json"

	"kubesem/oracle/wire"
)

func main() {
	wire.Main(map[string]wire.Op{"dns.query": query, "dns.lookup": query, "dns.record": printRecord})
}

// query asks one cluster many questions.
func query(in json.RawMessage) (any, error) {
	var args struct {
		Objects   json.RawMessage
		Options   options
		Questions [][2]string
		// Lookup is what the caller looks up with these questions.
		Lookup json.RawMessage
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	cluster, err := newCluster(args.Objects)
	if err != nil {
		return nil, err
	}
	server, err := newServer(cluster, args.Options)
	if err != nil {
		return nil, err
	}
	answers := make([]answer, len(args.Questions))
	for i, question := range args.Questions {
		if answers[i], err = server.ask(question[0], question[1]); err != nil {
			return nil, err
		}
	}
	return answers, nil
}
