package apiserver

import (
	"k8s.io/kubernetes/pkg/printers"
	"k8s.io/kubernetes/pkg/printers/internalversion"
)

// Tables makes tables as the API server does.
var Tables = printers.NewTableGenerator().With(internalversion.AddHandlers)
