package image

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/credentialprovider"
	"k8s.io/kubernetes/pkg/credentialprovider/secrets"

	"kubesem/oracle/wire"
)

// matchGlob asks whether a pattern of a registry matches an image.
func matchGlob(in json.RawMessage) (any, error) {
	var args struct{ Pattern, Image wire.Text }
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	matched, err := credentialprovider.URLsMatchStr(string(args.Pattern), string(args.Image))
	if err != nil {
		class := "URL"
		if errors.Is(err, filepath.ErrBadPattern) {
			class = "ErrBadPattern"
		}
		return nil, &wire.Error{Class: class, Message: err.Error()}
	}
	return matched, nil
}

// configText is the text of a configuration of the docker command, in one of its two forms.
type configText struct {
	ConfigJSON *wire.Text `json:"config.json"`
	Dockercfg  *wire.Text `json:".dockercfg"`
}

func (c configText) read() (credentialprovider.DockerConfig, error) {
	switch {
	case c.ConfigJSON != nil:
		config := credentialprovider.DockerConfigJSON{}
		err := json.Unmarshal([]byte(*c.ConfigJSON), &config)
		return config.Auths, configError(err)
	case c.Dockercfg != nil:
		config := credentialprovider.DockerConfig{}
		err := json.Unmarshal([]byte(*c.Dockercfg), &config)
		return config, configError(err)
	default:
		return nil, errors.New("expected config.json or .dockercfg")
	}
}

func configError(err error) error {
	var syntax *json.SyntaxError
	var wrongType *json.UnmarshalTypeError
	var corrupt base64.CorruptInputError
	class := "Auth"
	switch {
	case err == nil:
		return nil
	case errors.As(err, &syntax):
		class = "JSON"
	case errors.As(err, &wrongType):
		class = "Type"
	case errors.As(err, &corrupt):
		class = "Base64"
	}
	return &wire.Error{Class: class, Message: err.Error()}
}

// credential is one that was found. Source says where it comes from, as the operation has it.
type credential struct {
	Username string `json:"username"`
	Password string `json:"password"`
	Email    string `json:"email"`
	Source   string `json:"source"`
	// Hash is what the kubelet records of the credentials.
	Hash string `json:"hash"`
}

type lookupAnswer struct {
	Found       bool         `json:"found"`
	Credentials []credential `json:"credentials"`
	// Two entries of one text have the same key, and Go has no order for them: they are sorted by user
	// name.
	Unordered bool `json:"unordered"`
}

// lookupRings looks an image up in keyrings, one after the other; each is made of some texts.
func lookupRings(in json.RawMessage) (any, error) {
	var args struct {
		Rings [][]configText
		Image wire.Text
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	union := credentialprovider.UnionDockerKeyring{}
	unordered := false
	for i, texts := range args.Rings {
		ring := &credentialprovider.BasicDockerKeyring{}
		for j, text := range texts {
			config, err := text.read()
			if err != nil {
				return nil, err
			}
			source := strconv.Itoa(i) + "." + strconv.Itoa(j)
			ring.Add(sourceOf(source), config)
		}
		unordered = order(ring) || unordered
		union = append(union, ring)
	}
	return lookUp(union, string(args.Image), unordered), nil
}

// lookupSecrets asks for what the kubelet finds in Secrets and on its node.
func lookupSecrets(in json.RawMessage) (any, error) {
	var args struct {
		Secrets []v1.Secret
		Node    *configText
		Image   wire.Text
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, &wire.Error{Class: "Decode", Message: err.Error()}
	}
	node := &credentialprovider.BasicDockerKeyring{}
	if args.Node != nil {
		config, err := args.Node.read()
		if err != nil {
			return nil, err
		}
		node.Add(nil, config)
	}
	unordered := order(node)
	for i := range args.Secrets {
		stored, err := asStored(&args.Secrets[i])
		if err != nil {
			return nil, err
		}
		args.Secrets[i] = *stored
	}
	made, err := secrets.MakeDockerKeyring(args.Secrets, node)
	if err != nil {
		return nil, configError(err)
	}
	if union, ok := made.(credentialprovider.UnionDockerKeyring); ok {
		unordered = order(union[0].(*credentialprovider.BasicDockerKeyring)) || unordered
	}
	return lookUp(made, string(args.Image), unordered), nil
}

// asStored returns a Secret as the API server stores it.
func asStored(secret *v1.Secret) (*v1.Secret, error) {
	internal, stored := &core.Secret{}, &v1.Secret{}
	if err := legacyscheme.Scheme.Convert(secret, internal, nil); err != nil {
		return nil, err
	}
	return stored, legacyscheme.Scheme.Convert(internal, stored, nil)
}

// urlParts is what of a pattern or an image is compared. Bytes that are not UTF-8 are U+FFFD.
type urlParts struct {
	Parts []string `json:"parts"`
	Port  string   `json:"port"`
	Path  string   `json:"path"`
}

// splitURL returns nil for a text that is not a URL.
func splitURL(text string) *urlParts {
	parsed, err := credentialprovider.ParseSchemelessURL(text)
	if err != nil {
		return nil
	}
	parts, port := credentialprovider.SplitURL(parsed)
	return &urlParts{parts, port, parsed.Path}
}

// explainedKey is a key of a keyring, compared with an image.
type explainedKey struct {
	Key string    `json:"key"`
	URL *urlParts `json:"url"`
	// IsPrefix is whether the path of the image starts with that of the key.
	IsPrefix  bool     `json:"isPrefix"`
	Matched   bool     `json:"matched"`
	IsBad     bool     `json:"isBad"`
	Usernames []string `json:"usernames"`
}

// explainKeyring compares each key of a configuration with an image.
func explainKeyring(in json.RawMessage) (any, error) {
	var args struct {
		Config configText
		Image  wire.Text
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	config, err := args.Config.read()
	if err != nil {
		return nil, err
	}
	ring := &credentialprovider.BasicDockerKeyring{}
	ring.Add(nil, config)
	keys := []explainedKey{}
	used := 0
	image := splitURL(string(args.Image))
	for _, key := range ring.Index() {
		matched, err := credentialprovider.URLsMatchStr(key, string(args.Image))
		explained := explainedKey{
			Key: key, URL: splitURL(key), Matched: matched, IsBad: errors.Is(err, filepath.ErrBadPattern),
		}
		if image != nil && explained.URL != nil {
			explained.IsPrefix = strings.HasPrefix(image.Path, explained.URL.Path)
		}
		for _, entry := range ring.Entries()[key] {
			explained.Usernames = append(explained.Usernames, entry.Username)
			used++
		}
		slices.Sort(explained.Usernames)
		keys = append(keys, explained)
	}
	_, found := ring.Lookup(string(args.Image))
	return map[string]any{
		"image": image, "keys": keys, "ignored": len(config) - used, "found": found,
	}, nil
}

func sourceOf(name string) *credentialprovider.CredentialSource {
	return &credentialprovider.CredentialSource{Secret: &credentialprovider.SecretCoordinates{Name: name}}
}

func nameOf(source *credentialprovider.CredentialSource) string {
	if source == nil || source.Secret == nil {
		return ""
	}
	secret := source.Secret
	if secret.UID == "" && secret.Namespace == "" {
		return secret.Name
	}
	return secret.UID + "/" + secret.Namespace + "/" + secret.Name
}

// order sorts entries of one source with the same key by user name, and reports whether there are
// any.
func order(ring *credentialprovider.BasicDockerKeyring) bool {
	found := false
	for _, entries := range ring.Entries() {
		for start := 0; start < len(entries); {
			end := start + 1
			for end < len(entries) && entries[end].Source == entries[start].Source {
				end++
			}
			found = found || end-start > 1
			slices.SortFunc(entries[start:end], func(a, b credentialprovider.TrackedAuthConfig) int {
				return strings.Compare(a.Username+"\n"+a.Password+"\n"+a.Email, b.Username+"\n"+b.Password+"\n"+b.Email)
			})
			start = end
		}
	}
	return found
}

func lookUp(keyring credentialprovider.DockerKeyring, image string, unordered bool) lookupAnswer {
	found, ok := keyring.Lookup(image)
	answer := lookupAnswer{Found: ok, Credentials: []credential{}, Unordered: unordered}
	for _, entry := range found {
		answer.Credentials = append(answer.Credentials,
			credential{entry.Username, entry.Password, entry.Email, nameOf(entry.Source), entry.AuthConfigHash})
	}
	return answer
}
