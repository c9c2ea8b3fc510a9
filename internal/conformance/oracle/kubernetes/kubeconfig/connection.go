package kubeconfig

import (
	"encoding/json"
	"net"
	"net/http"
	"net/url"

	"golang.org/x/net/http/httpproxy"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
	"k8s.io/client-go/transport"

	"kubesem/oracle/wire"
)

// connection is what a rest.Config holds, and what a client does with it.
type connection struct {
	Host               string                           `json:"host"`
	Proxy              string                           `json:"proxy,omitempty"`
	DisableCompression bool                             `json:"disableCompression,omitempty"`
	Timeout            int64                            `json:"timeout,string"`
	Impersonate        *rest.ImpersonationConfig        `json:"impersonate,omitempty"`
	Username           string                           `json:"username,omitempty"`
	Password           string                           `json:"password,omitempty"`
	Token              string                           `json:"token,omitempty"`
	TokenFile          string                           `json:"tokenFile,omitempty"`
	AuthProvider       *clientcmdapi.AuthProviderConfig `json:"authProvider,omitempty"`
	Exec               *clientcmdapi.ExecConfig         `json:"exec,omitempty"`
	ExecConfig         json.RawMessage                  `json:"execConfig,omitempty"`
	Insecure           bool                             `json:"insecure,omitempty"`
	ServerName         string                           `json:"serverName,omitempty"`
	CertFile           string                           `json:"certFile,omitempty"`
	KeyFile            string                           `json:"keyFile,omitempty"`
	CAFile             string                           `json:"caFile,omitempty"`
	CertData           []byte                           `json:"certData,omitempty"`
	KeyData            []byte                           `json:"keyData,omitempty"`
	CAData             []byte                           `json:"caData,omitempty"`

	URL      string      `json:"url,omitempty"`
	Headers  http.Header `json:"headers,omitempty"`
	UseError string      `json:"useError,omitempty"`
}

func describe(config *rest.Config) *connection {
	found := &connection{
		Host:               config.Host,
		DisableCompression: config.DisableCompression,
		Timeout:            int64(config.Timeout),
		Username:           config.Username,
		Password:           config.Password,
		Token:              config.BearerToken,
		TokenFile:          config.BearerTokenFile,
		AuthProvider:       config.AuthProvider,
		Exec:               config.ExecProvider,
		Insecure:           config.Insecure,
		ServerName:         config.ServerName,
		CertFile:           config.CertFile,
		KeyFile:            config.KeyFile,
		CAFile:             config.CAFile,
		CertData:           config.CertData,
		KeyData:            config.KeyData,
		CAData:             config.CAData,
	}
	if config.Impersonate.UserName != "" {
		found.Impersonate = &config.Impersonate
	}
	if config.ExecProvider != nil {
		if unknown, isUnknown := config.ExecProvider.Config.(*runtime.Unknown); isUnknown {
			found.ExecConfig = unknown.Raw
		}
	}
	if config.Proxy != nil {
		if proxy, err := config.Proxy(nil); err == nil && proxy != nil {
			found.Proxy = proxy.String()
		}
	}
	if err := use(config, found); err != nil {
		found.UseError = err.Error()
	}
	return found
}

// use does what a client does before its first request, and records the headers of this request.
func use(config *rest.Config, found *connection) error {
	base, _, err := rest.DefaultServerUrlFor(config)
	if err != nil {
		return err
	}
	found.URL = base.String()
	settings, err := config.TransportConfig()
	if err != nil {
		return err
	}
	if _, err := transport.TLSConfigFor(settings); err != nil {
		return err
	}
	recorder := &recorder{}
	client, err := transport.HTTPWrappersForConfig(settings, recorder)
	if err != nil || config.ExecProvider != nil || config.AuthProvider != nil {
		return err
	}
	request, err := http.NewRequest(http.MethodGet, "https://server/", nil)
	if err != nil {
		return err
	}
	if _, err := client.RoundTrip(request); err != nil {
		return err
	}
	found.Headers = recorder.headers
	return nil
}

// recorder keeps the headers of a request, and sends nothing.
type recorder struct{ headers http.Header }

func (r *recorder) RoundTrip(request *http.Request) (*http.Response, error) {
	r.headers = request.Header
	return &http.Response{StatusCode: http.StatusOK, Body: http.NoBody}, nil
}

func joinHostPort(host, port string) string { return net.JoinHostPort(host, port) }

// proxy asks which proxy the environment chooses for a URL.
func proxy(in json.RawMessage) (any, error) {
	var args struct {
		Env map[string]string
		URL string
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	target, err := url.Parse(args.URL)
	if err != nil {
		return nil, &wire.Error{Class: "URL", Message: err.Error()}
	}
	process.Lock()
	setEnvironment(args.Env)
	choose := httpproxy.FromEnvironment().ProxyFunc()
	process.Unlock()
	chosen, err := choose(target)
	if err != nil {
		return nil, &wire.Error{Class: "Proxy", Message: err.Error()}
	}
	if chosen == nil {
		return nil, nil
	}
	return chosen.String(), nil
}
