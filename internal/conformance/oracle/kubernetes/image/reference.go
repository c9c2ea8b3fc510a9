package image

import (
	"encoding/json"
	"strings"

	"github.com/distribution/reference"
	"github.com/opencontainers/go-digest"
	v1 "k8s.io/api/core/v1"
	corev1defaults "k8s.io/kubernetes/pkg/apis/core/v1"
	"k8s.io/kubernetes/pkg/util/parsers"

	"kubesem/oracle/kubernetes/input"
	"kubesem/oracle/wire"
)

// strictReference is what the grammar makes of a text, nothing filled in.
type strictReference struct {
	Name   string `json:"name"`
	Domain string `json:"domain"`
	Path   string `json:"path"`
	Tag    string `json:"tag"`
	Digest string `json:"digest"`
	String string `json:"string"`
}

func describe(parsed reference.Reference) strictReference {
	described := strictReference{String: parsed.String()}
	if named, ok := parsed.(reference.Named); ok {
		described.Name = named.Name()
		described.Domain = reference.Domain(named)
		described.Path = reference.Path(named)
	}
	if tagged, ok := parsed.(reference.Tagged); ok {
		described.Tag = tagged.Tag()
	}
	if digested, ok := parsed.(reference.Digested); ok {
		described.Digest = digested.Digest().String()
	}
	return described
}

// parseReference asks for the strict grammar.
func parseReference(in json.RawMessage) (any, error) {
	text, err := input.Text(in)
	if err != nil {
		return nil, err
	}
	parsed, err := reference.Parse(text)
	if err != nil {
		return nil, referenceError(err)
	}
	return describe(parsed), nil
}

// parseImage asks for the image as Kubernetes reads it, and for the other spellings of that.
func parseImage(in json.RawMessage) (any, error) {
	text, err := input.Text(in)
	if err != nil {
		return nil, err
	}
	name, tag, digestOf, err := parsers.ParseImageName(text)
	if err != nil {
		return nil, referenceError(err)
	}
	named, err := reference.ParseNormalizedNamed(text)
	if err != nil {
		return nil, referenceError(err)
	}
	pulled, err := reference.ParseDockerRef(text)
	if err != nil {
		return nil, referenceError(err)
	}
	tagged := reference.TagNameOnly(named)
	return struct {
		Name           string `json:"name"`
		Tag            string `json:"tag"`
		Digest         string `json:"digest"`
		Domain         string `json:"domain"`
		Path           string `json:"path"`
		Normalized     string `json:"normalized"`
		Tagged         string `json:"tagged"`
		Pulled         string `json:"pulled"`
		FamiliarName   string `json:"familiarName"`
		FamiliarString string `json:"familiarString"`
	}{
		name, tag, digestOf, reference.Domain(named), reference.Path(named), named.String(),
		tagged.String(), pulled.String(),
		reference.FamiliarName(named), reference.FamiliarString(tagged),
	}, nil
}

// pullPolicy asks what defaulting makes of the image of a container and of a volume.
func pullPolicy(in json.RawMessage) (any, error) {
	text, err := input.Text(in)
	if err != nil {
		return nil, err
	}
	container := &v1.Container{Image: text}
	corev1defaults.SetDefaults_Container(container)
	image := &v1.ImageVolumeSource{Reference: text}
	corev1defaults.SetDefaults_Volume(&v1.Volume{VolumeSource: v1.VolumeSource{Image: image}})
	return map[string]v1.PullPolicy{
		"container": container.ImagePullPolicy, "volume": image.PullPolicy,
	}, nil
}

// referenceClasses are the errors by the end of their messages: ParseImageName wraps the text only,
// and two of them are made where they occur.
var referenceClasses = []struct{ class, ending string }{
	{"Identifier", "cannot specify 64-byte hexadecimal strings"},
	{"NotLowercase", ") must be lowercase"},
	{"ErrNameContainsUppercase", reference.ErrNameContainsUppercase.Error()},
	{"ErrReferenceInvalidFormat", reference.ErrReferenceInvalidFormat.Error()},
	{"ErrNameEmpty", reference.ErrNameEmpty.Error()},
	{"ErrNameTooLong", reference.ErrNameTooLong.Error()},
	{"ErrDigestInvalidFormat", digest.ErrDigestInvalidFormat.Error()},
	{"ErrDigestInvalidLength", digest.ErrDigestInvalidLength.Error()},
	{"ErrDigestUnsupported", digest.ErrDigestUnsupported.Error()},
}

func referenceError(err error) error {
	message := err.Error()
	for _, known := range referenceClasses {
		if strings.HasSuffix(message, known.ending) {
			return &wire.Error{Class: known.class, Message: message}
		}
	}
	return err
}
