// Package selectors asks about field selectors, whose fields depend on the kind.
package selectors

import (
	"kubesem/oracle/wire"
)

// Ops are the operations of this package.
var Ops = map[string]wire.Op{
	"selector.fields": selectFields,
}
