// Package config asks how ConfigMaps and Secrets are made, and what containers see of them in variables and files.
package config

import (
	"kubesem/oracle/kubernetes/apiserver"
	"kubesem/oracle/wire"
)

// Ops are the operations of this package.
var Ops = map[string]wire.Op{
	"config.create":      configCreate,
	"config.envFile":     configEnvFile,
	"config.generate":    configGenerate,
	"config.hash":        configHash,
	"config.references":  configReferences,
	"config.validate":    configValidate,
	"config.validatePod": apiserver.ValidatePod,

	"config.expand":       configExpand,
	"config.field":        configField,
	"config.envFileValue": configEnvFileValue,
	"env.services":        envServices,
	"env.container":       envContainer,
	"config.warnings":     configWarnings,

	"volume.payload":     volumePayload,
	"volume.files":       inFolder(volumeFiles),
	"volume.mounts":      inFolder(volumeMounts),
	"volume.updateDelay": volumeUpdateDelay,
}
