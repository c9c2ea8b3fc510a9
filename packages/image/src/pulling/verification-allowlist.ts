import { safeParseReference } from '../reference/reference.js';

/** White space at the start or end, as Go defines it; `trim` of JavaScript differs. */
const SPACE_AT_AN_END =
  /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]|[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]$/;

/** Reports whether a string starts or ends with white space, as Go defines it. */
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
export function allowlistPatternFault(pattern: string): string | undefined {
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
