package virtual

import "k8s.io/apiserver/pkg/util/flowcontrol/metrics"

// NoGauge measures nothing.
type NoGauge struct{}

func (NoGauge) Set(float64)            {}
func (NoGauge) Add(float64)            {}
func (NoGauge) Inc()                   {}
func (NoGauge) Dec()                   {}
func (NoGauge) SetToCurrentTime()      {}
func (NoGauge) SetDenominator(float64) {}

func (NoGauge) NewForLabelValuesSafe(float64, float64, []string) metrics.RatioedGauge {
	return NoGauge{}
}
