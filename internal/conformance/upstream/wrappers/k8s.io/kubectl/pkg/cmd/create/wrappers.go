package create

import (
	corev1 "k8s.io/api/core/v1"
	"kubesem/upstream/record"
)

func (o *CreateSecretDockerRegistryOptions) createSecretDockerRegistry() (*corev1.Secret, error) {
	secret, err := o.orig_createSecretDockerRegistry()
	if err != nil || len(o.FileSources) > 0 || o.AppendHash {
		record.Skip("image.dockerSecret", "files, a hash, or an error")
		return secret, err
	}
	in := record.Map{
		"name": o.Name, "server": o.Server, "username": o.Username, "password": o.Password, "email": o.Email,
	}
	if o.EnforceNamespace {
		in["namespace"] = o.Namespace
	}
	data := record.Map{}
	for key, value := range secret.Data {
		data[key] = string(value)
	}
	record.Begin("image.dockerSecret", in).Out(record.Map{
		"name": secret.Name, "namespace": secret.Namespace, "type": secret.Type, "data": data,
	})
	return secret, err
}
