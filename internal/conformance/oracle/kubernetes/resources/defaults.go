package resources

import (
	"encoding/json"

	"kubesem/oracle/kubernetes/apiserver"
	"kubesem/oracle/kubernetes/input"
)

func podDefaults(in json.RawMessage) (any, error) {
	var args struct{ Pod json.RawMessage }
	if err := input.Args(in, &args, &args.Pod); err != nil {
		return nil, err
	}
	return apiserver.CreatePod(args.Pod)
}

func templateDefaults(in json.RawMessage) (any, error) {
	var args struct{ Template json.RawMessage }
	if err := input.Args(in, &args, &args.Template); err != nil {
		return nil, err
	}
	return apiserver.CreateFromTemplate(args.Template)
}
