import {
  FieldError,
  type IpAddress,
  type Node,
  nameErrorMessage,
  type ObjectMeta,
  type PodFields,
  type PodLike,
  qualifiedNameErrors,
  type StringMap,
} from '@kubesem/core';
import {
  ABSENT,
  ENV_FIELDS,
  type Fields,
  fieldLabelError,
  fieldProblem,
  fields,
  formatIpAddress,
  goQuote,
  podFields,
  readIpAddress,
  type Subscript,
  subscriptOf,
  THROW,
  wellFormed,
} from '@kubesem/core/internal';
import { Failure } from './failure.js';
import { byKey } from './service-variables.js';

/** Options of {@link podFieldValue}. */
export interface PodFieldOptions {
  /** Where the value is used: in an environment variable, or in a file of a volume, which supports fewer fields. */
  readonly use: 'env' | 'volume';
  /** The node of the Pod; by default, the addresses of the host in the status of the Pod are used. */
  readonly node?: Node | null | undefined;
  /** The addresses of the Pod; those of its status by default. */
  readonly podIPs?: readonly string[] | undefined;
}

/**
 * Computes the value that the downward API gives a container for a field of its Pod (`fieldRef`).
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param fieldPath - the field, such as `metadata.name` or `metadata.labels['app']`
 * @param options - where the value is used, the node and the addresses
 * @returns the text of the variable or the file
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `FIELD_NOT_SUPPORTED` if the field is not available to variables or
 *   files; the API server rejects it, even if the kubelet could read it
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `HOST_IP_UNKNOWN` if the field is an address of a node without addresses
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { podFieldValue } from '@kubesem/config';
 *
 * const pod = { metadata: { name: 'web', labels: { app: 'shop' } }, spec: { nodeName: 'n1' } };
 * podFieldValue(pod, "metadata.labels['app']", { use: 'env' }) // => 'shop'
 * podFieldValue(pod, 'metadata.labels', { use: 'volume' }) // => 'app="shop"'
 * podFieldValue(pod, 'metadata.labels', { use: 'env' }) // throws FIELD_NOT_SUPPORTED
 * podFieldValue(pod, 'spec.nodeName', { use: 'env' }) // => 'n1'
 * podFieldValue(pod, 'spec.nodeName', { use: 'volume' }) // throws FIELD_NOT_SUPPORTED
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/fieldpath` v1.37.1, `ExtractFieldPathAsString`; `k8s.io/kubernetes/pkg/kubelet` v1.37.1,
 * `podFieldSelectorRuntimeValue`.
 */
export function podFieldValue(pod: PodLike, fieldPath: string, options: PodFieldOptions): string {
  try {
    const parts = podFields(pod, THROW);
    if (options.use === 'env' && isForFilesAlone(fieldPath)) {
      throw new Failure('FIELD_NOT_SUPPORTED', `a variable cannot have the field ${fieldPath}`);
    }
    return readPodField(parts, 'v1', fieldPath, options);
  } catch (error) {
    if (!(error instanceof Failure)) {
      throw error;
    }
    const { code, message } = error;
    const path = fields({ fieldPath }, THROW).pathOf('fieldPath');
    throw new FieldError(
      fieldProblem({ type: 'NOT_SUPPORTED', code, path, value: fieldPath, message }),
    );
  }
}

/**
 * Formats labels or annotations as the lines of a file in a downward API volume.
 *
 * @param map - values by key
 * @returns a line `key="value"` for each key, sorted, without a line break at the end
 *
 * @example
 * ```ts
 * import { formatPodMap } from '@kubesem/config';
 *
 * formatPodMap({ zone: 'us-1', app: 'the "shop"' }) // => 'app="the \\"shop\\""\nzone="us-1"'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/fieldpath` v1.37.1, `FormatMap`.
 */
export function formatPodMap(map: StringMap): string {
  return linesOf(fields({ map }, ABSENT).map('map'));
}

function linesOf(map: ReadonlyMap<string, string>): string {
  return [...map]
    .sort(byKey)
    .map(([key, value]) => `${wellFormed(key)}=${goQuote(wellFormed(value))}`)
    .join('\n');
}

/** Whether a Pod has a field that the API server rejects in a variable. */
function isForFilesAlone(fieldPath: string): boolean {
  // `spec.host` is an old name of `spec.nodeName`.
  const isForVariables = [...ENV_FIELDS, 'spec.host'].includes(fieldPath);
  return (
    !isForVariables &&
    subscriptOf(fieldPath) === undefined &&
    fieldLabelError('v1', fieldPath) === undefined
  );
}

/** {@link podFieldValue}, throwing a {@link Failure} with the message of the kubelet. */
export function readPodField(
  parts: PodFields,
  apiVersion: string,
  fieldPath: string,
  { use, node, podIPs }: PodFieldOptions,
): string {
  const subscripted = subscriptOf(fieldPath);
  if (use === 'env') {
    const error = fieldLabelError(apiVersion, fieldPath);
    if (error !== undefined) {
      throw new Failure('FIELD_NOT_SUPPORTED', error);
    }
    const address = addressField(parts, fieldPath, node, podIPs);
    if (address !== undefined) {
      return address;
    }
  }
  const metadata = parts.pod.at('metadata');
  if (subscripted !== undefined) {
    return subscriptedValue(metadata, fieldPath, subscripted);
  }
  switch (fieldPath) {
    case 'metadata.annotations':
      return linesOf(metadata.map('annotations'));
    case 'metadata.labels':
      return linesOf(metadata.map('labels'));
    case 'metadata.name':
      return wellFormed(metadata.text('name'));
    case 'metadata.namespace':
      return wellFormed(metadata.text('namespace'));
    case 'metadata.uid':
      return wellFormed(metadata.text('uid'));
    default:
      throw new Failure('FIELD_NOT_SUPPORTED', `unsupported fieldPath: ${fieldPath}`);
  }
}

function subscriptedValue(
  metadata: Fields<ObjectMeta>,
  fieldPath: string,
  { path, key }: Subscript,
): string {
  if (path !== 'metadata.annotations' && path !== 'metadata.labels') {
    const message = `fieldPath ${goQuote(fieldPath)} does not support subscript`;
    throw new Failure('FIELD_NOT_SUPPORTED', message);
  }
  const isAnnotation = path === 'metadata.annotations';
  const errors = qualifiedNameErrors(isAnnotation ? key.toLowerCase() : key);
  if (errors.length > 0) {
    const messages = errors.map((code) => nameErrorMessage('qualifiedName', code)).join(';');
    const message = `invalid key subscript in ${fieldPath}: ${messages}`;
    throw new Failure('FIELD_NOT_SUPPORTED', message);
  }
  const values = metadata.at(isAnnotation ? 'annotations' : 'labels');
  const isOwn = Object.prototype.hasOwnProperty.call(values.value, key);
  return isOwn ? wellFormed(values.text(key)) : '';
}

/** Fields of the spec and the status; undefined for all others. */
function addressField(
  parts: PodFields,
  fieldPath: string,
  node: Node | null | undefined,
  podIPs: readonly string[] | undefined,
): string | undefined {
  const { spec } = parts;
  switch (fieldPath) {
    case 'spec.nodeName':
    case 'spec.host':
      return spec.text('nodeName');
    case 'spec.serviceAccountName':
      return spec.text('serviceAccountName');
    case 'status.hostIP':
      return hostIPs(parts, node)[0];
    case 'status.hostIPs':
      return hostIPs(parts, node).join();
    case 'status.podIP':
    case 'status.podIPs': {
      const given = podIPs ?? storedIPs(parts, 'pod');
      const sorted = sortPodIPs(given, node);
      return fieldPath === 'status.podIPs' ? sorted.join() : (sorted[0] ?? given[0] ?? '');
    }
    default:
      return undefined;
  }
}

/** The addresses in the status: the list, or the single address if there is no list. */
function storedIPs({ status }: PodFields, owner: 'pod' | 'host'): readonly string[] {
  const listed = status.each(`${owner}IPs`, (address) => address.text('ip'));
  const single = status.text(`${owner}IP`);
  return (listed.length > 0 ? listed : [single]).filter((ip) => ip !== '');
}

/** One address of each family, those of the family of the node first. */
function sortPodIPs(podIPs: readonly string[], node: Node | null | undefined): readonly string[] {
  const addresses = podIPs.flatMap(sloppyAddress);
  if (addresses.length < 2) {
    return addresses.map(formatIpAddress);
  }
  const first = nodeAddresses(node)[0]?.family ?? 'IPv4';
  return [
    addresses.find(({ family }) => family === first),
    addresses.find(({ family }) => family !== first),
  ].flatMap((address) => (address === undefined ? [] : [formatIpAddress(address)]));
}

/** One address of each family of the node, internal ones before external ones. */
function hostIPs(parts: PodFields, node: Node | null | undefined): readonly string[] {
  if (node === undefined || node === null) {
    const stored = storedIPs(parts, 'host');
    if (stored.length === 0) {
      throw new Failure('HOST_IP_UNKNOWN', 'host IP unknown; known addresses: []');
    }
    return stored;
  }
  const addresses = nodeAddresses(node);
  const [first] = addresses;
  if (first === undefined) {
    const known = listedAddresses(node)
      .map(({ type, address }) => `{${type} ${address}}`)
      .join(' ');
    throw new Failure('HOST_IP_UNKNOWN', `host IP unknown; known addresses: [${known}]`);
  }
  const second = addresses.find(({ family }) => family !== first.family);
  return [first, ...(second === undefined ? [] : [second])].map(formatIpAddress);
}

function nodeAddresses(node: Node | null | undefined): readonly IpAddress[] {
  const listed = listedAddresses(node);
  return ['InternalIP', 'ExternalIP'].flatMap((type) =>
    listed.filter((each) => each.type === type).flatMap(({ address }) => sloppyAddress(address)),
  );
}

function listedAddresses(
  node: Node | null | undefined,
): readonly { readonly type: string; readonly address: string }[] {
  const status = fields({ node }, THROW).at('node').at('status');
  return status.each('addresses', (each) => ({
    type: each.text('type'),
    address: each.text('address'),
  }));
}

/** The address in a list; leading zeros are ignored, and zones are not addresses. */
function sloppyAddress(text: string): readonly IpAddress[] {
  const hasZeros = /(^|[.:])0\d/.test(text);
  const plain = hasZeros ? text.replace(/(^|[.:])0+(?=\d{1,3}(?!\w))/g, '$1') : text;
  const address = readIpAddress(plain);
  return typeof address === 'string' || address.zone !== '' ? [] : [address];
}
