// Package core asks for the vocabulary that all packages share: kinds and tolerations.
package core

import (
	"kubesem/oracle/wire"
)

// Ops are the operations of this package.
var Ops = map[string]wire.Op{
	"kind.named":    kindNamed,
	"kind.scope":    kindScope,
	"kind.types":    kindTypes,
	"object.decode": objectDecode,

	"tolerations.merge": mergeTolerations,
}
