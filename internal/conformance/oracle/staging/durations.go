package main

import (
	"encoding/json"
	"time"

	"k8s.io/apimachinery/pkg/util/duration"

	"kubesem/oracle/wire"
)

var durationOps = map[string]wire.Op{
	"durations.HumanDuration":      durationText(duration.HumanDuration),
	"durations.ShortHumanDuration": durationText(duration.ShortHumanDuration),
}

// durationText answers for a number of milliseconds.
func durationText(write func(time.Duration) string) wire.Op {
	return func(in json.RawMessage) (any, error) {
		var milliseconds int64
		if err := json.Unmarshal(in, &milliseconds); err != nil {
			return nil, err
		}
		return write(time.Duration(milliseconds) * time.Millisecond), nil
	}
}
