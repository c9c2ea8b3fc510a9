package alwayspullimages

import (
	"context"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apiserver/pkg/admission"
	api "k8s.io/kubernetes/pkg/apis/core"
	conversions "k8s.io/kubernetes/pkg/apis/core/v1"
	"kubesem/upstream/record"
)

func (a *AlwaysPullImages) Admit(
	ctx context.Context, attributes admission.Attributes, o admission.ObjectInterfaces,
) error {
	call := begin(attributes)
	err := a.orig_Admit(ctx, attributes, o)
	if pod, ok := attributes.GetObject().(*api.Pod); ok && err == nil {
		call.Out(record.Map{"pod": versioned(pod)})
	}
	return err
}

func (a *AlwaysPullImages) Validate(
	ctx context.Context, attributes admission.Attributes, o admission.ObjectInterfaces,
) error {
	call := begin(attributes)
	err := a.orig_Validate(ctx, attributes, o)
	call.Out(record.Map{"isValid": err == nil})
	return err
}

func begin(attributes admission.Attributes) *record.Call {
	pod, ok := attributes.GetObject().(*api.Pod)
	isOfPods := attributes.GetResource().GroupResource() == api.Resource("pods") && attributes.GetSubresource() == ""
	if !ok || !isOfPods {
		record.Skip("image.alwaysPull", "no request about a Pod")
		return nil
	}
	in := record.Map{"pod": versioned(pod)}
	if attributes.GetOperation() == admission.Update {
		if old, ok := attributes.GetOldObject().(*api.Pod); ok {
			in["oldPod"] = versioned(old)
		}
	}
	return record.Begin("image.alwaysPull", in)
}

func versioned(pod *api.Pod) *v1.Pod {
	converted := &v1.Pod{}
	if err := conversions.Convert_core_Pod_To_v1_Pod(pod.DeepCopy(), converted, nil); err != nil {
		panic(err)
	}
	return converted
}
