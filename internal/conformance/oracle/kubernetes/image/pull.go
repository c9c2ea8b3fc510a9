package image

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/record"
	"k8s.io/client-go/util/flowcontrol"
	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/credentialprovider"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	"k8s.io/kubernetes/pkg/kubelet/images"
	"k8s.io/kubernetes/pkg/kubelet/images/pullmanager"
	testingclock "k8s.io/utils/clock/testing"

	"kubesem/oracle/kubernetes/quiet"
	"kubesem/oracle/wire"
)

// The kubelet's own, which are not exported: k8s.io/kubernetes/pkg/kubelet, NewMainKubelet.
const (
	imageBackOffPeriod = 10 * time.Second
	maxImageBackOff    = 300 * time.Second
)

const imageID = "sha256:present"

// pullRecords is a store of one record and one intent.
type pullRecords struct {
	pullmanager.PullRecordsAccessor
	record    *kubeletconfig.ImagePulledRecord
	written   *kubeletconfig.ImagePulledRecord
	hasIntent bool
}

func (r *pullRecords) ListImagePullIntents() ([]*kubeletconfig.ImagePullIntent, error) {
	return nil, nil
}

func (r *pullRecords) ImagePullIntentExists(string) (bool, error) { return r.hasIntent, nil }

func (r *pullRecords) WriteImagePullIntent(klog.Logger, string) error { return nil }

func (r *pullRecords) DeleteImagePullIntent(klog.Logger, string) error { return nil }

func (r *pullRecords) WriteImagePulledRecord(_ klog.Logger, record *kubeletconfig.ImagePulledRecord) error {
	r.written = record
	return nil
}

func (r *pullRecords) GetImagePulledRecord(string) (*kubeletconfig.ImagePulledRecord, bool, error) {
	return r.record, r.record != nil, nil
}

func pullManager(
	policy kubeletconfig.ImagePullCredentialsVerificationPolicy, allowlist []string, records *pullRecords,
) (*pullmanager.PullManager, error) {
	enforcer, err := pullmanager.NewImagePullCredentialVerificationPolicy(policy, allowlist)
	if err != nil {
		return nil, &wire.Error{Class: "Policy", Message: err.Error()}
	}
	return pullmanager.NewImagePullManager(quiet.Context, records, enforcer, nil, 1)
}

// mustPull asks whether an image that is on the node has to be pulled with the credentials of a Pod.
func mustPull(in json.RawMessage) (any, error) {
	var args struct {
		Policy    kubeletconfig.ImagePullCredentialsVerificationPolicy
		Allowlist []string
		Image     string
		Record    *struct {
			CredentialMapping map[string]kubeletconfig.ImagePullCredentials
		}
		HasPullIntent     bool
		PodSecrets        []kubeletconfig.ImagePullSecret
		PodServiceAccount *kubeletconfig.ImagePullServiceAccount
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	records := &pullRecords{hasIntent: args.HasPullIntent}
	if args.Record != nil {
		records.record = &kubeletconfig.ImagePulledRecord{
			ImageRef: imageID, CredentialMapping: args.Record.CredentialMapping,
		}
	}
	manager, err := pullManager(args.Policy, args.Allowlist, records)
	if err != nil {
		return nil, err
	}
	answer := pullVerification{}
	answer.MustPull, err = manager.MustAttemptImagePull(quiet.Context, args.Image, imageID, func() (
		[]kubeletconfig.ImagePullSecret, *kubeletconfig.ImagePullServiceAccount, error,
	) {
		answer.Asked = true
		return args.PodSecrets, args.PodServiceAccount, nil
	})
	if records.written != nil {
		for image, credentials := range records.written.CredentialMapping {
			for _, secret := range credentials.KubernetesSecrets {
				if !slices.Contains(args.Record.CredentialMapping[image].KubernetesSecrets, secret) {
					answer.Added = []string{secret.UID, secret.Namespace, secret.Name, secret.CredentialHash}
				}
			}
		}
	}
	return answer, err
}

// pullVerification is what the kubelet decides about an image of the node.
type pullVerification struct {
	MustPull bool `json:"mustPull"`
	// Asked is whether the credentials of the Pod were needed.
	Asked bool `json:"asked"`
	// Added is the Secret that was added to the record: its UID, namespace, name and hash.
	Added []string `json:"added,omitempty"`
}

// pullStep is a moment at which a container is to start.
type pullStep struct {
	AtMs      int64
	IsPresent bool
	PullError *string
}

// imageRuntime is a runtime that does what the step says.
type imageRuntime struct {
	kubecontainer.ImageService
	step  pullStep
	asked string
}

func (r *imageRuntime) GetImageRef(context.Context, kubecontainer.ImageSpec) (string, error) {
	if r.step.IsPresent {
		return imageID, nil
	}
	return "", nil
}

func (r *imageRuntime) PullImage(
	_ context.Context, spec kubecontainer.ImageSpec, _ []credentialprovider.TrackedAuthConfig, _ *runtimeapi.PodSandboxConfig,
) (string, *credentialprovider.TrackedAuthConfig, error) {
	r.asked = spec.Image
	if r.step.PullError != nil {
		return "", nil, errors.New(*r.step.PullError)
	}
	return imageID, nil, nil
}

func (r *imageRuntime) GetImageSize(context.Context, kubecontainer.ImageSpec) (uint64, error) {
	return 1, nil
}

type pullTimes struct{}

func (pullTimes) RecordImageStartedPulling(types.UID) {}

func (pullTimes) RecordImageFinishedPulling(types.UID) {}

type pullOutcome struct {
	// Reason is why the container waits; empty if it does not.
	Reason string `json:"reason"`
	// Pulled is what the runtime was asked to pull; empty if it was not.
	Pulled string `json:"pulled"`
}

// ensureImage asks the kubelet to provide for one image of one Pod, time and again.
func ensureImage(in json.RawMessage) (any, error) {
	var args struct {
		Image      string
		PullPolicy v1.PullPolicy
		// MustVerify is the policy AlwaysVerify, and no record of the image.
		MustVerify bool
		Steps      []pullStep
	}
	if err := wire.DecodeStrict(in, &args); err != nil {
		return nil, err
	}
	policy := kubeletconfig.NeverVerify
	if args.MustVerify {
		policy = kubeletconfig.AlwaysVerify
	}
	pulls, err := pullManager(policy, nil, &pullRecords{})
	if err != nil {
		return nil, err
	}
	clock := testingclock.NewFakeClock(time.Unix(0, 0))
	service := &imageRuntime{}
	manager := images.NewImageManager(
		&record.FakeRecorder{}, &credentialprovider.BasicDockerKeyring{}, service, pulls,
		flowcontrol.NewFakeBackOff(imageBackOffPeriod, maxImageBackOff, clock), false, nil, 0, 0, pullTimes{})
	pod := &v1.Pod{}
	pod.UID = "pod"
	sandbox := &runtimeapi.PodSandboxConfig{Metadata: &runtimeapi.PodSandboxMetadata{}}
	outcomes := []pullOutcome{}
	for _, step := range args.Steps {
		clock.SetTime(time.Unix(0, 0).Add(time.Duration(step.AtMs) * time.Millisecond))
		service.step, service.asked = step, ""
		_, _, err := manager.EnsureImageExists(
			quiet.Context, &v1.ObjectReference{}, pod, args.Image, nil, sandbox, "", args.PullPolicy)
		outcome := pullOutcome{Pulled: service.asked}
		if err != nil {
			outcome.Reason = err.Error()
		}
		outcomes = append(outcomes, outcome)
	}
	return outcomes, nil
}
