import type { PullPolicyRule } from '@kubesem/image';

/** Why a pull policy applies. */
export const PULL_POLICY_RULES: { readonly [Rule in PullPolicyRule]: string } = {
  SET: 'as written',
  NO_TAG_NO_DIGEST: 'default, because the tag defaults to `latest`',
  LATEST_TAG: 'default for the tag `latest`',
  OTHER_TAG: 'default for tags other than `latest`',
  DIGEST_ALONE: 'default for a digest without a tag',
  INVALID_IMAGE: 'default for an invalid image name',
};

/** A digest with as many digits as it takes to tell images apart. */
export function shortDigest(text: string): string {
  return text.replace(/(sha\d+:.{7}).*/, '$1…');
}
