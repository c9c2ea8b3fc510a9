import { type ImageProblem, shorten } from './image-problems.js';
import type { ImagePullCredentialsVerificationPolicy } from './pull-verification.js';
import { allowlistPatternFault } from './verification-allowlist.js';

/** The fields of a kubelet's configuration that are about pulling. Source: `k8s.io/kubelet/config/v1beta1` v0.37.1. */
export interface ImagePullSettings {
  /** Whether images are pulled one at a time; absent means true unless `maxParallelImagePulls` is 2 or more. */
  readonly serializeImagePulls?: boolean | null | undefined;
  /** How many images are pulled at the same time at most; absent means any number. */
  readonly maxParallelImagePulls?: number | null | undefined;
  /** When a Pod has to show that it may use an image that the node has; absent means `NeverVerifyPreloadedImages`. */
  readonly imagePullCredentialsVerificationPolicy?:
    | ImagePullCredentialsVerificationPolicy
    | (string & {})
    | null
    | undefined;
  /** The images that `NeverVerifyAllowlistedImages` exempts: names without tag and digest, or starts with `/*`. */
  readonly preloadedImagesVerificationAllowlist?: readonly string[] | null | undefined;
}

/**
 * What is wrong with the settings of a kubelet about pulling.
 *
 * - `INVALID_TYPE`: a field holds something else than Kubernetes takes there
 * - `NOT_POSITIVE`: `maxParallelImagePulls` is less than 1
 * - `SERIALIZED`: `maxParallelImagePulls` is 2 or more, and `serializeImagePulls` is true
 * - `UNKNOWN_POLICY`: `imagePullCredentialsVerificationPolicy` is none of the four
 * - `ALLOWLIST_NOT_USED`: there is an allowlist, and the policy is not `NeverVerifyAllowlistedImages`
 * - `INVALID_PATTERN`: an entry of the allowlist is neither the name of an image nor the start of one with `/*`
 */
export type ImagePullSettingsProblemCode =
  | 'INVALID_TYPE'
  | 'NOT_POSITIVE'
  | 'SERIALIZED'
  | 'UNKNOWN_POLICY'
  | 'ALLOWLIST_NOT_USED'
  | 'INVALID_PATTERN';

const POLICIES: readonly unknown[] = [
  'NeverVerify',
  'NeverVerifyPreloadedImages',
  'NeverVerifyAllowlistedImages',
  'AlwaysVerify',
];

/**
 * Checks the settings of a kubelet about pulling; with one that is wrong it does not start.
 *
 * @param settings - a kubelet's configuration, or the part of it; absent fields have their defaults
 * @returns what is wrong; empty if nothing is
 * @example
 * ```ts
 * import { validateImagePullSettings } from '@kubesem/image';
 *
 * validateImagePullSettings({ maxParallelImagePulls: 5 }) // => []
 * const [problem] = validateImagePullSettings({ maxParallelImagePulls: 5, serializeImagePulls: true });
 * problem?.code // => 'SERIALIZED'
 * problem?.path // => 'maxParallelImagePulls'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/apis/config/validation` v1.37.1, `ValidateKubeletConfiguration`.
 */
export function validateImagePullSettings(
  settings: ImagePullSettings,
): readonly ImageProblem<ImagePullSettingsProblemCode>[] {
  const problems: ImageProblem<ImagePullSettingsProblemCode>[] = [];
  const add = (path: string, value: unknown, code: ImagePullSettingsProblemCode, message: string) =>
    problems.push({
      type: code === 'INVALID_TYPE' ? 'FieldValueTypeInvalid' : 'FieldValueInvalid',
      path,
      value: shorten(value),
      code,
      message,
    });
  checkParallel(settings, add);
  checkVerification(settings, add);
  return problems;
}

type Add = (
  path: string,
  value: unknown,
  code: ImagePullSettingsProblemCode,
  message: string,
) => void;

function checkParallel(settings: ImagePullSettings, add: Add): void {
  const { serializeImagePulls, maxParallelImagePulls } = settings;
  if (serializeImagePulls != null && typeof serializeImagePulls !== 'boolean') {
    add('serializeImagePulls', serializeImagePulls, 'INVALID_TYPE', 'expected true or false');
  }
  if (maxParallelImagePulls == null) {
    return;
  }
  const path = 'maxParallelImagePulls';
  if ((maxParallelImagePulls | 0) !== maxParallelImagePulls) {
    add(path, maxParallelImagePulls, 'INVALID_TYPE', 'expected a whole number of 32 bits');
  } else if (maxParallelImagePulls < 1) {
    add(path, maxParallelImagePulls, 'NOT_POSITIVE', 'expected 1 or more');
  } else if (maxParallelImagePulls > 1 && serializeImagePulls === true) {
    const message = 'expected at most 1, or serializeImagePulls to be false';
    add(path, maxParallelImagePulls, 'SERIALIZED', message);
  }
}

function checkVerification(settings: ImagePullSettings, add: Add): void {
  const { imagePullCredentialsVerificationPolicy, preloadedImagesVerificationAllowlist } = settings;
  const policy = imagePullCredentialsVerificationPolicy || 'NeverVerifyPreloadedImages';
  if (!POLICIES.includes(policy)) {
    const path = 'imagePullCredentialsVerificationPolicy';
    add(path, policy, 'UNKNOWN_POLICY', `expected one of ${POLICIES.join(', ')}`);
  }
  const path = 'preloadedImagesVerificationAllowlist';
  const allowlist: unknown = preloadedImagesVerificationAllowlist ?? [];
  if (!Array.isArray(allowlist)) {
    add(path, allowlist, 'INVALID_TYPE', 'expected a list');
  } else if (allowlist.length > 0 && policy !== 'NeverVerifyAllowlistedImages') {
    const message = 'expected none unless the policy is NeverVerifyAllowlistedImages';
    add(path, allowlist, 'ALLOWLIST_NOT_USED', message);
  } else {
    allowlist.forEach((pattern: unknown, index) => {
      const fault = typeof pattern === 'string' ? allowlistPatternFault(pattern) : 'a string';
      if (fault !== undefined) {
        const code = typeof pattern === 'string' ? 'INVALID_PATTERN' : 'INVALID_TYPE';
        add(`${path}[${index}]`, pattern, code, `expected ${fault}`);
      }
    });
  }
}

/**
 * How many images a kubelet pulls at the same time at most.
 *
 * Images of one Pod are never pulled at the same time, whatever the settings say.
 *
 * @param settings - settings that {@link validateImagePullSettings} finds nothing wrong with
 * @returns the number; undefined if there is no limit
 * @example
 * ```ts
 * import { maxConcurrentImagePulls } from '@kubesem/image';
 *
 * maxConcurrentImagePulls({}) // => 1
 * maxConcurrentImagePulls({ maxParallelImagePulls: 5 }) // => 5
 * maxConcurrentImagePulls({ serializeImagePulls: false }) // => undefined
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/apis/config/v1beta1` v1.37.1, `SetDefaults_KubeletConfiguration`;
 * `k8s.io/kubernetes/pkg/kubelet/images` v1.37.1, `NewImageManager`.
 */
export function maxConcurrentImagePulls({
  serializeImagePulls,
  maxParallelImagePulls,
}: ImagePullSettings): number | undefined {
  return (serializeImagePulls ?? (maxParallelImagePulls ?? 0) < 2)
    ? 1
    : (maxParallelImagePulls ?? undefined);
}
