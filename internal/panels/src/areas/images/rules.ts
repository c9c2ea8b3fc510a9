import type { PullPolicyRule } from '@kubesem/image';
import type { Rule, Rules } from '../area.js';

const DOCS = 'https://kubernetes.io/docs/concepts/containers/images/';
const policy = (text: string): Rule => ({
  text,
  source: 'k8s.io/kubernetes/pkg/apis/core/v1 SetDefaults_Container',
  docs: `${DOCS}#imagepullpolicy-defaulting`,
});

/** Why a pull policy applies. */
export const PULL_POLICY_RULES: Rules<PullPolicyRule> = {
  SET: policy('The Pod sets it.'),
  NO_TAG_NO_DIGEST: policy(
    'The default of an image without tag and digest: the tag defaults to latest, so it is always pulled.',
  ),
  LATEST_TAG: policy('The default for the tag latest: the image is always pulled.'),
  OTHER_TAG: policy(
    'The default for all other tags: the image is pulled if the node does not have it.',
  ),
  DIGEST_ALONE: policy(
    'The default for a digest without a tag: the image is pulled if the node does not have it.',
  ),
  INVALID_IMAGE: policy('The default for an invalid image name.'),
};

/** What the name of an image means. */
export const NAME_RULE: Rule = {
  text: 'A name without a registry is an image of docker.io, and one without a tag has the tag latest. With a digest, the tag is ignored.',
  source: 'github.com/distribution/reference ParseDockerRef',
  docs: `${DOCS}#image-names`,
};

/** Which credentials match. */
export const CREDENTIALS_RULE: Rule = {
  text: 'The kubelet tries all credentials whose pattern matches: those with a longer path first. A path matches as a plain prefix.',
  source: 'k8s.io/kubernetes/pkg/credentialprovider BasicDockerKeyring.Lookup',
  docs: `${DOCS}#config-json`,
};
