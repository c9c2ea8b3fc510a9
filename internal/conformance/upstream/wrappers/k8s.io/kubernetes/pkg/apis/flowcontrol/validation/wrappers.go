package validation

import (
	flowcontrolv1 "k8s.io/api/flowcontrol/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/kubernetes/pkg/apis/flowcontrol"
	conversions "k8s.io/kubernetes/pkg/apis/flowcontrol/v1"
	"kubesem/upstream/record"
)

// The oracle applies the defaults before, so these record no results.

func ValidateFlowSchema(fs *flowcontrol.FlowSchema) field.ErrorList {
	versioned := &flowcontrolv1.FlowSchema{}
	if err := conversions.Convert_flowcontrol_FlowSchema_To_v1_FlowSchema(fs.DeepCopy(), versioned, nil); err != nil {
		panic(err)
	}
	versioned.TypeMeta = metav1.TypeMeta{APIVersion: "flowcontrol.apiserver.k8s.io/v1", Kind: "FlowSchema"}
	record.Begin("apf.validate", record.Map{"object": versioned}).NoResult()
	return orig_ValidateFlowSchema(fs)
}

func ValidatePriorityLevelConfiguration(
	pl *flowcontrol.PriorityLevelConfiguration, requestGV schema.GroupVersion, opts PriorityLevelValidationOptions,
) field.ErrorList {
	versioned := &flowcontrolv1.PriorityLevelConfiguration{}
	err := conversions.Convert_flowcontrol_PriorityLevelConfiguration_To_v1_PriorityLevelConfiguration(
		pl.DeepCopy(), versioned, nil)
	if err != nil {
		panic(err)
	}
	versioned.TypeMeta = metav1.TypeMeta{
		APIVersion: "flowcontrol.apiserver.k8s.io/v1", Kind: "PriorityLevelConfiguration",
	}
	record.Begin("apf.validate", record.Map{"object": versioned}).NoResult()
	return orig_ValidatePriorityLevelConfiguration(pl, requestGV, opts)
}
