// Command oracle-kubernetes answers the operations that need k8s.io/kubernetes itself, such as
// defaulting and validation of Pods, the kubelet and the scheduler. Feature gates have their defaults.
package main

import (
	"maps"

	"kubesem/oracle/kubernetes/admission"
	"kubesem/oracle/kubernetes/clock"
	"kubesem/oracle/kubernetes/config"
	"kubesem/oracle/kubernetes/core"
	"kubesem/oracle/kubernetes/defaults"
	"kubesem/oracle/kubernetes/disruption"
	"kubesem/oracle/kubernetes/dns"
	"kubesem/oracle/kubernetes/image"
	"kubesem/oracle/kubernetes/kubeconfig"
	"kubesem/oracle/kubernetes/lifecycle"
	"kubesem/oracle/kubernetes/nodes"
	"kubesem/oracle/kubernetes/qos"
	"kubesem/oracle/kubernetes/resources"
	"kubesem/oracle/kubernetes/selectors"
	"kubesem/oracle/kubernetes/service"
	"kubesem/oracle/kubernetes/workloads"
	"kubesem/oracle/wire"
)

func main() {
	ops := map[string]wire.Op{}
	for _, area := range []map[string]wire.Op{
		admission.Ops,
		config.Ops,
		core.Ops,
		defaults.Ops,
		disruption.Ops,
		dns.Ops,
		image.Ops,
		kubeconfig.Ops,
		lifecycle.Ops,
		nodes.Ops,
		qos.Ops,
		resources.Ops,
		selectors.Ops,
		service.Ops,
		workloads.Ops,
	} {
		maps.Copy(ops, area)
	}
	clock.Serve(ops)
}
