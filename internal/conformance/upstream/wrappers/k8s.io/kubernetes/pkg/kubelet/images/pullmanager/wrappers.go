package pullmanager

import (
	"context"

	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"kubesem/upstream/record"
)

func (f *PullManager) MustAttemptImagePull(
	ctx context.Context, image, imageRef string, getPodCredentials GetPodCredentials,
) (bool, error) {
	in, ok := f.parametersOf(image, imageRef)
	noting := getPodCredentials
	if getPodCredentials != nil {
		noting = func() ([]kubeletconfig.ImagePullSecret, *kubeletconfig.ImagePullServiceAccount, error) {
			secrets, account, err := getPodCredentials()
			in["podSecrets"] = secretsOf(secrets)
			if account != nil {
				in["podServiceAccount"] = accountOf(*account)
			}
			return secrets, account, err
		}
	}
	must, err := f.orig_MustAttemptImagePull(ctx, image, imageRef, noting)
	if ok && err == nil {
		record.Begin("image.mustPull", in).Out(record.Map{"mustPull": must})
	} else {
		record.Skip("image.mustPull", "the image is not on the node, or something fails")
	}
	return must, err
}

// parametersOf asks the policy about the image: for one image, a policy with an allowlist is one of the others.
func (f *PullManager) parametersOf(image, imageRef string) (in record.Map, ok bool) {
	policies := map[[2]bool]kubeletconfig.ImagePullCredentialsVerificationPolicy{
		{false, false}: kubeletconfig.NeverVerify,
		{true, false}:  kubeletconfig.NeverVerifyPreloadedImages,
		{true, true}:   kubeletconfig.AlwaysVerify,
	}
	policy, ok := policies[[2]bool{
		f.imagePolicyEnforcer.RequireCredentialVerificationForImage(image, true),
		f.imagePolicyEnforcer.RequireCredentialVerificationForImage(image, false),
	}]
	pulled, exists, recordErr := f.recordsAccessor.GetImagePulledRecord(imageRef)
	intended, intentErr := f.recordsAccessor.ImagePullIntentExists(image)
	in = record.Map{
		"policy": policy, "image": image, "podSecrets": []any{},
		"hasPullIntent": intended || f.getIntentCounterForImage(image) > 0,
	}
	if exists && pulled != nil {
		mapping := record.Map{}
		for name, credentials := range pulled.CredentialMapping {
			accounts := []record.Map{}
			for _, one := range credentials.KubernetesServiceAccounts {
				accounts = append(accounts, accountOf(one))
			}
			mapping[name] = record.Map{
				"kubernetesSecrets":         secretsOf(credentials.KubernetesSecrets),
				"kubernetesServiceAccounts": accounts,
				"nodePodsAccessible":        credentials.NodePodsAccessible,
			}
		}
		in["record"] = record.Map{"credentialMapping": mapping}
	}
	return in, ok && imageRef != "" && recordErr == nil && intentErr == nil
}

func secretsOf(list []kubeletconfig.ImagePullSecret) []record.Map {
	found := []record.Map{}
	for _, one := range list {
		found = append(found, record.Map{
			"uid": one.UID, "namespace": one.Namespace, "name": one.Name, "credentialHash": one.CredentialHash,
		})
	}
	return found
}

func accountOf(account kubeletconfig.ImagePullServiceAccount) record.Map {
	return record.Map{"uid": account.UID, "namespace": account.Namespace, "name": account.Name}
}
