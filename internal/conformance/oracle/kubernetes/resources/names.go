package resources

import (
	"encoding/json"
	"slices"
	"strings"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/kubernetes/pkg/apis/core"
	corehelper "k8s.io/kubernetes/pkg/apis/core/helper"
	v1helper "k8s.io/kubernetes/pkg/apis/core/v1/helper"
	"k8s.io/kubernetes/pkg/apis/core/validation"
	schedutil "k8s.io/kubernetes/pkg/scheduler/util"

	"kubesem/oracle/kubernetes/admission"
	"kubesem/oracle/kubernetes/input"
	"kubesem/oracle/wire"
)

func resourceKind(in json.RawMessage) (any, error) {
	text, err := input.Text(in)
	if err != nil {
		return nil, err
	}
	name, internal := v1.ResourceName(text), core.ResourceName(text)
	registry, err := admission.Evaluators(nil, []string{strings.TrimPrefix(text, "count/")}, nil)
	if err != nil {
		return nil, err
	}
	counted := []string{}
	for _, evaluator := range registry.List() {
		if len(evaluator.MatchingResources([]v1.ResourceName{name})) > 0 {
			counted = append(counted, evaluator.GroupResource().String())
		}
	}
	slices.Sort(counted)
	return map[string]any{
		"native":            v1helper.IsNativeResource(name),
		"prefixedNative":    v1helper.IsPrefixedNativeResource(name),
		"extended":          v1helper.IsExtendedResourceName(name),
		"hugePage":          v1helper.IsHugePageResourceName(name),
		"attachableVolume":  v1helper.IsAttachableVolumeResourceName(name),
		"overcommitAllowed": v1helper.IsOvercommitAllowed(name),
		"scalar":            schedutil.IsScalarResourceName(name),
		"quotaHugePage":     corehelper.IsQuotaHugePageResourceName(internal),
		"standard":          corehelper.IsStandardResourceName(internal),
		"standardContainer": corehelper.IsStandardContainerResourceName(internal),
		"standardQuota":     corehelper.IsStandardQuotaResourceName(internal),
		"integer":           corehelper.IsIntegerResourceName(internal),
		"counted":           counted,
		"quota":             details(validation.ValidateResourceQuotaResourceName(internal, nil)),
	}, nil
}

func resourceValue(in json.RawMessage) (any, error) {
	var args struct {
		Resource string
		Value    wire.Text
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	if err := wire.CheckQuantity(string(args.Value)); err != nil {
		return nil, err
	}
	value, err := resource.ParseQuantity(string(args.Value))
	if err != nil {
		return nil, &wire.Error{Class: "Decode", Message: err.Error()}
	}
	return details(validation.ValidateResourceQuantityValue(core.ResourceName(args.Resource), value, nil)), nil
}

// details are the messages of errors about one value.
func details(list field.ErrorList) []string {
	messages := []string{}
	for _, err := range list {
		messages = append(messages, err.Detail)
	}
	return messages
}
