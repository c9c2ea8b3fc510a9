import {
  checkTypes,
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  type EndpointSlice,
  type FieldPathSegment,
  type FieldProblem,
  formatIpAddress,
  nameErrorMessage,
  readIpAddress,
} from '@kubesem/core';
import { ENDPOINT_SLICE_TYPE } from '@kubesem/core/types/endpoint-slice';
import { familyOf } from '../addresses/address.js';
import { isStrictAddress } from '../addresses/strict.js';
import { NOT_AN_ADDRESS } from './cluster-ips.js';
import { checkOrdinaryAddress } from './external.js';
import { checkName, checkObjectName, checkQualifiedName } from './names.js';
import { PROTOCOLS } from './ports.js';
import { Problems } from './problems.js';
import { type EndpointFields, readSlice, type SliceFields } from './slice-fields.js';
import { addressWarnings, type ServiceWarning, serviceWarning } from './warnings.js';

/**
 * Codes of the reasons why the API server rejects an EndpointSlice.
 *
 * - `REQUIRED`: a field is missing
 * - `NOT_SUPPORTED`: not one of the values of the field
 * - `DUPLICATE`: two ports, zones or nodes have one name
 * - `TOO_MANY`: more than 1000 endpoints, 20000 ports, 100 addresses of an endpoint, or 8 hints
 * - `INVALID_NAME`: the name of the slice, a port, a node or a zone, or a hostname is invalid
 * - `INVALID_QUALIFIED_NAME`: `appProtocol` is not a qualified name
 * - `INVALID_ADDRESS`: an address is not one of the address type, or not in its canonical form
 * - `SPECIAL_ADDRESS`: an address is unspecified, loopback or link-local
 * - `IMMUTABLE`: the address type cannot change
 * - `INVALID_TYPE`: a field has the wrong JSON type; then nothing else is checked
 */
export type EndpointSliceProblemCode =
  | 'REQUIRED'
  | 'NOT_SUPPORTED'
  | 'DUPLICATE'
  | 'TOO_MANY'
  | 'INVALID_NAME'
  | 'INVALID_QUALIFIED_NAME'
  | 'INVALID_ADDRESS'
  | 'SPECIAL_ADDRESS'
  | 'IMMUTABLE'
  | 'INVALID_TYPE';

type Add = Problems<EndpointSliceProblemCode>;

/** Options of {@link validateEndpointSlice}. */
export interface ValidateEndpointSliceOptions {
  /** The stored EndpointSlice of the same name, which the slice replaces; absent for a new one. */
  readonly old?: EndpointSlice | null | undefined;
}

const MAX_ENDPOINTS = 1000;
const MAX_PORTS = 20_000;
const MAX_ADDRESSES = 100;
const MAX_HINTS = 8;

/**
 * Checks an EndpointSlice as the API server does when it is created or updated.
 *
 * Endpoints that an update does not change are not checked. The API server does not check whether an address is the
 * cluster IP of a Service, although its documentation forbids that. `deprecatedTopology` is dropped, not checked. Of the metadata,
 * only the name of a new slice is checked.
 *
 * @param slice - the EndpointSlice of the request; it is not changed
 * @param options - on an update, the stored EndpointSlice
 * @returns the reasons why the API server rejects it, in its order; empty if it accepts the slice
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field of the stored slice has the wrong
 *   JSON type
 *
 * @example
 * ```ts
 * import { validateEndpointSlice } from '@kubesem/service';
 *
 * const problems = validateEndpointSlice({
 *   metadata: { name: 'web-1' },
 *   addressType: 'IPv4',
 *   endpoints: [{ addresses: ['10.0.0.7'] }, { addresses: ['127.0.0.1'] }],
 * });
 * problems.map(({ path, code }) => `${path} ${code}`) // => ['endpoints[1].addresses[0] SPECIAL_ADDRESS']
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/discovery/validation` v1.37.1, `ValidateEndpointSliceCreate` and
 * `ValidateEndpointSliceUpdate`.
 */
export function validateEndpointSlice(
  slice: EndpointSlice,
  options: ValidateEndpointSliceOptions = {},
): readonly FieldProblem<EndpointSliceProblemCode>[] {
  const problems: Add = new Problems();
  checkTypes(slice, ENDPOINT_SLICE_TYPE, undefined, problems.report, { nullItems: true });
  if (problems.found.length > 0) {
    return problems.found;
  }
  const fields = readSlice(slice);
  const old = options.old ? readSlice(options.old) : undefined;
  if (old === undefined) {
    checkObjectName('dns1123Subdomain', fields, problems);
  }
  const { addressType } = fields;
  if (addressType === '') {
    problems.required(['addressType'], 'set `IPv4`, `IPv6` or `FQDN`');
  } else {
    problems.notSupported(['addressType'], addressType, ['FQDN', 'IPv4', 'IPv6']);
  }
  checkPorts(fields, problems);
  if (old === undefined || !isSameEndpoints(fields, old)) {
    checkEndpoints(fields, problems);
  }
  if (old !== undefined && old.addressType !== addressType) {
    problems.invalid(
      ['addressType'],
      'IMMUTABLE',
      'cannot change; create another slice',
      addressType,
    );
  }
  return problems.found;
}

/**
 * Lists the warnings of the API server about a new EndpointSlice.
 *
 * @param slice - the EndpointSlice
 * @returns the warnings, in the order in which kubectl prints them
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 *
 * @example
 * ```ts
 * import { endpointSliceWarnings } from '@kubesem/service';
 *
 * const [warning] = endpointSliceWarnings({ addressType: 'FQDN' });
 * warning?.message // => 'spec.addressType: FQDN endpoints are deprecated'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/registry/discovery/endpointslice` v1.37.1, `endpointSliceStrategy.WarningsOnCreate`.
 */
export function endpointSliceWarnings(slice: EndpointSlice): readonly ServiceWarning[] {
  const { addressType, endpoints, labels } = readSlice(slice);
  const message = 'spec.addressType: FQDN endpoints are deprecated';
  const manager = labels.get('endpointslice.kubernetes.io/managed-by') ?? '';
  return [
    ...(addressType === 'FQDN' ? [serviceWarning('DEPRECATED', ['addressType'], message)] : []),
    ...(CONTROLLERS.includes(manager) ? [] : endpoints).flatMap(({ addresses }, index) =>
      addressWarnings(['endpoints', index, 'addresses'], addresses),
    ),
  ];
}

/** Their addresses are always in canonical form. */
const CONTROLLERS: readonly string[] = [
  'endpointslice-controller.k8s.io',
  'endpointslicemirroring-controller.k8s.io',
];

function checkPorts({ ports }: SliceFields, problems: Add): void {
  if (isTooMany(['ports'], ports, MAX_PORTS, problems)) {
    return;
  }
  const names = new Set<string>();
  for (const [index, { name, protocol, appProtocol }] of ports.entries()) {
    const path = ['ports', index];
    if (name !== '') {
      checkName([...path, 'name'], 'dns1123Label', name, problems);
    }
    checkUnique([...path, 'name'], name, names, problems);
    problems.notSupported([...path, 'protocol'], protocol, PROTOCOLS);
    if (appProtocol !== undefined) {
      checkQualifiedName([...path, 'appProtocol'], appProtocol, problems);
    }
  }
}

function checkEndpoints({ endpoints, addressType }: SliceFields, problems: Add): void {
  const isTooLong = isTooMany(['endpoints'], endpoints, MAX_ENDPOINTS, problems);
  for (const [index, endpoint] of endpoints.entries()) {
    const path = ['endpoints', index];
    checkAddressCount([...path, 'addresses'], endpoint, problems);
    if (isTooLong) {
      continue;
    }
    checkAddresses([...path, 'addresses'], endpoint, addressType, problems);
    if (endpoint.nodeName !== undefined) {
      checkName([...path, 'nodeName'], 'dns1123Subdomain', endpoint.nodeName, problems);
    }
    if (endpoint.hostname !== undefined) {
      checkName([...path, 'hostname'], 'dns1123Label', endpoint.hostname, problems);
    }
    checkHints([...path, 'hints'], endpoint, problems);
  }
}

/** The only check of the endpoints of a slice that has too many of them. */
function checkAddressCount(
  path: readonly FieldPathSegment[],
  { addresses }: EndpointFields,
  problems: Add,
): void {
  if (addresses.length === 0) {
    problems.required(path, 'add an address');
  }
  isTooMany(path, addresses, MAX_ADDRESSES, problems);
}

function checkAddresses(
  path: readonly FieldPathSegment[],
  { addresses }: EndpointFields,
  addressType: string,
  problems: Add,
): void {
  for (const [index, address] of addresses.entries()) {
    const at = [...path, index];
    if (addressType === 'FQDN') {
      checkDomain(at, address, problems);
    } else if (addressType === 'IPv4' || addressType === 'IPv6') {
      checkAddress(at, address, addressType, problems);
    }
  }
}

function checkAddress(
  path: readonly FieldPathSegment[],
  address: string,
  family: 'IPv4' | 'IPv6',
  problems: Add,
): void {
  const read = readIpAddress(address);
  if (typeof read === 'string' || !isStrictAddress(address)) {
    problems.invalid(path, 'INVALID_ADDRESS', NOT_AN_ADDRESS, address);
    return;
  }
  const canonical = formatIpAddress(read);
  if (family === 'IPv6' && canonical !== address) {
    const message = `must be in canonical form: ${canonical}`;
    problems.invalid(path, 'INVALID_ADDRESS', message, address);
    return;
  }
  if (familyOf(address) !== family) {
    // The API server names the list.
    const message = `${address} must be an ${family} address, as in \`addressType\``;
    problems.invalid(path.slice(0, -1), 'INVALID_ADDRESS', message, address);
  }
  checkOrdinaryAddress(path, address, problems);
}

/** Source: `k8s.io/apimachinery/pkg/util/validation` v0.37.1, `IsFullyQualifiedDomainName`. */
function checkDomain(path: readonly FieldPathSegment[], address: string, problems: Add): void {
  if (address === '') {
    problems.required(path, 'set the DNS name');
    return;
  }
  const name = address.replace(/\.$/, '');
  const [code] = dns1123SubdomainErrors(name);
  const labels = name.split('.');
  if (code !== undefined) {
    const message = nameErrorMessage('dns1123Subdomain', code);
    problems.invalid(path, 'INVALID_ADDRESS', message, address);
  } else if (labels.length < 2 || labels.some((label) => dns1123LabelErrors(label).length > 0)) {
    const message = 'must have two or more labels of at most 63 bytes, such as example.com';
    problems.invalid(path, 'INVALID_ADDRESS', message, address);
  }
}

function checkHints(
  path: readonly FieldPathSegment[],
  { hints }: EndpointFields,
  problems: Add,
): void {
  const { forZones = [], forNodes = [] } = hints ?? {};
  if (isTooMany([...path, 'forZones'], forZones, MAX_HINTS, problems)) {
    return;
  }
  const zones = new Set<string>();
  for (const [index, zone] of forZones.entries()) {
    const at = [...path, 'forZones', index, 'name'];
    checkUnique(at, zone, zones, problems);
    checkName(at, 'labelValue', zone, problems);
  }
  if (isTooMany([...path, 'forNodes'], forNodes, MAX_HINTS, problems)) {
    return;
  }
  const nodes = new Set<string>();
  for (const [index, node] of forNodes.entries()) {
    const at = [...path, 'forNodes', index, 'name'];
    checkUnique(at, node, nodes, problems);
    checkName(at, 'dns1123Subdomain', node, problems);
  }
}

function checkUnique(
  path: readonly FieldPathSegment[],
  name: string,
  names: Set<string>,
  problems: Add,
): void {
  if (names.has(name)) {
    problems.duplicate(path, name);
  }
  names.add(name);
}

function isTooMany(
  path: readonly FieldPathSegment[],
  list: readonly unknown[],
  most: number,
  problems: Add,
): boolean {
  const isTooLong = list.length > most;
  if (isTooLong) {
    const message = `must have at most ${most} entries; has ${list.length}`;
    problems.add(path, { type: 'FieldValueTooMany', code: 'TOO_MANY', message });
  }
  return isTooLong;
}

/** The server drops the topology from an update of the endpoints before it compares them. */
function isSameEndpoints({ endpoints }: SliceFields, old: SliceFields): boolean {
  const stored = JSON.stringify(old.endpoints);
  const dropped = endpoints.map((endpoint) => ({ ...endpoint, deprecatedTopology: [] }));
  return JSON.stringify(endpoints) === stored || JSON.stringify(dropped) === stored;
}
