package pullmanager

import (
	"context"

	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"kubesem/upstream/record"
)

func (f *PullManager) MustAttemptImagePull(
	ctx context.Context, image, imageRef string, getPodCredentials GetPodCredentials,
) (bool, error) {
	call := f.begin(image, imageRef, getPodCredentials)
	must, err := f.orig_MustAttemptImagePull(ctx, image, imageRef, getPodCredentials)
	if err == nil {
		call.Out(must)
	}
	return must, err
}

// begin asks the policy about the image: for one image, a policy with an allowlist is one of the others.
func (f *PullManager) begin(image, imageRef string, getPodCredentials GetPodCredentials) *record.Call {
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
	secrets, account, credentialsErr := getPodCredentials()
	if !ok || imageRef == "" || recordErr != nil || intentErr != nil || credentialsErr != nil {
		record.Skip("image.mustPull", "the image is not on the node, or something fails")
		return nil
	}
	in := record.Map{
		"policy": policy, "image": image, "podSecrets": secrets, "podServiceAccount": account,
		"hasPullIntent": intended || f.getIntentCounterForImage(image) > 0,
	}
	if exists && pulled != nil {
		in["record"] = record.Map{"credentialMapping": pulled.CredentialMapping}
	}
	return record.Begin("image.mustPull", in)
}
