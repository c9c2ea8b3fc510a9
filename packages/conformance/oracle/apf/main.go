// Command oracle-apf answers what API Priority and Fairness computes. Most of it is not exported:
// the files below shims/ stand in copies of the released packages and pass it on.
package main

import (
	"maps"

	"kubesem/oracle/wire"
)

func main() {
	ops := map[string]wire.Op{}
	maps.Copy(ops, allocationOps)
	wire.Main(ops)
}
