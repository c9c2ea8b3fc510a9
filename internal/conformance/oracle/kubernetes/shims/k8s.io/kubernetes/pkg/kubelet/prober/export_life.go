package prober

import "time"

// StartedAt sets when the kubelet of a manager started.
func StartedAt(m Manager, start time.Time) { m.(*manager).start = start }
