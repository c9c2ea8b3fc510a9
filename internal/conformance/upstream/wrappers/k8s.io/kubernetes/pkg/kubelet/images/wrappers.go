package images

import (
	"context"
	"errors"
	"sync"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
	crierrors "k8s.io/cri-api/pkg/errors"
	"k8s.io/kubernetes/pkg/credentialprovider"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	"kubesem/upstream/record"
)

const ensure = "image.ensure"

// The tests back off from one second, the kubelet from ten. Their limits differ more, but no test reaches one.
const slower = 10

// step is one call of EnsureImageExists, and what the manager learned in it.
type step struct {
	AtMs      int64   `json:"atMs"`
	IsPresent bool    `json:"isPresent"`
	PullError *string `json:"pullError,omitempty"`
	pulled    bool
}

type outcome struct {
	Reason string `json:"reason"`
	Pulled string `json:"pulled"`
}

// puller is a container whose image is ensured repeatedly.
type puller struct {
	manager *imageManager
	uid     types.UID
	image   string
	policy  v1.PullPolicy
}

type history struct {
	start    time.Time
	steps    []step
	outcomes []outcome
	// verified and trusted say whether the manager has pulled, or used, an image that was present.
	verified, trusted bool
}

type stepKey struct{}

var (
	mutex     sync.Mutex
	histories = map[puller]*history{}
)

func (m *imageManager) EnsureImageExists(
	ctx context.Context, objRef *v1.ObjectReference, pod *v1.Pod, requestedImage string, pullSecrets []v1.Secret,
	podSandboxConfig *runtimeapi.PodSandboxConfig, podRuntimeHandler string, pullPolicy v1.PullPolicy,
) (string, string, error) {
	now := m.backOff.Clock.Now()
	current := &step{}
	ref, message, err := m.orig_EnsureImageExists(context.WithValue(ctx, stepKey{}, current), objRef, pod, requestedImage,
		pullSecrets, podSandboxConfig, podRuntimeHandler, pullPolicy)
	mutex.Lock()
	defer mutex.Unlock()
	key := puller{m, pod.UID, requestedImage, pullPolicy}
	if histories[key] == nil {
		histories[key] = &history{start: now}
	}
	histories[key].add(*current, now, requestedImage, err)
	histories[key].record(requestedImage, pullPolicy)
	return ref, message, err
}

func (h *history) add(current step, now time.Time, image string, err error) {
	current.AtMs = now.Sub(h.start).Milliseconds() * slower
	found := outcome{}
	switch {
	case errors.Is(err, ErrImagePullBackOff):
		found.Reason = ErrImagePullBackOff.Error()
	case err != nil:
		found.Reason = err.Error()
	}
	if current.pulled {
		found.Pulled, _ = applyDefaultImageTag(image)
		if err != nil && err != ErrImagePull {
			text := err.Error()
			current.PullError = &text
		}
	}
	if current.IsPresent {
		h.trusted = h.trusted || err == nil && !current.pulled
		h.verified = h.verified || err != nil || current.pulled
	}
	h.steps, h.outcomes = append(h.steps, current), append(h.outcomes, found)
}

func (h *history) record(image string, policy v1.PullPolicy) {
	known := map[string]bool{
		"": true, ErrImagePull.Error(): true, ErrImagePullBackOff.Error(): true, ErrImageNeverPull.Error(): true,
		ErrInvalidImageName.Error(): true, crierrors.ErrRegistryUnavailable.Error(): true,
		crierrors.ErrSignatureValidationFailed.Error(): true,
	}
	for _, each := range h.outcomes {
		if !known[each.Reason] {
			record.Skip(ensure, "the runtime or the credentials fail")
			return
		}
	}
	if h.trusted && h.verified {
		record.Skip(ensure, "credentials decide about an image that is present")
		return
	}
	record.Begin(ensure, record.Map{
		"image": image, "pullPolicy": policy, "mustVerify": h.verified, "steps": h.steps,
	}).Out(h.outcomes)
}

func (m *imageManager) imagePullPrecheck(
	ctx context.Context, objRef *v1.ObjectReference, logPrefix string, pullPolicy v1.PullPolicy,
	spec *kubecontainer.ImageSpec, requestedImage string,
) (string, *bool, string, error) {
	ref, found, message, err := m.orig_imagePullPrecheck(ctx, objRef, logPrefix, pullPolicy, spec, requestedImage)
	if current, ok := ctx.Value(stepKey{}).(*step); ok {
		current.IsPresent = found != nil && *found
	}
	return ref, found, message, err
}

func (m *imageManager) pullImage(
	ctx context.Context, logPrefix string, objRef *v1.ObjectReference, podUID types.UID, image string,
	imgSpec kubecontainer.ImageSpec, pullCredentials []credentialprovider.TrackedAuthConfig,
	podSandboxConfig *runtimeapi.PodSandboxConfig,
) (string, string, error) {
	ref, message, err := m.orig_pullImage(
		ctx, logPrefix, objRef, podUID, image, imgSpec, pullCredentials, podSandboxConfig)
	if current, ok := ctx.Value(stepKey{}).(*step); ok {
		current.pulled = !errors.Is(err, ErrImagePullBackOff)
		if err == ErrImagePull {
			text := "failed"
			current.PullError = &text
		}
	}
	return ref, message, err
}
