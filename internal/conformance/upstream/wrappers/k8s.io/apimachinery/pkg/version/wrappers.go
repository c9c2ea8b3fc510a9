package version

import (
	"cmp"

	"kubesem/upstream/record"
)

func CompareKubeAwareVersionStrings(v1, v2 string) int {
	result := orig_CompareKubeAwareVersionStrings(v1, v2)
	record.Begin("version.compare", record.Map{"a": v1, "b": v2}).Out(cmp.Compare(result, 0))
	return result
}
