package image

import (
	"context"
	"encoding/json"
	"maps"
	"strings"

	v1 "k8s.io/api/core/v1"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/apiserver/pkg/admission"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/client-go/informers"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/core"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	kubeletscheme "k8s.io/kubernetes/pkg/kubelet/apis/config/scheme"
	"k8s.io/kubernetes/pkg/kubelet/apis/config/validation"
	"k8s.io/kubernetes/plugin/pkg/admission/alwayspullimages"
	"k8s.io/kubernetes/plugin/pkg/admission/serviceaccount"

	"kubesem/oracle/kubernetes/input"
	"kubesem/oracle/wire"
)

var _, kubeletCodecs, kubeletSchemeError = kubeletscheme.NewSchemeAndCodecs()

// settingProblems are the problems with settings about images by what their messages hold.
var settingProblems = []struct{ class, part string }{
	{"NotPositive", "must be a positive number"},
	{"Serialized", "maxParallelImagePulls cannot be larger than 1"},
	{"UnknownPolicy", "specified for imagePullCredentialsVerificationPolicy"},
	{"AllowlistNotUsed", "can't set `preloadedImagesVerificationAllowlist`"},
	{"InvalidPattern", "invalid image pattern in `preloadedImagesVerificationAllowlist`"},
}

// pullSettings validates some fields of a kubelet's configuration.
func pullSettings(in json.RawMessage) (any, error) {
	if kubeletSchemeError != nil {
		return nil, kubeletSchemeError
	}
	fields := map[string]any{}
	if err := json.Unmarshal(in, &fields); err != nil {
		return nil, err
	}
	maps.Copy(fields, map[string]any{
		"apiVersion": "kubelet.config.k8s.io/v1beta1", "kind": "KubeletConfiguration",
	})
	raw, err := json.Marshal(fields)
	if err != nil {
		return nil, err
	}
	object, _, err := kubeletCodecs.UniversalDecoder().Decode(raw, nil, nil)
	if err != nil {
		return nil, &wire.Error{Class: "Decode", Message: err.Error()}
	}
	config := object.(*kubeletconfig.KubeletConfiguration)
	problems := []string{}
	if all, ok := validation.ValidateKubeletConfiguration(config, utilfeature.DefaultFeatureGate).(utilerrors.Aggregate); ok {
		for _, problem := range all.Errors() {
			for _, known := range settingProblems {
				if strings.Contains(problem.Error(), known.part) {
					problems = append(problems, known.class)
					break
				}
			}
		}
	}
	return struct {
		SerializeImagePulls   bool     `json:"serializeImagePulls"`
		MaxParallelImagePulls *int32   `json:"maxParallelImagePulls"`
		Policy                string   `json:"policy"`
		Problems              []string `json:"problems"`
	}{
		config.SerializeImagePulls, config.MaxParallelImagePulls,
		config.ImagePullCredentialsVerificationPolicy, problems,
	}, nil
}

// toInternal reads a Pod as an admission plugin receives it, optionally without the defaults that are
// applied before.
func toInternal(raw json.RawMessage, withDefaults bool) (*core.Pod, error) {
	pod := &v1.Pod{}
	if err := input.Decode(raw, input.PodKind, pod); err != nil {
		return nil, err
	}
	if withDefaults {
		legacyscheme.Scheme.Default(pod)
	}
	internal := &core.Pod{}
	return internal, legacyscheme.Scheme.Convert(pod, internal, nil)
}

func fromInternal(internal *core.Pod) (*v1.Pod, error) {
	pod := &v1.Pod{}
	return pod, legacyscheme.Scheme.Convert(internal, pod, nil)
}

func podAttributes(pod, oldPod *core.Pod) admission.Attributes {
	operation := admission.Create
	var old *core.Pod
	if oldPod != nil {
		operation, old = admission.Update, oldPod
	}
	return admission.NewAttributesRecord(pod, old, input.PodKind, pod.Namespace, pod.Name,
		v1.SchemeGroupVersion.WithResource("pods"), "", operation, nil, false, nil)
}

// alwaysPull runs the admission plugin AlwaysPullImages on a Pod, as it is after defaulting.
func alwaysPull(in json.RawMessage) (any, error) {
	var args struct{ Pod, OldPod json.RawMessage }
	if err := input.Args(in, &args, &args.Pod); err != nil {
		return nil, err
	}
	pod, err := toInternal(args.Pod, false)
	if err != nil {
		return nil, err
	}
	var old *core.Pod
	if args.OldPod != nil {
		if old, err = toInternal(args.OldPod, false); err != nil {
			return nil, err
		}
	}
	plugin := alwayspullimages.NewAlwaysPullImages()
	attributes := podAttributes(pod, old)
	isValid := plugin.Validate(context.Background(), attributes, nil) == nil
	if err := plugin.Admit(context.Background(), attributes, nil); err != nil {
		return nil, err
	}
	admitted, err := fromInternal(pod)
	return map[string]any{"isValid": isValid, "pod": admitted}, err
}

// inheritedPullSecrets asks the admission plugin ServiceAccount which Secrets a Pod pulls with.
func inheritedPullSecrets(in json.RawMessage) (any, error) {
	var args struct {
		Pod            json.RawMessage
		ServiceAccount v1.ServiceAccount
	}
	if err := input.Args(in, &args, &args.Pod); err != nil {
		return nil, err
	}
	pod, err := toInternal(args.Pod, true)
	if err != nil {
		return nil, err
	}
	account := args.ServiceAccount
	account.Namespace, pod.Namespace = "ns", "ns"
	if account.Name = pod.Spec.ServiceAccountName; account.Name == "" {
		account.Name = serviceaccount.DefaultServiceAccountName
	}
	plugin := serviceaccount.NewServiceAccount()
	plugin.MountServiceAccountToken = false
	factory := informers.NewSharedInformerFactory(nil, 0)
	plugin.SetExternalKubeInformerFactory(factory)
	if err := factory.Core().V1().ServiceAccounts().Informer().GetIndexer().Add(&account); err != nil {
		return nil, err
	}
	if err := plugin.Admit(context.Background(), podAttributes(pod, nil), nil); err != nil {
		return nil, &wire.Error{Class: "Forbidden", Message: err.Error()}
	}
	names := []string{}
	for _, reference := range pod.Spec.ImagePullSecrets {
		names = append(names, reference.Name)
	}
	return map[string]any{
		"imagePullSecrets": names, "serviceAccountName": pod.Spec.ServiceAccountName,
	}, nil
}
