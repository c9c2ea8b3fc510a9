/**
 * The fields that a variable can have, in the order of the API server.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validEnvDownwardAPIFieldPathExpressions`.
 *
 * @internal
 */
export const ENV_FIELDS: readonly string[] = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];

/** The fields that variables can have or, without a value, once had; `spec.host` is the node in old clients. */
const KNOWN_LABELS =
  /^(metadata\.(annotations|labels|name|namespace|uid)|spec\.(nodeName|host|restartPolicy|serviceAccountName|schedulerName)|status\.(phase|hostIPs?|podIPs?))$/;

/**
 * A field and the key in it.
 *
 * @internal
 */
export interface Subscript {
  readonly path: string;
  readonly key: string;
}

/**
 * Splits a field with a key, such as `metadata.labels['app']`; undefined for any other.
 *
 * Source: `k8s.io/kubernetes/pkg/fieldpath` v1.37.1, `SplitMaybeSubscriptedPath`.
 *
 * @internal
 */
export function subscriptOf(fieldPath: string): Subscript | undefined {
  const at = fieldPath.indexOf("['");
  // The quote of the start is not that of the end.
  return at > 0 && fieldPath.endsWith("']") && fieldPath.length >= at + 4
    ? { path: fieldPath.slice(0, at), key: fieldPath.slice(at + 2, -2) }
    : undefined;
}

/**
 * Returns why a Pod has no such field, in the words of Kubernetes; undefined if it has the field.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/pods` v1.37.1, `ConvertDownwardAPIFieldLabel`.
 *
 * @internal
 */
export function fieldLabelError(apiVersion: string, fieldPath: string): string | undefined {
  if (apiVersion !== 'v1') {
    return `unsupported pod version: ${apiVersion}`;
  }
  const subscript = subscriptOf(fieldPath);
  if (subscript === undefined) {
    return KNOWN_LABELS.test(fieldPath) ? undefined : `field label not supported: ${fieldPath}`;
  }
  return /^metadata\.(annotations|labels)$/.test(subscript.path)
    ? undefined
    : `field label does not support subscript: ${fieldPath}`;
}
