package testing

import (
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/component-base/featuregate"
	"kubesem/upstream/record"
)

func SetFeatureGatesDuringTest(tb TB, gate featuregate.FeatureGate, features FeatureOverrides) {
	tb.Helper()
	for feature, value := range features {
		if gate.Enabled(feature) != value {
			noteGates(tb)
			break
		}
	}
	orig_SetFeatureGatesDuringTest(tb, gate, features)
}

func SetFeatureGateVersionsDuringTest(tb TB, gate featuregate.FeatureGate, emuVer, minCompatVer *version.Version) {
	tb.Helper()
	noteGates(tb)
	orig_SetFeatureGateVersionsDuringTest(tb, gate, emuVer, minCompatVer)
}

// noteGates marks the calls from now to the end of the test.
func noteGates(tb TB) {
	record.SetGates(true)
	tb.Cleanup(func() { record.SetGates(false) })
}
