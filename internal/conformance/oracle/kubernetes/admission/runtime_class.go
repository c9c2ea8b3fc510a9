package admission

import (
	"context"
	"encoding/json"
	"errors"

	v1 "k8s.io/api/core/v1"
	nodev1 "k8s.io/api/node/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	core "k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/plugin/pkg/admission/runtimeclass"

	"kubesem/oracle/kubernetes/input"
)

// runtimeClassApply lets the admission plugin change and check a new Pod. Without defaults.
func runtimeClassApply(in json.RawMessage) (any, error) {
	var args struct{ Pod, RuntimeClass json.RawMessage }
	pod := &v1.Pod{}
	if err := input.Pod(in, &args, &args.Pod, pod); err != nil {
		return nil, err
	}
	class := &nodev1.RuntimeClass{}
	client := fake.NewClientset()
	factory := informers.NewSharedInformerFactory(client, 0)
	if args.RuntimeClass != nil {
		if err := input.Decode(args.RuntimeClass, nodev1.SchemeGroupVersion.WithKind("RuntimeClass"), class); err != nil {
			return nil, err
		}
		if err := factory.Node().V1().RuntimeClasses().Informer().GetIndexer().Add(class); err != nil {
			return nil, err
		}
	}
	plugin := runtimeclass.NewRuntimeClass()
	plugin.SetExternalKubeClientSet(client)
	plugin.SetExternalKubeInformerFactory(factory)
	internal := &core.Pod{}
	if err := legacyscheme.Scheme.Convert(pod, internal, nil); err != nil {
		return nil, err
	}
	attributes := admission.NewAttributesRecord(internal, nil, core.Kind("Pod").WithVersion(""), pod.Namespace, pod.Name,
		core.Resource("pods").WithVersion(""), "", admission.Create, &metav1.CreateOptions{}, false, &user.DefaultInfo{})
	err := plugin.Admit(context.Background(), attributes, nil)
	if err == nil {
		err = plugin.Validate(context.Background(), attributes, nil)
	}
	if err != nil {
		var status *apierrors.StatusError
		if errors.As(err, &status) {
			return map[string]any{"code": status.ErrStatus.Code, "message": status.ErrStatus.Message}, nil
		}
		return nil, err
	}
	admitted := &v1.Pod{}
	if err := legacyscheme.Scheme.Convert(internal, admitted, nil); err != nil {
		return nil, err
	}
	return map[string]any{"overhead": admitted.Spec.Overhead, "nodeSelector": admitted.Spec.NodeSelector, "tolerations": admitted.Spec.Tolerations}, nil
}
