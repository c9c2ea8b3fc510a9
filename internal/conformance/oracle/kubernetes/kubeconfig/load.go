// Package kubeconfig answers how client-go reads kubeconfigs and connects to a server.
package kubeconfig

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"sync"

	_ "k8s.io/client-go/plugin/pkg/client/auth" // as kubectl does
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
	clientcmdlatest "k8s.io/client-go/tools/clientcmd/api/latest"
	clientcmdv1 "k8s.io/client-go/tools/clientcmd/api/v1"
	"k8s.io/client-go/util/homedir"

	_ "kubesem/oracle/kubernetes/quiet"
	"kubesem/oracle/wire"
)

// Ops are the operations of this package.
var Ops = map[string]wire.Op{
	"kubeconfig.load":  load,
	"kubeconfig.proxy": proxy,
}

// root stands for the folder of a case, in texts of the request and of the answer.
const root = "/@"

// A certificate that protects nothing and its key. Requests and answers name them, so that they are short.
var (
	//go:embed certificate.pem
	certificate []byte
	//go:embed key.pem
	key []byte

	credentials = [][2][]byte{
		{[]byte("@certificate@"), quoted(certificate)},
		{[]byte("@key@"), quoted(key)},
		{[]byte("@certificate-data@"), []byte(base64.StdEncoding.EncodeToString(certificate))},
		{[]byte("@key-data@"), []byte(base64.StdEncoding.EncodeToString(key))},
	}
)

// quoted is a text as a part of a JSON string.
func quoted(text []byte) []byte {
	literal, _ := json.Marshal(string(text))
	return bytes.Trim(literal, `"`)
}

// process protects the environment and the current folder.
var process sync.Mutex

// variables are all that client-go reads.
var variables = []string{
	"HOME", "KUBECONFIG", "KUBERNETES_MASTER", "POD_NAMESPACE", "KUBERNETES_SERVICE_HOST", "KUBERNETES_SERVICE_PORT",
	"HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy", "REQUEST_METHOD",
}

// setEnvironment replaces the variables. The caller holds the process.
func setEnvironment(env map[string]string) {
	for _, name := range variables {
		if value, isSet := env[name]; isSet {
			_ = os.Setenv(name, value)
		} else {
			_ = os.Unsetenv(name)
		}
	}
}

type flags struct {
	Kubeconfig, Context, Cluster, User, Namespace, Server, TLSServerName, CertificateAuthority string
	InsecureSkipTLSVerify                                                                      bool
	ClientCertificate, ClientKey, Token, As, AsUID, RequestTimeout, ProxyURL                   string
	AsGroups                                                                                   []string
	AsUserExtra                                                                                map[string][]string
}

type parameters struct {
	// Files by path; null for a folder.
	Files map[string]*string
	Env   map[string]string
	Flags flags
	// Whether the process runs in a Pod.
	InPod bool
}

type origins struct {
	Contexts map[string]string `json:"contexts"`
	Clusters map[string]string `json:"clusters"`
	Users    map[string]string `json:"users"`
}

type answer struct {
	LoadError string              `json:"loadError,omitempty"`
	Merged    *clientcmdv1.Config `json:"merged,omitempty"`
	Origins   *origins            `json:"origins,omitempty"`

	Error      string      `json:"error,omitempty"`
	Config     *connection `json:"config,omitempty"`
	Namespace  string      `json:"namespace"`
	Overridden bool        `json:"overridden"`
}

// load writes the files into a folder of their own, which is replaced by /@ in the answer.
func load(in json.RawMessage) (any, error) {
	folder, err := os.MkdirTemp("", "kubesem")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	request := bytes.ReplaceAll(in, []byte(root), []byte(folder))
	for _, each := range credentials {
		request = bytes.ReplaceAll(request, each[0], each[1])
	}
	var args parameters
	if err := wire.DecodeStrict(request, &args); err != nil {
		return nil, err
	}
	work := filepath.Join(folder, "work")
	if err := os.MkdirAll(work, 0o755); err != nil {
		return nil, err
	}
	for path, content := range args.Files {
		if err := write(path, content); err != nil {
			return nil, err
		}
	}
	process.Lock()
	defer process.Unlock()
	if err := os.Chdir(work); err != nil {
		return nil, err
	}
	defer os.Chdir("/")
	setEnvironment(args.Env)
	text, err := json.Marshal(answerFor(args))
	if err != nil {
		return nil, err
	}
	for _, each := range credentials {
		text = bytes.ReplaceAll(text, each[1], each[0])
	}
	return json.RawMessage(bytes.ReplaceAll(text, []byte(folder), []byte(root))), nil
}

func write(path string, content *string) error {
	if content == nil {
		return os.MkdirAll(path, 0o755)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(*content), 0o600)
}

func answerFor(args parameters) answer {
	var found answer
	merged, err := loadingRules(args.Flags).Load()
	if err == nil {
		found.Merged = &clientcmdv1.Config{}
		found.Origins = originsOf(merged)
		err = clientcmdlatest.Scheme.Convert(merged, found.Merged, nil)
	}
	if err != nil {
		found.LoadError = err.Error()
		return found
	}
	overrides := overridesOf(args.Flags)
	rules := loadingRules(args.Flags)
	loader := clientcmd.NewNonInteractiveDeferredLoadingClientConfig(rules, overrides)
	if args.InPod {
		clientcmd.SetInPod(loader, overrides, podCredentials)
	}
	config, err := loader.ClientConfig()
	if err != nil {
		found.Error = err.Error()
	} else {
		found.Config = describe(config)
	}
	namespace, isOverridden, err := loader.Namespace()
	if err == nil {
		found.Namespace, found.Overridden = namespace, isOverridden
	}
	return found
}

// clusterDefaults are those of kubectl, without its last resort, the port 8080 of this machine.
func clusterDefaults() clientcmdapi.Cluster {
	return clientcmdapi.Cluster{Server: os.Getenv("KUBERNETES_MASTER")}
}

// loadingRules are those of kubectl in a process that starts with this environment.
func loadingRules(args flags) *clientcmd.ClientConfigLoadingRules {
	clientcmd.RecommendedConfigDir = filepath.Join(homedir.HomeDir(), clientcmd.RecommendedHomeDir)
	clientcmd.RecommendedHomeFile = filepath.Join(clientcmd.RecommendedConfigDir, clientcmd.RecommendedFileName)
	rules := clientcmd.NewDefaultClientConfigLoadingRules()
	rules.ExplicitPath = args.Kubeconfig
	rules.DefaultClientConfig = clientcmd.NewDefaultClientConfig(
		*clientcmdapi.NewConfig(), &clientcmd.ConfigOverrides{ClusterDefaults: clusterDefaults()})
	return rules
}

func overridesOf(args flags) *clientcmd.ConfigOverrides {
	return &clientcmd.ConfigOverrides{
		ClusterDefaults: clusterDefaults(),
		CurrentContext:  args.Context,
		Timeout:         args.RequestTimeout,
		Context: clientcmdapi.Context{
			Cluster: args.Cluster, AuthInfo: args.User, Namespace: args.Namespace,
		},
		ClusterInfo: clientcmdapi.Cluster{
			Server:                args.Server,
			TLSServerName:         args.TLSServerName,
			CertificateAuthority:  args.CertificateAuthority,
			InsecureSkipTLSVerify: args.InsecureSkipTLSVerify,
			ProxyURL:              args.ProxyURL,
		},
		AuthInfo: clientcmdapi.AuthInfo{
			ClientCertificate:    args.ClientCertificate,
			ClientKey:            args.ClientKey,
			Token:                args.Token,
			Impersonate:          args.As,
			ImpersonateUID:       args.AsUID,
			ImpersonateGroups:    args.AsGroups,
			ImpersonateUserExtra: args.AsUserExtra,
		},
	}
}

// podCredentials has what rest.InClusterConfig finds in the files of a Pod.
func podCredentials() (*rest.Config, error) {
	host, port := os.Getenv("KUBERNETES_SERVICE_HOST"), os.Getenv("KUBERNETES_SERVICE_PORT")
	return &rest.Config{
		Host:            "https://" + joinHostPort(host, port),
		TLSClientConfig: rest.TLSClientConfig{CAFile: "/var/run/secrets/kubernetes.io/serviceaccount/ca.crt"},
		BearerToken:     "token-of-a-pod",
		BearerTokenFile: "/var/run/secrets/kubernetes.io/serviceaccount/token",
	}, nil
}

func originsOf(config *clientcmdapi.Config) *origins {
	found := &origins{map[string]string{}, map[string]string{}, map[string]string{}}
	for name, context := range config.Contexts {
		found.Contexts[name] = context.LocationOfOrigin
	}
	for name, cluster := range config.Clusters {
		found.Clusters[name] = cluster.LocationOfOrigin
	}
	for name, user := range config.AuthInfos {
		found.Users[name] = user.LocationOfOrigin
	}
	return found
}
