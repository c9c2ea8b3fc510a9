// Package dns asks for the resolver and the hostname that the kubelet gives to a Pod.
package dns

import (
	"kubesem/oracle/wire"
)

// Ops are the operations of this package.
var Ops = map[string]wire.Op{
	"dns.podResolvConf": podResolvConf,
	"dns.nodeLimits":    nodeLimits,
	"dns.hostname":      podHostname,
	"dns.objectNames":   validateNamed,
}
