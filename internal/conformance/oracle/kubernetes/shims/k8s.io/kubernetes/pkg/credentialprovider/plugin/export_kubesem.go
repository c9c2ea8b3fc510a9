package plugin

import (
	"k8s.io/apimachinery/pkg/util/validation/field"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
)

// DecodeConfig passes on decode.
func DecodeConfig(data []byte) (*kubeletconfig.CredentialProviderConfig, error) { return decode(data) }

// ValidateConfig passes on validateCredentialProviderConfig.
func ValidateConfig(config *kubeletconfig.CredentialProviderConfig, serviceAccountTokens bool) field.ErrorList {
	return validateCredentialProviderConfig(config, serviceAccountTokens)
}

// IsImageAllowed passes on what a provider with these patterns says.
func IsImageAllowed(matchImages []string, image string) bool {
	return (&pluginProvider{matchImages: matchImages}).isImageAllowed(image)
}
