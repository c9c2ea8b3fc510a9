// Package quiet keeps what Kubernetes logs about the cases off the standard error stream.
package quiet

import (
	"context"
	"io"

	"github.com/go-logr/logr"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/klog/v2"
)

// Context is for functions that log to the logger of their context.
var Context = klog.NewContext(context.Background(), logr.Discard())

func init() {
	klog.SetLogger(logr.Discard())
	klog.SetOutput(io.Discard)
	// Errors are answers of fakes: nothing needs to slow them down. One of the handlers remembers a real time, and would
	// sleep until it in a virtual one.
	utilruntime.ErrorHandlers = nil
}
