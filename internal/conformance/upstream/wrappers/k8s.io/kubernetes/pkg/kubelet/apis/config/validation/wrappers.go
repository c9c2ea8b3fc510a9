package validation

import (
	"k8s.io/component-base/featuregate"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"kubesem/upstream/record"
)

// ValidateKubeletConfiguration records what a file would say about the pulling of images. The oracle applies the
// defaults before, and knows other rules than those about images.
func ValidateKubeletConfiguration(kc *kubeletconfig.KubeletConfiguration, featureGate featuregate.FeatureGate) error {
	in := record.Map{
		"serializeImagePulls":                    kc.SerializeImagePulls,
		"imagePullCredentialsVerificationPolicy": kc.ImagePullCredentialsVerificationPolicy,
	}
	if kc.MaxParallelImagePulls != nil {
		in["maxParallelImagePulls"] = *kc.MaxParallelImagePulls
	}
	if kc.PreloadedImagesVerificationAllowlist != nil {
		in["preloadedImagesVerificationAllowlist"] = kc.PreloadedImagesVerificationAllowlist
	}
	record.Begin("image.pullSettings", in).NoResult()
	return orig_ValidateKubeletConfiguration(kc, featureGate)
}
