// Command oracle-apf answers what API Priority and Fairness computes. Most of it is not exported:
// the files below shims/ are added to copies of the released packages and export it.
package main

import (
	"flag"
	"io"
	"maps"

	"k8s.io/klog/v2"

	"kubesem/oracle/wire"
)

func main() {
	quiet()
	ops := map[string]wire.Op{}
	maps.Copy(ops, allocationOps)
	maps.Copy(ops, requestOps)
	maps.Copy(ops, workOps)
	maps.Copy(ops, objectOps)
	maps.Copy(ops, queueSetOps)
	maps.Copy(ops, controllerOps)
	maps.Copy(ops, metricOps)
	maps.Copy(ops, startOps)
	maps.Copy(ops, httpOps)
	wire.Main(ops)
}

// quiet keeps what Kubernetes logs to itself: odd cases are the point here.
func quiet() {
	flags := flag.NewFlagSet("klog", flag.ContinueOnError)
	klog.InitFlags(flags)
	_ = flags.Set("logtostderr", "false")
	_ = flags.Set("stderrthreshold", "FATAL")
	klog.SetOutput(io.Discard)
}
