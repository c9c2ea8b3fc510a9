package describe

import (
	"bytes"

	v1 "k8s.io/api/core/v1"
)

// ContainerState is what kubectl writes about the state of a container, before columns are aligned.
func ContainerState(status v1.ContainerStatus) string {
	var text bytes.Buffer
	describeContainerState(status, NewPrefixWriter(&text))
	return text.String()
}
