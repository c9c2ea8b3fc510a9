package lifecycle

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/printers"

	"kubesem/oracle/kubernetes/apiserver"
)

// lifeChange is a status, and the row that kubectl prints. Conditions and containers are those that
// differ from the change before.
type lifeChange struct {
	AtMs                  int64             `json:"atMs"`
	Cells                 []any             `json:"cells"`
	Phase                 v1.PodPhase       `json:"phase"`
	Reason                string            `json:"reason,omitempty"`
	Message               string            `json:"message,omitempty"`
	PodIP                 string            `json:"podIP,omitempty"`
	Conditions            []v1.PodCondition `json:"conditions,omitempty"`
	InitContainerStatuses []lifeContainer   `json:"initContainerStatuses,omitempty"`
	ContainerStatuses     []lifeContainer   `json:"containerStatuses,omitempty"`
}

type lifeContainer struct {
	Name         string            `json:"name"`
	Ready        bool              `json:"ready"`
	Started      *bool             `json:"started,omitempty"`
	RestartCount int32             `json:"restartCount"`
	State        v1.ContainerState `json:"state"`
	LastState    v1.ContainerState `json:"lastState"`
}

// note keeps the status if it has changed.
func (l *life) note() error {
	known, _ := l.statuses.GetPodStatus(l.pod.UID)
	change := lifeChange{
		Phase: known.Phase, Reason: known.Reason, Message: known.Message, PodIP: known.PodIP,
		Conditions:            withoutGenerations(known.Conditions),
		InitContainerStatuses: lifeContainers(known.InitContainerStatuses),
		ContainerStatuses:     lifeContainers(known.ContainerStatuses),
	}
	text, err := json.Marshal([]any{change, l.pod.DeletionTimestamp})
	if err != nil || bytes.Equal(text, l.last) {
		return err
	}
	l.last = text
	shown, list := l.pod.DeepCopy(), &core.PodList{Items: make([]core.Pod, 1)}
	shown.Status = known
	legacyscheme.Scheme.Default(shown)
	if err := legacyscheme.Scheme.Convert(shown, &list.Items[0], nil); err != nil {
		return err
	}
	table, err := apiserver.Tables.GenerateTable(list, printers.GenerateOptions{})
	if err != nil {
		return err
	}
	change.AtMs, change.Cells = time.Since(l.Now).Milliseconds(), table.Rows[0].Cells[:5]
	before := l.before
	l.before = change
	change.Conditions = unlike(before.Conditions, change.Conditions)
	change.InitContainerStatuses = unlike(before.InitContainerStatuses, change.InitContainerStatuses)
	change.ContainerStatuses = unlike(before.ContainerStatuses, change.ContainerStatuses)
	l.changes = append(l.changes, change)
	return nil
}

// unlike are the elements that were not there before.
func unlike[T any](before, now []T) []T {
	return slices.DeleteFunc(slices.Clone(now), func(one T) bool {
		return slices.ContainsFunc(before, func(other T) bool { return reflect.DeepEqual(one, other) })
	})
}

func withoutGenerations(conditions []v1.PodCondition) []v1.PodCondition {
	copied := slices.Clone(conditions)
	for i := range copied {
		copied[i].ObservedGeneration = 0
	}
	return copied
}

func lifeContainers(statuses []v1.ContainerStatus) []lifeContainer {
	kept := make([]lifeContainer, len(statuses))
	for i, s := range statuses {
		kept[i] = lifeContainer{s.Name, s.Ready, s.Started, s.RestartCount, *s.State.DeepCopy(), *s.LastTerminationState.DeepCopy()}
		for _, state := range []v1.ContainerState{kept[i].State, kept[i].LastState} {
			if state.Terminated != nil {
				state.Terminated.ContainerID = ""
			}
		}
	}
	return kept
}
