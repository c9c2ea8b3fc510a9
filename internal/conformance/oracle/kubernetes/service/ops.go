// Package service asks about Services: their registry, their EndpointSlices and where traffic goes.
package service

import (
	"kubesem/oracle/wire"
)

// Ops are the operations of this package.
var Ops = map[string]wire.Op{
	"service.create":     serviceCreate,
	"service.update":     serviceUpdate,
	"service.validate":   serviceValidate,
	"service.bands":      serviceBands,
	"service.targetPort": serviceTargetPort,
	"service.pods":       servicePods,
	"service.columns":    serviceColumns,
	"service.slices":     serviceSlices,
	"service.endpoints":  serviceEndpoints,
	"service.mirror":     serviceMirror,
	"service.hints":      serviceHints,
	"service.traffic":    serviceTraffic,
}
