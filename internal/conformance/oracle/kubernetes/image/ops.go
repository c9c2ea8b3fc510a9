// Package image asks about image names, pulling and the credentials for it.
package image

import (
	"kubesem/oracle/wire"
)

// Ops are the operations of this package.
var Ops = map[string]wire.Op{
	"image.reference":    parseReference,
	"image.parse":        parseImage,
	"image.pullPolicy":   pullPolicy,
	"image.glob":         matchGlob,
	"keyring.lookup":     lookupRings,
	"keyring.secrets":    lookupSecrets,
	"keyring.explain":    explainKeyring,
	"image.providers":    matchingProviders,
	"image.dockerSecret": dockerSecret,
	"image.mustPull":     mustPull,
	"image.ensure":       ensureImage,
	"image.pullSettings": pullSettings,
	"image.alwaysPull":   alwaysPull,
	"image.pullSecrets":  inheritedPullSecrets,
}
