package secrets

import (
	"encoding/json"

	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/credentialprovider"
	"kubesem/upstream/record"
)

func MakeDockerKeyring(
	passedSecrets []v1.Secret, defaultKeyring credentialprovider.DockerKeyring,
) (credentialprovider.DockerKeyring, error) {
	made, err := orig_MakeDockerKeyring(passedSecrets, defaultKeyring)
	node, ok := defaultKeyring.(*credentialprovider.BasicDockerKeyring)
	if err != nil || !ok || len(credentialprovider.Configurations(node)) > 1 {
		record.Skip("keyring.secrets", "the keyring of the node is none that a file describes")
		return made, err
	}
	secrets, err := json.Marshal(passedSecrets)
	if err != nil {
		panic(err)
	}
	in := record.Map{"secrets": json.RawMessage(secrets)}
	for _, config := range credentialprovider.Configurations(node) {
		in["node"] = config
	}
	return recordingKeyring{made, in}, nil
}

// recordingKeyring records what is looked up in it.
type recordingKeyring struct {
	credentialprovider.DockerKeyring
	in record.Map
}

func (k recordingKeyring) Lookup(image string) ([]credentialprovider.TrackedAuthConfig, bool) {
	in := record.Map{"image": record.Text(image)}
	for name, value := range k.in {
		in[name] = value
	}
	call := record.Begin("keyring.secrets", in)
	found, ok := k.DockerKeyring.Lookup(image)
	call.Out(credentialprovider.Found(found, ok))
	return found, ok
}
