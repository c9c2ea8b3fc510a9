import type { PodTemplateSpec } from '@kubesem/core';

const HASH_LABEL = 'pod-template-hash';
/** Structs and maps that are the same empty as absent. An empty `securityContext` is not. */
const EMPTY_IS_ABSENT: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['metadata', 'labels', 'annotations', 'spec', 'nodeSelector', 'overhead', 'resources'],
  ...['limits', 'requests', 'matchLabels'],
]);

type Fields = { readonly [name: string]: unknown };

/**
 * Whether two stored templates are the same but for the label with their hash.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/deployment/util` v1.37.1, `EqualIgnoreHash`.
 */
export function sameTemplate(
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
