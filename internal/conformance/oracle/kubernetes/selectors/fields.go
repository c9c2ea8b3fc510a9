package selectors

import (
	"encoding/json"
	"fmt"

	v1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	crconversion "k8s.io/apiextensions-apiserver/pkg/apiserver/conversion"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/storage"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	_ "k8s.io/kubernetes/pkg/apis/apps/install"
	_ "k8s.io/kubernetes/pkg/apis/batch/install"
	_ "k8s.io/kubernetes/pkg/apis/certificates/install"
	"k8s.io/kubernetes/pkg/apis/core"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	corev1 "k8s.io/kubernetes/pkg/apis/core/v1"
	_ "k8s.io/kubernetes/pkg/apis/discovery/install"
	_ "k8s.io/kubernetes/pkg/apis/events/install"
	_ "k8s.io/kubernetes/pkg/apis/rbac/install"
	_ "k8s.io/kubernetes/pkg/apis/resource/install"
	replicasetregistry "k8s.io/kubernetes/pkg/registry/apps/replicaset"
	jobregistry "k8s.io/kubernetes/pkg/registry/batch/job"
	certificatesregistry "k8s.io/kubernetes/pkg/registry/certificates/certificates"
	configmapregistry "k8s.io/kubernetes/pkg/registry/core/configmap"
	eventregistry "k8s.io/kubernetes/pkg/registry/core/event"
	namespaceregistry "k8s.io/kubernetes/pkg/registry/core/namespace"
	noderegistry "k8s.io/kubernetes/pkg/registry/core/node"
	persistentvolumeregistry "k8s.io/kubernetes/pkg/registry/core/persistentvolume"
	persistentvolumeclaimregistry "k8s.io/kubernetes/pkg/registry/core/persistentvolumeclaim"
	podregistry "k8s.io/kubernetes/pkg/registry/core/pod"
	replicationcontrollerregistry "k8s.io/kubernetes/pkg/registry/core/replicationcontroller"
	secretregistry "k8s.io/kubernetes/pkg/registry/core/secret"
	serviceregistry "k8s.io/kubernetes/pkg/registry/core/service"
	resourcesliceregistry "k8s.io/kubernetes/pkg/registry/resource/resourceslice"

	"kubesem/oracle/kubernetes/input"
	"kubesem/oracle/wire"
)

type attributes func(runtime.Object) (labels.Set, fields.Set, error)

// attributesOf are the functions of the registries of built-in kinds.
var attributesOf = map[schema.GroupKind]attributes{
	{Kind: "ConfigMap"}:                     configmapregistry.GetAttrs,
	{Kind: "Event"}:                         eventregistry.GetAttrs,
	{Kind: "Namespace"}:                     namespaceregistry.GetAttrs,
	{Kind: "Node"}:                          noderegistry.GetAttrs,
	{Kind: "PersistentVolume"}:              persistentvolumeregistry.GetAttrs,
	{Kind: "PersistentVolumeClaim"}:         persistentvolumeclaimregistry.GetAttrs,
	{Kind: "Pod"}:                           podregistry.GetAttrs,
	{Kind: "ReplicationController"}:         replicationcontrollerregistry.GetAttrs,
	{Kind: "Secret"}:                        secretregistry.GetAttrs,
	{Kind: "Service"}:                       serviceregistry.GetAttrs,
	{Group: "apps", Kind: "ReplicaSet"}:     replicasetregistry.GetAttrs,
	{Group: "apps", Kind: "Deployment"}:     storage.DefaultNamespaceScopedAttr,
	{Group: "batch", Kind: "Job"}:           jobregistry.GetAttrs,
	{Group: "events.k8s.io", Kind: "Event"}: eventregistry.GetAttrs,
	{Group: "certificates.k8s.io", Kind: "CertificateSigningRequest"}: certificatesregistry.GetAttrs,
	{Group: "discovery.k8s.io", Kind: "EndpointSlice"}:                storage.DefaultNamespaceScopedAttr,
	{Group: "rbac.authorization.k8s.io", Kind: "ClusterRole"}:         storage.DefaultClusterScopedAttr,
	{Group: "resource.k8s.io", Kind: "ResourceSlice"}:                 resourcesliceregistry.GetAttrs,
}

// selectFields asks which fields of an object a field selector can read, and whether it selects the object.
func selectFields(in json.RawMessage) (any, error) {
	var args struct {
		Text             wire.Text
		Object           json.RawMessage
		SelectableFields []apiextensionsv1.SelectableField
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	object := &unstructured.Unstructured{}
	if err := json.Unmarshal(args.Object, &object.Object); err != nil {
		return nil, err
	}
	selector, err := fields.ParseSelector(string(args.Text))
	if err != nil {
		return nil, &wire.Error{Class: "Selector", Message: err.Error()}
	}
	kind := object.GroupVersionKind()
	var found fields.Set
	convert := legacyscheme.Scheme.ConvertFieldLabel
	if legacyscheme.Scheme.Recognizes(kind) {
		found, err = builtinFields(args.Object, kind)
	} else {
		// The numbers of an unstructured object are integers where they can be.
		if err := object.UnmarshalJSON(args.Object); err != nil {
			return nil, &wire.Error{Class: "Decode", Message: err.Error()}
		}
		strategy := customresource.NewStrategy(nil, true, kind, nil, nil, nil, nil, nil, args.SelectableFields)
		_, found, err = strategy.GetAttrs(object)
		if err == nil {
			convert, err = customConversion(kind, args.SelectableFields)
		}
	}
	if err != nil {
		return nil, err
	}
	unsupported := []string{}
	for _, requirement := range selector.Requirements() {
		if _, _, err := convert(kind, requirement.Field, requirement.Value); err != nil {
			unsupported = append(unsupported, requirement.Field)
		}
	}
	answer := map[string]any{"string": selector.String(), "unsupported": unsupported, "fields": found}
	if len(unsupported) == 0 {
		converted, err := selector.Transform(func(field, value string) (string, string, error) {
			return convert(kind, field, value)
		})
		if err != nil {
			return nil, err
		}
		answer["matches"] = converted.Matches(found)
	}
	return answer, nil
}

// builtinFields converts an object, without defaults, as the API server does before it selects.
func builtinFields(raw json.RawMessage, kind schema.GroupVersionKind) (fields.Set, error) {
	attributes, ok := attributesOf[kind.GroupKind()]
	if !ok {
		return nil, fmt.Errorf("no attributes of %s", kind)
	}
	external, err := legacyscheme.Scheme.New(kind)
	if err != nil {
		return nil, err
	}
	if err := input.Decode(raw, kind, external); err != nil {
		return nil, err
	}
	if pod, ok := external.(*v1.Pod); ok {
		syncAliases(pod)
	}
	internal, err := internalObject(kind)
	if err != nil {
		return nil, err
	}
	if err := legacyscheme.Scheme.Convert(external, internal, nil); err != nil {
		return nil, err
	}
	_, found, err := attributes(internal)
	return found, err
}

// syncAliases applies those defaults that keep two names of one field equal.
func syncAliases(pod *v1.Pod) {
	corev1.SetDefaults_PodStatus(&pod.Status)
	defaulted := pod.Spec.DeepCopy()
	corev1.SetDefaults_PodSpec(defaulted)
	pod.Spec.ServiceAccountName = defaulted.ServiceAccountName
}

// internalObject is an empty object of the internal type, which the two kinds of events share.
func internalObject(kind schema.GroupVersionKind) (runtime.Object, error) {
	if kind.Group == "events.k8s.io" {
		return &core.Event{}, nil
	}
	kind.Version = runtime.APIVersionInternal
	return legacyscheme.Scheme.New(kind)
}

// customConversion returns which fields of a custom resource can be selected.
func customConversion(
	kind schema.GroupVersionKind, selectable []apiextensionsv1.SelectableField,
) (func(schema.GroupVersionKind, string, string) (string, string, error), error) {
	definition := &apiextensionsv1.CustomResourceDefinition{}
	definition.Spec.Group = kind.Group
	definition.Spec.Scope = apiextensionsv1.NamespaceScoped
	definition.Spec.Conversion = &apiextensionsv1.CustomResourceConversion{Strategy: apiextensionsv1.NoneConverter}
	definition.Spec.Versions = []apiextensionsv1.CustomResourceDefinitionVersion{
		{Name: kind.Version, SelectableFields: selectable},
	}
	converter, _, err := (&crconversion.CRConverterFactory{}).NewConverter(definition)
	if err != nil {
		return nil, err
	}
	return converter.ConvertFieldLabel, nil
}
