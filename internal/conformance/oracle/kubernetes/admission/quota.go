package admission

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/admission/plugin/resourcequota"
	quotav1 "k8s.io/apiserver/pkg/quota/v1"
	"k8s.io/apiserver/pkg/quota/v1/generic"
	"k8s.io/client-go/kubernetes/fake"
	ktesting "k8s.io/client-go/testing"
	"k8s.io/client-go/tools/cache"
	kubectldescribe "k8s.io/kubectl/pkg/describe"
	quotacore "k8s.io/kubernetes/pkg/quota/v1/evaluator/core"
	quotainstall "k8s.io/kubernetes/pkg/quota/v1/install"
	testingclock "k8s.io/utils/clock/testing"

	"kubesem/oracle/kubernetes/input"
	"kubesem/oracle/wire"
)

// fixedLister lists objects in their order; the kubelet's store has none.
type fixedLister struct {
	cache.GenericLister
	cache.GenericNamespaceLister
	objects []runtime.Object
}

func (l fixedLister) List(labels.Selector) ([]runtime.Object, error) { return l.objects, nil }

func (l fixedLister) Get(string) (runtime.Object, error) { return nil, errors.New("unasked") }

func (l fixedLister) ByNamespace(namespace string) cache.GenericNamespaceLister {
	objects := slices.Clone(l.objects)
	return fixedLister{objects: slices.DeleteFunc(objects, func(object runtime.Object) bool {
		return namespaceOf(object.(metav1.Object).GetNamespace()) != namespace
	})}
}

// namespaceOf is the namespace in which kubectl creates an object that names none.
func namespaceOf(name string) string { return cmp.Or(name, metav1.NamespaceDefault) }

// decodeAs reads an object of a resource; of those that are only counted it reads the metadata.
func decodeAs(resourceName string, raw json.RawMessage) (runtime.Object, error) {
	switch resourceName {
	case "pods":
		pod := &v1.Pod{}
		return pod, input.Decode(raw, input.PodKind, pod)
	case "services":
		service := &v1.Service{}
		return service, input.Decode(raw, v1.SchemeGroupVersion.WithKind("Service"), service)
	case "persistentvolumeclaims":
		claim := &v1.PersistentVolumeClaim{}
		return claim, input.Decode(raw, claimKind, claim)
	}
	object := &metav1.PartialObjectMetadata{}
	return object, json.Unmarshal(raw, object)
}

var claimKind = v1.SchemeGroupVersion.WithKind("PersistentVolumeClaim")

// Evaluators are those of the quota controller, with one for each further resource that is counted.
func Evaluators(
	now *metav1.Time, counted []string, list quotav1.ListerForResourceFunc,
) (quotav1.Registry, error) {
	at := time.Now()
	if now != nil {
		at = now.Time
	}
	// With nothing enabled these are the ones that count objects under two names.
	aliased, err := quotacore.NewEvaluators(list, nil, func(schema.GroupVersionResource) bool { return false })
	if err != nil {
		return nil, err
	}
	registry := generic.NewRegistry(append(aliased,
		quotacore.NewPodEvaluator(list, testingclock.NewFakeClock(at)),
		quotacore.NewServiceEvaluator(list),
		quotacore.NewResourceClaimEvaluator(list, nil, nil, nil),
		quotacore.NewPersistentVolumeClaimEvaluator(list)))
	for _, name := range counted {
		group := schema.ParseGroupResource(name)
		if _, ignored := quotainstall.DefaultIgnoredResources()[group]; !ignored && registry.Get(group) == nil {
			registry.Add(generic.NewObjectCountEvaluator(
				group, generic.ListResourceUsingListerFunc(list, group.WithVersion("v1")), ""))
		}
	}
	return registry, nil
}

// quotaUsage asks for what the quota controller writes into the status.
func quotaUsage(in json.RawMessage) (any, error) {
	var args struct {
		Namespace     string
		Hard          v1.ResourceList
		Scopes        []v1.ResourceQuotaScope
		ScopeSelector *v1.ScopeSelector
		Objects       map[string][]json.RawMessage
		Now           *metav1.Time
	}
	if err := input.Objects(in, &args); err != nil {
		return nil, err
	}
	stored := map[string][]runtime.Object{}
	names := []string{}
	for name, list := range args.Objects {
		names = append(names, name)
		for _, raw := range list {
			object, err := decodeAs(name, raw)
			if err != nil {
				return nil, err
			}
			stored[name] = append(stored[name], object)
		}
	}
	registry, err := Evaluators(args.Now, names,
		func(resource schema.GroupVersionResource) (cache.GenericLister, error) {
			return fixedLister{objects: stored[resource.GroupResource().String()]}, nil
		})
	if err != nil {
		return nil, err
	}
	used, err := quotav1.CalculateUsage(namespaceOf(args.Namespace), args.Scopes, args.Hard, registry, args.ScopeSelector)
	return map[string]any{"used": used}, err
}

// quotaCheck asks the admission plugin whether an object may be created: under all quotas of its namespace, and under
// each name of each quota alone.
func quotaCheck(in json.RawMessage) (any, error) {
	var args struct {
		Quotas   []v1.ResourceQuota
		Resource string
		Object   json.RawMessage
		Now      *metav1.Time
	}
	if err := input.Objects(in, &args); err != nil {
		return nil, err
	}
	registry, err := Evaluators(args.Now, []string{args.Resource}, nil)
	if err != nil {
		return nil, err
	}
	group := schema.ParseGroupResource(args.Resource)
	object, err := decodeAs(args.Resource, args.Object)
	if err != nil {
		return nil, err
	}
	namespace := namespaceOf(object.(metav1.Object).GetNamespace())
	check := func(quotas ...v1.ResourceQuota) (string, error) {
		if len(quotas) == 0 {
			return "", nil
		}
		attributes := admission.NewAttributesRecord(object.DeepCopyObject(), nil, schema.GroupVersionKind{}, namespace,
			"name", group.WithVersion("v1"), "", admission.Create, &metav1.CreateOptions{}, false, nil)
		_, err := resourcequota.CheckRequest(quotas, attributes, registry.Get(group), nil)
		if apierrors.IsForbidden(err) {
			_, message, _ := strings.Cut(err.Error(), " is forbidden: ")
			return message, nil
		}
		if err != nil {
			return "", &wire.Error{Class: "Scope", Message: err.Error()}
		}
		return "", nil
	}
	quotas := []v1.ResourceQuota{}
	each := []map[string]string{}
	for _, quota := range args.Quotas {
		byName := map[string]string{}
		if namespaceOf(quota.Namespace) == namespace {
			quotas = append(quotas, quota)
			for name, hard := range quota.Status.Hard {
				alone := quota.DeepCopy()
				alone.Status.Hard = v1.ResourceList{name: hard}
				if message, err := check(*alone); err != nil {
					byName[string(name)] = "Scope"
				} else if message != "" {
					byName[string(name)] = message
				}
			}
		}
		each = append(each, byName)
	}
	message, err := check(quotas...)
	if err != nil {
		return nil, err
	}
	return map[string]any{"message": message, "each": each}, nil
}

// quotaAdmit creates an object several times, or updates one once, and stores the quotas after each request, as the
// admission plugin does.
func quotaAdmit(in json.RawMessage) (any, error) {
	var args struct {
		Quotas   []v1.ResourceQuota
		Resource string
		Object   json.RawMessage
		Before   json.RawMessage
		Count    int
		Now      *metav1.Time
	}
	if err := input.Objects(in, &args); err != nil {
		return nil, err
	}
	registry, err := Evaluators(args.Now, []string{args.Resource}, nil)
	if err != nil {
		return nil, err
	}
	group := schema.ParseGroupResource(args.Resource)
	object, err := decodeAs(args.Resource, args.Object)
	if err != nil {
		return nil, err
	}
	var before runtime.Object
	operation := admission.Create
	if len(args.Before) > 0 {
		if before, err = decodeAs(args.Resource, args.Before); err != nil {
			return nil, err
		}
		before.(metav1.Object).SetResourceVersion("1")
		operation = admission.Update
	}
	namespace := namespaceOf(object.(metav1.Object).GetNamespace())
	quotas := []v1.ResourceQuota{}
	for _, quota := range args.Quotas {
		if namespaceOf(quota.Namespace) == namespace {
			quotas = append(quotas, quota)
		}
	}
	admitted, message := 0, ""
	for ; admitted < args.Count && len(quotas) > 0; admitted++ {
		attributes := admission.NewAttributesRecord(object.DeepCopyObject(), before, schema.GroupVersionKind{}, namespace,
			"name", group.WithVersion("v1"), "", operation, nil, false, nil)
		after, err := resourcequota.CheckRequest(quotas, attributes, registry.Get(group), nil)
		if apierrors.IsForbidden(err) {
			_, message, _ = strings.Cut(err.Error(), " is forbidden: ")
			break
		}
		if err != nil {
			return nil, &wire.Error{Class: "Scope", Message: err.Error()}
		}
		stored, err := json.Marshal(after)
		if err != nil {
			return nil, err
		}
		quotas = nil
		if err := json.Unmarshal(stored, &quotas); err != nil {
			return nil, err
		}
	}
	used := []map[string]string{}
	for _, quota := range quotas {
		amounts := map[string]string{}
		for name, amount := range quota.Status.Used {
			amounts[string(name)] = amount.String()
		}
		used = append(used, amounts)
	}
	return map[string]any{"admitted": admitted, "message": message, "used": used}, nil
}

// quotaDescribe runs kubectl's describer on a quota.
func quotaDescribe(in json.RawMessage) (any, error) {
	var args struct{ Quota v1.ResourceQuota }
	if err := input.Objects(in, &args); err != nil {
		return nil, err
	}
	client := &fake.Clientset{}
	client.AddReactor("get", "resourcequotas", func(ktesting.Action) (bool, runtime.Object, error) {
		return true, &args.Quota, nil
	})
	describer := &kubectldescribe.ResourceQuotaDescriber{Interface: client}
	text, err := describer.Describe("", args.Quota.Name, kubectldescribe.DescriberSettings{})
	return map[string]string{"text": text}, err
}

// sortedMessages are the texts of an aggregate, which come out of maps.
func sortedMessages(err error) []string {
	messages := []string{}
	var many interface{ Errors() []error }
	switch {
	case err == nil:
	case errors.As(err, &many):
		for _, one := range many.Errors() {
			messages = append(messages, one.Error())
		}
	default:
		messages = append(messages, fmt.Sprint(err))
	}
	slices.Sort(messages)
	return messages
}
