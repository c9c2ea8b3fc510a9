package plugin

import (
	"strings"

	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"kubesem/upstream/record"
	"sigs.k8s.io/yaml"
)

// decode asks about an image that the first provider may match. The oracle validates the configuration, too.
func decode(data []byte) (*kubeletconfig.CredentialProviderConfig, error) {
	config, err := orig_decode(data)
	var written any
	if yaml.UnmarshalStrict(data, &written) != nil {
		record.Skip("image.providers", "a file that is not strict YAML")
		return config, err
	}
	image := "registry.k8s.io/pause"
	if err == nil && len(config.Providers) > 0 && len(config.Providers[0].MatchImages) > 0 {
		image = strings.ReplaceAll(config.Providers[0].MatchImages[0], "*", "x") + "/app"
	}
	call := record.Begin("image.providers", record.Map{"config": written, "image": record.Text(image)})
	if err != nil {
		call.Err("Decode")
	} else {
		call.NoResult()
	}
	return config, err
}
