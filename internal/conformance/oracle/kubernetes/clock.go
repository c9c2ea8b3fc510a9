package main

import (
	"os"
	"testing"
	"testing/synctest"
	"time"

	"kubesem/oracle/wire"
)

// clocks makes the virtual clocks: only a test can have them, so the oracle runs as one.
var clocks *testing.T

// serveWithClock serves ops, which can call atTime. It ends the process.
func serveWithClock(ops map[string]wire.Op) {
	serve := func(t *testing.T) {
		clocks = t
		wire.Main(ops)
		os.Exit(0)
	}
	testing.Main(
		func(string, string) (bool, error) { return true, nil },
		[]testing.InternalTest{{Name: "oracle", F: serve}}, nil, nil,
	)
}

// atTime calls a function for which it is now. A virtual clock starts in 2000. A panic goes on as
// one of the caller.
func atTime(now time.Time, call func()) {
	var panicked any
	synctest.Test(clocks, func(*testing.T) {
		defer func() { panicked = recover() }()
		time.Sleep(time.Until(now))
		call()
	})
	if panicked != nil {
		panic(panicked)
	}
}
