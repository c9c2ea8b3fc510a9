import type { PodTemplateSpec } from '@kubesem/core';

const HASH_LABEL = 'pod-template-hash';
/** Structs and maps that are the same empty as absent. An empty `securityContext` is not. */
const EMPTY_IS_ABSENT: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['metadata', 'labels', 'annotations', 'spec', 'nodeSelector', 'overhead', 'resources'],
  ...['limits', 'requests', 'matchLabels'],
]);

type Fields = { readonly [name: string]: unknown };

/**
 * Reports whether the Pod templates of a Deployment and a ReplicaSet are equal, except for the label `pod-template-hash`.
 * If no ReplicaSet has an equal template, the controller creates one, which starts a rollout.
 *
 * The function compares templates as they are stored, so pass objects that the API server returned. A manifest lacks the
 * defaults of the API server, so it is not equal to its own stored object; `kubectl apply --dry-run=server` fills them in.
 *
 * @param a - a template; it is not changed
 * @param b - another one; it is not changed
 * @returns whether they are equal; an absent one is equal to an empty one
 *
 * @example
 * ```ts
 * import { templatesEqual } from '@kubesem/workloads';
 *
 * const template = (image: string, labels: Record<string, string> = {}) => {
 *   return { metadata: { labels: { app: 'web', ...labels } }, spec: { containers: [{ name: 'app', image }] } };
 * };
 * templatesEqual(template('app:1'), template('app:1', { 'pod-template-hash': '5d4f' })) // => true
 * templatesEqual(template('app:1'), template('app:2')) // => false
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/deployment/util` v1.37.1, `EqualIgnoreHash`.
 */
export function templatesEqual(
  a: PodTemplateSpec | null | undefined,
  b: PodTemplateSpec | null | undefined,
): boolean {
  return sameValue(withoutHash(a), withoutHash(b));
}

function withoutHash(template: PodTemplateSpec | null | undefined): PodTemplateSpec {
  const labels = Object.entries(template?.metadata?.labels ?? {}).filter(
    ([name]) => name !== HASH_LABEL,
  );
  return { ...template, metadata: { ...template?.metadata, labels: Object.fromEntries(labels) } };
}

function sameValue(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return a === b;
  }
  if (Array.isArray(a) !== Array.isArray(b)) {
    return false;
  }
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) =>
    sameValue(valueOf(a as Fields, name), valueOf(b as Fields, name)),
  );
}

/** The value of a field; undefined if Go leaves it out. */
function valueOf(object: Fields, name: string): unknown {
  const value = Object.prototype.hasOwnProperty.call(object, name) ? object[name] : undefined;
  const isEmpty =
    typeof value === 'object' &&
    value !== null &&
    (Array.isArray(value) || EMPTY_IS_ABSENT.has(name)) &&
    Object.keys(value).every((key) => valueOf(value as Fields, key) === undefined);
  return isEmpty ? undefined : (value ?? undefined);
}
