package daemon

import (
	"context"
	"fmt"

	apps "k8s.io/api/apps/v1"
	v1 "k8s.io/api/core/v1"
)

// Limits passes on updatedDesiredNodeCounts, on nodes of which all run the DaemonSet.
func Limits(ds *apps.DaemonSet, count int) (surge, unavailable int, err error) {
	nodes := []*v1.Node{}
	for i := range count {
		node := &v1.Node{}
		node.Name = fmt.Sprint(i)
		nodes = append(nodes, node)
	}
	controller := &DaemonSetsController{}
	surge, unavailable, _, err = controller.updatedDesiredNodeCounts(context.Background(), ds, nodes, map[string][]*v1.Pod{})
	return surge, unavailable, err
}
