package resourcequota

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/admission"
	resourcequotaapi "k8s.io/apiserver/pkg/admission/plugin/resourcequota/apis/resourcequota"
	quota "k8s.io/apiserver/pkg/quota/v1"
	"kubesem/upstream/record"
)

// Versioned converts an internal object; this package does not know the conversions, its tests' package sets it.
var Versioned = func(object runtime.Object) (runtime.Object, bool) { return object, false }

func CheckRequest(
	quotas []corev1.ResourceQuota, a admission.Attributes, evaluator quota.Evaluator,
	limited []resourcequotaapi.LimitedResource,
) ([]corev1.ResourceQuota, error) {
	var call *record.Call
	object, ok := Versioned(a.GetObject())
	if !ok || len(limited) > 0 || a.GetOperation() != admission.Create || a.GetSubresource() != "" {
		record.Skip("quota.check", "no creation of a Pod, claim or Service, or resources limited by the configuration of the server")
	} else {
		call = record.Begin("quota.check", record.Map{
			"quotas": quotas, "resource": a.GetResource().GroupResource().String(), "object": object,
		})
	}
	changed, err := orig_CheckRequest(quotas, a, evaluator, limited)
	switch {
	case err == nil:
		call.Out(record.Map{"message": ""})
	case apierrors.IsForbidden(err):
		_, message, _ := strings.Cut(err.Error(), " is forbidden: ")
		call.Out(record.Map{"message": message})
	default:
		call.Err("Scope")
	}
	return changed, err
}
