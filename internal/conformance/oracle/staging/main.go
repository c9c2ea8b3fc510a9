// Command oracle-staging answers what the staging modules of Kubernetes compute: quantities, the
// requests and limits of Pods, the syntax of names and selectors, the text of durations, and how
// kubectl reads YAML.
package main

import (
	"maps"

	"kubesem/oracle/wire"
)

func main() {
	ops := map[string]wire.Op{}
	maps.Copy(ops, quantityOps)
	maps.Copy(ops, podOps)
	maps.Copy(ops, nameOps)
	maps.Copy(ops, durationOps)
	maps.Copy(ops, selectorOps)
	maps.Copy(ops, vocabularyOps)
	maps.Copy(ops, yamlOps)
	wire.Main(ops)
}
