package clientcmd

import restclient "k8s.io/client-go/rest"

// inPod is the configuration of a Pod whose credentials come from somewhere else than the files of this machine.
type inPod struct{ inClusterClientConfig }

// Possible says that the process runs in a Pod.
func (*inPod) Possible() bool { return true }

// SetInPod makes a configuration that is loaded later find the credentials of a Pod.
func SetInPod(config ClientConfig, overrides *ConfigOverrides, credentials func() (*restclient.Config, error)) {
	config.(*DeferredLoadingClientConfig).icc = &inPod{inClusterClientConfig{overrides, credentials}}
}
