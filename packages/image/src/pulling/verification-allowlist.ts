import { safeParseReference } from '../reference/reference.js';

/** What Go takes for white space at the ends of a text; JavaScript's `trim` differs. */
const SPACE_AT_AN_END =
  /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]|[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]$/;

/** Whether a text starts or ends with white space, as Go sees it. */
export function hasSpaceAtAnEnd(text: string): boolean {
  return SPACE_AT_AN_END.test(text);
}

/**
 * Says what is wrong with a pattern of the allowlist: the name of an image without tag and digest, or the start of one
 * that ends in `/*`.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/images/pullmanager` v1.37.1, `getAllowlistImagePattern`.
 *
 * @returns what was expected; undefined if the pattern is valid
 */
export function allowlistPatternFault(pattern: string): string | undefined {
  if (hasSpaceAtAnEnd(pattern)) {
    return 'no white space at its ends';
  }
  const start = prefixOf(pattern) ?? pattern;
  if (start.includes('*')) {
    return 'no `*` but in a `/*` at its end';
  }
  if (start !== pattern) {
    return start === '/' ? 'the host of a registry before the `/*`' : undefined;
  }
  const reference = safeParseReference(pattern).value;
  if (reference === undefined) {
    return 'the name of an image';
  }
  return reference.name === pattern ? undefined : 'neither tag nor digest';
}

/**
 * Whether an image is on the allowlist. It is compared as it is written, without its tag and digest: nothing is filled
 * in, so `docker.io/library/busybox` on the list does not allow `busybox`.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/images/pullmanager` v1.37.1, `imageMatches`.
 *
 * @returns the pattern that allows it; undefined if none does
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

/** The text before the `*` of a pattern that ends in one. */
function prefixOf(pattern: string): string | undefined {
  return pattern.endsWith('/*') ? pattern.slice(0, -1) : undefined;
}
