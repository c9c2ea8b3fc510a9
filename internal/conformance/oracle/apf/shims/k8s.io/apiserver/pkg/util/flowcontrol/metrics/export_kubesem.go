package metrics

import (
	"sync"
	"time"
)

var now = time.Now

// virtualNow is the clock of the timing histograms.
func virtualNow() time.Time { return now() }

// Restart sets all metrics to zero. From then on the timing histograms read this clock.
func Restart(clock func() time.Time) {
	now = clock
	Reset()
	apiserverFairFracs.Set(0)
	for _, index := range []*indexOnce{
		&waitingReadonly, &executingReadonly, &waitingMutating, &executingMutating,
	} {
		index.once = sync.Once{}
	}
}
