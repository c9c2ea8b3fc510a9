import type { Timestamp } from '@kubesem/core';
import { timestampMs } from '@kubesem/core/internal';
import { Quantity, quantityOr } from '@kubesem/quantity';

/** Maps: all entries count, whatever their names and values. */
const MAPS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['labels', 'annotations', 'nodeSelector', 'matchLabels', 'options', 'userAnnotations'],
  ...['volumeAttributes', 'limits', 'requests', 'overhead'],
]);
const AMOUNT_MAPS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'limits',
  'requests',
  'overhead',
]);
const AMOUNTS: ReadonlySet<string> = /* @__PURE__ */ new Set(['sizeLimit', 'divisor']);
const TIMES: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['creationTimestamp', 'deletionTimestamp', 'time'],
]);
/** Structs that are the same empty as absent. Go has pointers to all others, such as `securityContext`. */
const PLAIN_STRUCTS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['metadata', 'spec', 'resources', 'preference', 'podAffinityTerm'],
]);
/** Fields that Go has a pointer to: empty, zero and false differ from absent. With a parent if that depends on it. */
const POINTERS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  // Metadata and its owners.
  ...['deletionGracePeriodSeconds', 'deletionTimestamp', 'time', 'controller'],
  'blockOwnerDeletion',
  // The Pod.
  ...['podSpec.resources', 'terminationGracePeriodSeconds', 'activeDeadlineSeconds', 'priority'],
  ...['automountServiceAccountToken', 'shareProcessNamespace', 'runtimeClassName'],
  ...['enableServiceLinks', 'preemptionPolicy', 'setHostnameAsFQDN', 'hostUsers'],
  ...['hostnameOverride', 'podGroupName', 'resourceClaimName', 'resourceClaimTemplateName'],
  ...[
    'options[].value',
    'tolerationSeconds',
    'minDomains',
    'nodeAffinityPolicy',
    'nodeTaintsPolicy',
  ],
  // Containers.
  ...['containers[].restartPolicy', 'initContainers[].restartPolicy'],
  ...['ephemeralContainers[].restartPolicy', 'recursiveReadOnly', 'mountPropagation'],
  ...['httpGet.protocol', 'service', 'mode', 'stopSignal'],
  // Security contexts.
  ...['privileged', 'runAsUser', 'runAsGroup', 'runAsNonRoot', 'readOnlyRootFilesystem'],
  ...['allowPrivilegeEscalation', 'procMount', 'localhostProfile', 'supplementalGroupsPolicy'],
  ...['fsGroup', 'fsGroupChangePolicy', 'seLinuxChangePolicy', 'gmsaCredentialSpecName'],
  ...['gmsaCredentialSpec', 'runAsUserName', 'hostProcess'],
  // Volumes.
  ...['hostPath.type', 'sizeLimit', 'defaultMode', 'defaultUser', 'optional', 'items[].user'],
  ...['serviceAccountToken.user', 'expirationSeconds', 'maxExpirationSeconds'],
  ...['podCertificate.user', 'clusterTrustBundle.user', 'clusterTrustBundle.name'],
  ...['clusterTrustBundle.signerName', 'initiatorName', 'fc.lun', 'cachingMode'],
  ...['azureDisk.kind', 'azureDisk.fsType', 'azureDisk.readOnly', 'csi.fsType', 'csi.readOnly'],
  ...['storageClassName', 'volumeMode', 'volumeAttributesClassName', 'apiGroup'],
  'dataSourceRef.namespace',
]);

type Fields = { readonly [name: string]: unknown };

/**
 * Reports whether two values of a field are the same once they are stored: `1Gi` and `1073741824` are, and an absent, an empty and a
 * zero field, unless Kubernetes distinguishes them.
 *
 * @param a - a value
 * @param b - another one
 * @param name - name of the field; `podSpec` for the spec of a Pod, and `env[]` for an entry of the list `env`
 * @param outer - what the first value is in; a value that contains itself is the same as no other
 *
 * Source: `k8s.io/apimachinery/pkg/api/equality` v0.37.1, `Semantic`.
 *
 * @internal
 */
export function isSameField(
  a: unknown,
  b: unknown,
  name: string,
  outer: readonly unknown[] = [],
): boolean {
  if (a instanceof Quantity && b instanceof Quantity) {
    return a.equals(b);
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || a === b) {
    return a === b;
  }
  if (outer.includes(a)) {
    return false;
  }
  const inner = [...outer, a];
  if (Array.isArray(a) || Array.isArray(b)) {
    const entry = `${name}[]`;
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((each, index) =>
        isSameField(entryOf(each, entry), entryOf(b[index], entry), entry, inner),
      )
    );
  }
  const valueOf = MAPS.has(name) ? mapValue : fieldValue;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((each) =>
    isSameField(valueOf(a as Fields, each, name), valueOf(b as Fields, each, name), each, inner),
  );
}

/** The value of a key of a map; undefined if it lacks the key. Go reads null as an empty value. */
function mapValue(map: Fields, key: string, name: string): unknown {
  if (!Object.prototype.hasOwnProperty.call(map, key) || map[key] === undefined) {
    return undefined;
  }
  return AMOUNT_MAPS.has(name) ? quantityOr(map[key] ?? 0, map[key]) : (map[key] ?? '');
}

/** The value of a field; undefined if Go leaves it out. */
function fieldValue(
  object: Fields,
  name: string,
  parent: string,
  outer: readonly object[] = [],
): unknown {
  const value = Object.prototype.hasOwnProperty.call(object, name) ? object[name] : undefined;
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) {
    return undefined;
  }
  const isPointer = POINTERS.has(name) || POINTERS.has(`${parent}.${name}`);
  if (AMOUNTS.has(name)) {
    const amount = quantityOr(value, undefined);
    return amount?.isZero() && !isPointer ? undefined : (amount ?? value);
  }
  if (TIMES.has(name)) {
    const ms = timestampMs(value as Timestamp);
    return Number.isNaN(ms) && !isPointer ? undefined : String(ms);
  }
  if (isPointer || Array.isArray(value)) {
    return value;
  }
  if (typeof value === 'object') {
    const isEmptyMap = MAPS.has(name) && Object.keys(value).length === 0;
    return isEmptyMap || (PLAIN_STRUCTS.has(name) && isEmpty(value, name, outer))
      ? undefined
      : value;
  }
  // A port is a number or a name, and an empty name is not 0.
  return value || (value === '' && name === 'port') ? value : undefined;
}

/** An entry of a list; undefined if it is empty, zero or null. */
function entryOf(entry: unknown, name: string): unknown {
  const isAbsent = typeof entry === 'object' && entry !== null ? isEmpty(entry, name) : !entry;
  return isAbsent ? undefined : entry;
}

function isEmpty(object: object, name: string, outer: readonly object[] = []): boolean {
  if (outer.includes(object)) {
    return false;
  }
  const inner = [...outer, object];
  return Object.keys(object).every(
    (each) => fieldValue(object as Fields, each, name, inner) === undefined,
  );
}
