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
	if err != nil {
		return made, err
	}
	secrets, err := json.Marshal(append([]v1.Secret{}, passedSecrets...))
	if err != nil {
		panic(err)
	}
	return recordingKeyring{made, defaultKeyring, secrets}, nil
}

// recordingKeyring records what is looked up in it.
type recordingKeyring struct {
	credentialprovider.DockerKeyring
	node    credentialprovider.DockerKeyring
	secrets json.RawMessage
}

func (k recordingKeyring) Lookup(image string) ([]credentialprovider.TrackedAuthConfig, bool) {
	if hasCredentials(k.node, image) {
		record.Skip("keyring.secrets", "the keyring of the node has credentials, from more than a file")
		return k.DockerKeyring.Lookup(image)
	}
	call := record.Begin("keyring.secrets", record.Map{"secrets": k.secrets, "image": record.Text(image)})
	found, ok := k.DockerKeyring.Lookup(image)
	call.Out(credentialprovider.Found(found, ok))
	return found, ok
}

func hasCredentials(keyring credentialprovider.DockerKeyring, image string) bool {
	if keyring == nil {
		return false
	}
	found, _ := keyring.Lookup(image)
	return len(found) > 0
}
