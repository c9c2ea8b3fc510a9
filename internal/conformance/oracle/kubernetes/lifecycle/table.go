package lifecycle

import (
	"bytes"
	"encoding/json"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	cliprinters "k8s.io/cli-runtime/pkg/printers"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/printers"

	"kubesem/oracle/kubernetes/apiserver"
	"kubesem/oracle/kubernetes/clock"
	"kubesem/oracle/kubernetes/input"
)

// podRow asks for the cells of a Pod, those of a wide table too, and for the condition of the row.
func podRow(in json.RawMessage) (any, error) {
	var args struct {
		Pod json.RawMessage
		Now time.Time
	}
	if err := input.Args(in, &args, &args.Pod); err != nil {
		return nil, err
	}
	table, err := serverTable([]json.RawMessage{args.Pod}, args.Now)
	if err != nil {
		return nil, err
	}
	row := table.Rows[0]
	return map[string]any{"cells": row.Cells, "completed": len(row.Conditions) > 0}, nil
}

type tableOptions struct {
	Wide, AllNamespaces, NoHeaders, ShowLabels bool
	LabelColumns                               []string
}

// podsTable asks for the text of kubectl get pods.
func podsTable(in json.RawMessage) (any, error) {
	var args struct {
		Pods    []json.RawMessage
		Now     time.Time
		Options tableOptions
	}
	if err := input.Parameters(in, &args); err != nil {
		return nil, err
	}
	table, err := serverTable(args.Pods, args.Now)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	err = cliprinters.NewTablePrinter(cliprinters.PrintOptions{
		Wide:          args.Options.Wide,
		WithNamespace: args.Options.AllNamespaces,
		NoHeaders:     args.Options.NoHeaders,
		ShowLabels:    args.Options.ShowLabels,
		ColumnLabels:  args.Options.LabelColumns,
	}).PrintObj(table, &text)
	return map[string]string{"text": text.String()}, err
}

// serverTable is the table that the API server sends for stored Pods.
func serverTable(raw []json.RawMessage, now time.Time) (*metav1.Table, error) {
	list := &core.PodList{Items: make([]core.Pod, len(raw))}
	for i, text := range raw {
		pod := &v1.Pod{}
		if err := input.Decode(text, input.PodKind, pod); err != nil {
			return nil, err
		}
		legacyscheme.Scheme.Default(pod)
		if err := legacyscheme.Scheme.Convert(pod, &list.Items[i], nil); err != nil {
			return nil, err
		}
	}
	var table *metav1.Table
	var err error
	clock.At(now, func() {
		table, err = apiserver.Tables.GenerateTable(list, printers.GenerateOptions{Wide: true})
	})
	return table, err
}
