// Package clock runs operations in virtual time.
package clock

import (
	"os"
	"testing"
	"testing/synctest"
	"time"

	"kubesem/oracle/wire"
)

// clocks makes the virtual clocks: only a test can have them, so the oracle runs as one.
var clocks *testing.T

// Serve serves ops, which can call At. It ends the process.
func Serve(ops map[string]wire.Op) {
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

// At calls a function for which it is now. A virtual clock starts in 2000. A panic goes on as
// one of the caller.
func At(now time.Time, call func()) {
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
