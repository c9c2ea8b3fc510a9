package validation

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/kubernetes/pkg/apis/core"
	"kubesem/upstream/record"
)

func versionedConfigMap(internal *core.ConfigMap) *v1.ConfigMap {
	made := &v1.ConfigMap{
		ObjectMeta: internal.ObjectMeta, Data: internal.Data, BinaryData: internal.BinaryData,
		Immutable: internal.Immutable,
	}
	made.Kind = "ConfigMap"
	return made
}

func versionedSecret(internal *core.Secret) *v1.Secret {
	made := &v1.Secret{
		ObjectMeta: internal.ObjectMeta, Data: internal.Data, Type: v1.SecretType(internal.Type),
		Immutable: internal.Immutable,
	}
	made.Kind = "Secret"
	return made
}

// refusals writes the result. Several errors have the order of a map, and the oracle fills in a namespace.
func refusals(call *record.Call, namespace string, found field.ErrorList) {
	if len(found) > 1 || namespace == "" {
		call.NoResult()
		return
	}
	list := []record.Map{}
	for _, one := range found {
		list = append(list, record.Map{"type": one.Type, "field": one.Field, "detail": one.Detail})
	}
	call.Out(record.Map{"refusals": list})
}

func ValidateConfigMap(cfg *core.ConfigMap) field.ErrorList {
	call := record.Begin("config.validate", record.Map{"object": versionedConfigMap(cfg)})
	found := orig_ValidateConfigMap(cfg)
	refusals(call, cfg.Namespace, found)
	return found
}

func ValidateConfigMapUpdate(newCfg, oldCfg *core.ConfigMap) field.ErrorList {
	call := record.Begin("config.validate", record.Map{
		"object": versionedConfigMap(newCfg), "old": versionedConfigMap(oldCfg),
	})
	found := orig_ValidateConfigMapUpdate(newCfg, oldCfg)
	refusals(call, newCfg.Namespace, found)
	return found
}

func ValidateSecret(secret *core.Secret) field.ErrorList {
	call := record.Begin("config.validate", record.Map{"object": versionedSecret(secret)})
	found := orig_ValidateSecret(secret)
	refusals(call, secret.Namespace, found)
	return found
}

func ValidateSecretUpdate(newSecret, oldSecret *core.Secret) field.ErrorList {
	call := record.Begin("config.validate", record.Map{
		"object": versionedSecret(newSecret), "old": versionedSecret(oldSecret),
	})
	found := orig_ValidateSecretUpdate(newSecret, oldSecret)
	refusals(call, newSecret.Namespace, found)
	return found
}
