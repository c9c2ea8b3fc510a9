package serviceaccount

import (
	"context"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apiserver/pkg/admission"
	api "k8s.io/kubernetes/pkg/apis/core"
	conversions "k8s.io/kubernetes/pkg/apis/core/v1"
	"kubesem/upstream/record"
)

const pullSecrets = "image.pullSecrets"

func (s *Plugin) Admit(ctx context.Context, a admission.Attributes, o admission.ObjectInterfaces) error {
	pod, ok := a.GetObject().(*api.Pod)
	if !ok || shouldIgnore(a) || a.GetOperation() != admission.Create || s.serviceAccountLister == nil {
		record.Skip(pullSecrets, "no request to create a Pod, or no service accounts")
		return s.orig_Admit(ctx, a, o)
	}
	given := &v1.Pod{}
	if err := conversions.Convert_core_Pod_To_v1_Pod(pod.DeepCopy(), given, nil); err != nil {
		panic(err)
	}
	err := s.orig_Admit(ctx, a, o)
	account, accountErr := s.serviceAccountLister.ServiceAccounts(a.GetNamespace()).Get(pod.Spec.ServiceAccountName)
	if err != nil || accountErr != nil {
		record.Skip(pullSecrets, "rejected for another reason than pull secrets, or without an account in the cache")
		return err
	}
	names := []string{}
	for _, reference := range pod.Spec.ImagePullSecrets {
		names = append(names, reference.Name)
	}
	record.Begin(pullSecrets, record.Map{"pod": given, "serviceAccount": account}).Out(record.Map{
		"imagePullSecrets": names, "serviceAccountName": pod.Spec.ServiceAccountName,
	})
	return err
}
