import { type FieldProblem } from '@kubesem/core';
import {
  FieldProblems,
  type Fields,
  fields,
  INT32_OPTION,
  readOption,
} from '@kubesem/core/internal';
import { safeParseReference } from '../reference/reference.js';

/**
 * When a Pod must prove that it can use an image that is already on the node.
 *
 * - `NeverVerify`: never
 * - `NeverVerifyPreloadedImages`: if the kubelet pulled the image (the default)
 * - `NeverVerifyAllowlistedImages`: unless the image is on the allowlist
 * - `AlwaysVerify`: always
 *
 * Source: `k8s.io/kubelet/config/v1beta1` v0.37.1. (The documentation spells one `NeverVerifyAllowListedImages`, which the
 * released code rejects.)
 */
export type ImagePullCredentialsVerificationPolicy =
  | 'NeverVerify'
  | 'NeverVerifyPreloadedImages'
  | 'NeverVerifyAllowlistedImages'
  | 'AlwaysVerify';

/** The fields of the kubelet configuration about image pulls. Source: `k8s.io/kubelet/config/v1beta1` v0.37.1. */
export interface ImagePullSettings {
  /** Whether images are pulled one at a time; by default true unless `maxParallelImagePulls` is 2 or more. */
  readonly serializeImagePulls?: boolean | null | undefined;
  /** The largest number of parallel pulls; unlimited by default. */
  readonly maxParallelImagePulls?: number | null | undefined;
  /** When a Pod must prove that it can use an image of the node; `NeverVerifyPreloadedImages` by default. */
  readonly imagePullCredentialsVerificationPolicy?:
    | ImagePullCredentialsVerificationPolicy
    | (string & {})
    | null
    | undefined;
  /** The images that `NeverVerifyAllowlistedImages` exempts: names without tag and digest, or prefixes with `/*`. */
  readonly preloadedImagesVerificationAllowlist?: readonly string[] | null | undefined;
}

/**
 * Codes of the problems with the settings of a kubelet about image pulls.
 *
 * - `INVALID_TYPE`: a field has the wrong JSON type; the rules of the other fields are still checked
 * - `NOT_POSITIVE`: `maxParallelImagePulls` is less than 1
 * - `SERIALIZED`: `maxParallelImagePulls` is 2 or more, and `serializeImagePulls` is true
 * - `UNKNOWN_POLICY`: `imagePullCredentialsVerificationPolicy` is unknown
 * - `ALLOWLIST_NOT_USED`: the allowlist is not empty, and the policy is not `NeverVerifyAllowlistedImages`
 * - `INVALID_PATTERN`: an entry of the allowlist is neither the name of an image nor a prefix with `/*`
 */
export type ImagePullSettingsProblemCode =
  | 'INVALID_TYPE'
  | 'NOT_POSITIVE'
  | 'SERIALIZED'
  | 'UNKNOWN_POLICY'
  | 'ALLOWLIST_NOT_USED'
  | 'INVALID_PATTERN';

const POLICIES: readonly string[] = [
  'NeverVerify',
  'NeverVerifyPreloadedImages',
  'NeverVerifyAllowlistedImages',
  'AlwaysVerify',
];

/**
 * Checks the settings of a kubelet about image pulls. A kubelet with invalid settings does not start.
 *
 * @param settings - a kubelet configuration, or the part of it
 * @returns the problems; empty if the settings are valid
 * @example
 * ```ts
 * import { imagePullSettingsProblems } from '@kubesem/image';
 *
 * imagePullSettingsProblems({ maxParallelImagePulls: 5 }) // => []
 * const [problem] = imagePullSettingsProblems({ maxParallelImagePulls: 5, serializeImagePulls: true });
 * problem?.code // => 'SERIALIZED'
 * problem?.path // => 'maxParallelImagePulls'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/apis/config/validation` v1.37.1, `ValidateKubeletConfiguration`.
 */
export function imagePullSettingsProblems(
  settings: ImagePullSettings,
): readonly FieldProblem<ImagePullSettingsProblemCode>[] {
  const problems = new FieldProblems<ImagePullSettingsProblemCode>();
  const given = fields<ImagePullSettings, ImagePullSettingsProblemCode>(settings, problems);
  const read = readSettings(given);
  checkParallel(given, read);
  checkVerification(given, read);
  return problems.list();
}

type Settings = Fields<ImagePullSettings, ImagePullSettingsProblemCode>;

/** The settings after reading; the policy has its default. */
interface ReadSettings {
  readonly policy: string;
  readonly allowlist: readonly string[];
  readonly serialize: boolean | undefined;
  readonly maxParallel: number | undefined;
}

const POLICY = 'imagePullCredentialsVerificationPolicy';
const ALLOWLIST = 'preloadedImagesVerificationAllowlist';
const MAX_PARALLEL = 'maxParallelImagePulls';

function readSettings(settings: Settings): ReadSettings {
  return {
    policy: settings.text(POLICY) || 'NeverVerifyPreloadedImages',
    allowlist: settings.texts(ALLOWLIST),
    serialize: settings.flag('serializeImagePulls'),
    maxParallel: settings.integer(MAX_PARALLEL),
  };
}

function checkParallel(settings: Settings, { serialize, maxParallel }: ReadSettings): void {
  if (maxParallel === undefined) {
    return;
  }
  if (maxParallel < 1) {
    settings.invalid(MAX_PARALLEL, 'expected 1 or more', maxParallel, 'NOT_POSITIVE');
  } else if (maxParallel > 1 && serialize === true) {
    const message = 'parallel pulls require serializeImagePulls to be false';
    settings.invalid(MAX_PARALLEL, message, maxParallel, 'SERIALIZED');
  }
}

function checkVerification(settings: Settings, { policy, allowlist }: ReadSettings): void {
  if (!POLICIES.includes(policy)) {
    const message = `expected one of ${POLICIES.join(', ')}`;
    settings.invalid(POLICY, message, policy, 'UNKNOWN_POLICY');
  }
  if (allowlist.length > 0 && policy !== 'NeverVerifyAllowlistedImages') {
    const message = 'the allowlist requires the policy NeverVerifyAllowlistedImages';
    settings.invalid(ALLOWLIST, message, allowlist, 'ALLOWLIST_NOT_USED');
    return;
  }
  for (const [index, pattern] of allowlist.entries()) {
    const fault = allowlistPatternFault(pattern);
    if (fault !== undefined) {
      const path = settings.pathOf(ALLOWLIST, index);
      settings.invalid(path, `expected ${fault}`, pattern, 'INVALID_PATTERN');
    }
  }
}

/**
 * Returns the largest number of images that a kubelet pulls in parallel.
 *
 * The images of one Pod are never pulled in parallel.
 *
 * @param settings - valid settings, see {@link imagePullSettingsProblems}
 * @returns the number; undefined if it is unlimited
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the number of pulls is not an int32
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
  const limit = readOption('maxParallelImagePulls', maxParallelImagePulls, INT32_OPTION);
  return (serializeImagePulls ?? (limit ?? 0) < 2) ? 1 : limit;
}

/** White space at the start or end, as Go defines it; `trim` of JavaScript differs. */
const SPACE_AT_AN_END =
  /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]|[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]$/;

/**
 * Reports whether a string starts or ends with white space, as Go defines it.
 */
export function hasSpaceAtAnEnd(text: string): boolean {
  return SPACE_AT_AN_END.test(text);
}

/**
 * Checks a pattern of the allowlist: the name of an image without tag and digest, or a prefix with `/*` at its end.
 *
 * @returns what is expected; undefined if the pattern is valid
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/images/pullmanager` v1.37.1, `getAllowlistImagePattern`.
 */
function allowlistPatternFault(pattern: string): string | undefined {
  if (hasSpaceAtAnEnd(pattern)) {
    return 'no leading or trailing white space';
  }
  const start = prefixOf(pattern) ?? pattern;
  if (start.includes('*')) {
    return '`*` only in a `/*` at the end';
  }
  if (start !== pattern) {
    return start === '/' ? 'the host of a registry before `/*`' : undefined;
  }
  return safeParseReference(pattern).value?.name === pattern
    ? undefined
    : 'the name of an image without tag and digest';
}

/**
 * Finds the pattern of the allowlist that matches an image. The image is compared as written, without tag, digest and
 * defaults, so `docker.io/library/busybox` on the list does not match `busybox`.
 *
 * @returns the pattern; undefined if none matches
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/images/pullmanager` v1.37.1, `imageMatches`.
 */
export function findAllowlistPattern(
  allowlist: readonly string[],
  image: string,
): string | undefined {
  const name = safeParseReference(image).value?.name ?? image;
  return allowlist.find((pattern) => {
    const prefix = prefixOf(pattern);
    return prefix === undefined ? pattern === name : name.startsWith(prefix);
  });
}

/** Returns the text before the `*` of a pattern that ends in `/*`. */
function prefixOf(pattern: string): string | undefined {
  return pattern.endsWith('/*') ? pattern.slice(0, -1) : undefined;
}
