import { attempt, type PodTemplateSpec, type Timestamp } from '@kubesem/core';
import { timestampMs } from '@kubesem/core/internal';
import { Quantity, quantityOr } from '@kubesem/quantity';

const HASH_LABEL = 'pod-template-hash';
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
 * Reports whether the Pod templates of a Deployment and a ReplicaSet are equal, except for the label `pod-template-hash`.
 * If no ReplicaSet has an equal template, the controller creates one, which starts a rollout.
 *
 * The function compares templates as they are stored, so pass objects that the API server returned. A manifest lacks the
 * defaults of the API server, so it is not equal to its own stored object; `kubectl apply --dry-run=server` fills them in.
 *
 * Amounts such as `1Gi` and `1073741824` are equal. Fields that are absent, null, empty or zero are equal, unless Kubernetes
 * distinguishes them: `securityContext: {}` is not an absent one.
 *
 * @param a - a template; it is not changed
 * @param b - another one; it is not changed
 * @returns whether they are equal; an absent one is equal to an empty one
 *
 * @example
 * ```ts
 * import { isSameTemplate } from '@kubesem/workloads';
 *
 * const template = (image: string, labels: Record<string, string> = {}) => {
 *   return { metadata: { labels: { app: 'web', ...labels } }, spec: { containers: [{ name: 'app', image }] } };
 * };
 * isSameTemplate(template('app:1'), template('app:1', { 'pod-template-hash': '5d4f' })) // => true
 * isSameTemplate(template('app:1'), template('app:2')) // => false
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/deployment/util` v1.37.1, `EqualIgnoreHash`.
 */
export function isSameTemplate(
  a: PodTemplateSpec | null | undefined,
  b: PodTemplateSpec | null | undefined,
): boolean {
  // A template that contains itself has no end, and is equal to none.
  return attempt(() => areEqual(a, b)).value === true;
}

type Template = PodTemplateSpec | null | undefined;

function areEqual(a: Template, b: Template): boolean {
  return (
    isSame(withoutHash(a), withoutHash(b), 'metadata') &&
    isSame(a?.spec ?? {}, b?.spec ?? {}, 'podSpec')
  );
}

function withoutHash(template: PodTemplateSpec | null | undefined): Fields {
  const labels = Object.entries(template?.metadata?.labels ?? {});
  return {
    ...template?.metadata,
    labels: Object.fromEntries(labels.filter(([name]) => name !== HASH_LABEL)),
  };
}

/** Compares what two fields of one name hold. The entries of the list `env` have the name `env[]`. */
function isSame(a: unknown, b: unknown, name: string): boolean {
  if (a instanceof Quantity && b instanceof Quantity) {
    return a.equals(b);
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || a === b) {
    return a === b;
  }
  if (Array.isArray(a) || Array.isArray(b)) {
    const entry = `${name}[]`;
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((each, index) => isSame(entryOf(each, entry), entryOf(b[index], entry), entry))
    );
  }
  const valueOf = MAPS.has(name) ? mapValue : fieldValue;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((each) =>
    isSame(valueOf(a as Fields, each, name), valueOf(b as Fields, each, name), each),
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
function fieldValue(object: Fields, name: string, parent: string): unknown {
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
    return isEmptyMap || (PLAIN_STRUCTS.has(name) && isEmpty(value, name)) ? undefined : value;
  }
  // A port is a number or a name, and an empty name is not 0.
  return value || (value === '' && name === 'port') ? value : undefined;
}

/** An entry of a list; undefined if it is empty, zero or null. */
function entryOf(entry: unknown, name: string): unknown {
  const isAbsent = typeof entry === 'object' && entry !== null ? isEmpty(entry, name) : !entry;
  return isAbsent ? undefined : entry;
}

function isEmpty(object: object, name: string): boolean {
  return Object.keys(object).every(
    (each) => fieldValue(object as Fields, each, name) === undefined,
  );
}
