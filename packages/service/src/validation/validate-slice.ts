import {
  addressFamily,
  checkTypes,
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  type Endpoint,
  type EndpointHints,
  type EndpointSlice,
  type FieldPath,
  type FieldProblem,
  type Fields,
  formatIpAddress,
  isStrictAddress,
  nameErrorMessage,
  readIpAddress,
} from '@kubesem/core';
import { ENDPOINT_SLICE_TYPE } from '@kubesem/core/types/endpoint-slice';
import { NOT_AN_ADDRESS } from './cluster-ips.js';
import { checkOrdinaryAddress } from './external.js';
import { checkObjectName, checkSyntax } from './names.js';
import { PROTOCOLS } from './ports.js';
import { type Checked, isRepeated, LISTED_TWICE, openChecked } from './problems.js';
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

type Cursor<T extends object> = Fields<T, EndpointSliceProblemCode>;

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
  const object: Checked<EndpointSlice, EndpointSliceProblemCode> = openChecked(slice);
  const { policy } = object;
  checkTypes(slice, ENDPOINT_SLICE_TYPE, undefined, (problem) => policy.report(() => problem), {
    nullItems: true,
  });
  if (policy.count > 0) {
    return policy.list();
  }
  const fields = readSlice(slice);
  const old = options.old ? readSlice(options.old) : undefined;
  if (old === undefined) {
    checkObjectName(object.at('metadata'), 'dns1123Subdomain');
  }
  const { addressType } = fields;
  if (addressType === '') {
    object.required('addressType', 'set `IPv4`, `IPv6` or `FQDN`');
  } else {
    object.supported('addressType', addressType, ['FQDN', 'IPv4', 'IPv6']);
  }
  checkPorts(object, fields);
  if (old === undefined || !isSameEndpoints(fields, old)) {
    checkEndpoints(object, fields);
  }
  if (old !== undefined && old.addressType !== addressType) {
    const message = 'cannot change; create another slice';
    object.invalid('addressType', message, addressType, 'IMMUTABLE');
  }
  return policy.list();
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

function checkPorts(slice: Cursor<EndpointSlice>, { ports }: SliceFields): void {
  if (isTooMany(slice, 'ports', ports, MAX_PORTS)) {
    return;
  }
  const names = new Set<string>();
  for (const [index, { name, protocol, appProtocol }] of ports.entries()) {
    const at = (field: string) => slice.pathOf('ports', index, field);
    if (name !== '') {
      checkSyntax(slice, at('name'), 'INVALID_NAME', 'dns1123Label', name);
    }
    checkUnique(slice, at('name'), name, names);
    slice.supported(at('protocol'), protocol, PROTOCOLS);
    if (appProtocol !== undefined) {
      const path = at('appProtocol');
      checkSyntax(slice, path, 'INVALID_QUALIFIED_NAME', 'qualifiedName', appProtocol);
    }
  }
}

function checkEndpoints(
  slice: Cursor<EndpointSlice>,
  { endpoints, addressType }: SliceFields,
): void {
  const isTooLong = isTooMany(slice, 'endpoints', endpoints, MAX_ENDPOINTS);
  slice.each('endpoints', (endpoint, index) => {
    const read = endpoints[index] as EndpointFields;
    checkAddressCount(endpoint, read);
    if (isTooLong) {
      return;
    }
    checkAddresses(endpoint, read, addressType);
    checkOptionalName(endpoint, 'nodeName', 'dns1123Subdomain', read.nodeName);
    checkOptionalName(endpoint, 'hostname', 'dns1123Label', read.hostname);
    checkHints(endpoint.at('hints'), read);
  });
}

/** The only check of the endpoints of a slice that has too many of them. */
function checkAddressCount(endpoint: Cursor<Endpoint>, { addresses }: EndpointFields): void {
  if (addresses.length === 0) {
    endpoint.required('addresses', 'add an address');
  }
  isTooMany(endpoint, 'addresses', addresses, MAX_ADDRESSES);
}

function checkAddresses(
  endpoint: Cursor<Endpoint>,
  { addresses }: EndpointFields,
  addressType: string,
): void {
  for (const [index, address] of addresses.entries()) {
    const path = endpoint.pathOf('addresses', index);
    if (addressType === 'FQDN') {
      checkDomain(endpoint, path, address);
    } else if (addressType === 'IPv4' || addressType === 'IPv6') {
      checkAddress(endpoint, path, address, addressType);
    }
  }
}

function checkAddress(
  endpoint: Cursor<Endpoint>,
  path: FieldPath,
  address: string,
  family: 'IPv4' | 'IPv6',
): void {
  const read = readIpAddress(address);
  if (typeof read === 'string' || !isStrictAddress(address)) {
    endpoint.invalid(path, NOT_AN_ADDRESS, address, 'INVALID_ADDRESS');
    return;
  }
  const canonical = formatIpAddress(read);
  if (family === 'IPv6' && canonical !== address) {
    const message = `must be in canonical form: ${canonical}`;
    endpoint.invalid(path, message, address, 'INVALID_ADDRESS');
    return;
  }
  if (addressFamily(address) !== family) {
    // The API server names the list.
    const message = `${address} must be an ${family} address, as in \`addressType\``;
    endpoint.invalid('addresses', message, address, 'INVALID_ADDRESS');
  }
  checkOrdinaryAddress(endpoint, path, address);
}

/** Source: `k8s.io/apimachinery/pkg/util/validation` v0.37.1, `IsFullyQualifiedDomainName`. */
function checkDomain(endpoint: Cursor<Endpoint>, path: FieldPath, address: string): void {
  if (address === '') {
    endpoint.required(path, 'set the DNS name');
    return;
  }
  const name = address.replace(/\.$/, '');
  const [code] = dns1123SubdomainErrors(name);
  const labels = name.split('.');
  if (code !== undefined) {
    const message = nameErrorMessage('dns1123Subdomain', code);
    endpoint.invalid(path, message, address, 'INVALID_ADDRESS');
  } else if (labels.length < 2 || labels.some((label) => dns1123LabelErrors(label).length > 0)) {
    const message = 'must have two or more labels of at most 63 bytes, such as example.com';
    endpoint.invalid(path, message, address, 'INVALID_ADDRESS');
  }
}

function checkOptionalName(
  endpoint: Cursor<Endpoint>,
  field: 'nodeName' | 'hostname',
  syntax: 'dns1123Subdomain' | 'dns1123Label',
  name: string | undefined,
): void {
  if (name !== undefined) {
    checkSyntax(endpoint, endpoint.pathOf(field), 'INVALID_NAME', syntax, name);
  }
}

function checkHints(cursor: Cursor<EndpointHints>, { hints }: EndpointFields): void {
  const syntaxes = { forZones: 'labelValue', forNodes: 'dns1123Subdomain' } as const;
  for (const field of ['forZones', 'forNodes'] as const) {
    const names = hints?.[field] ?? [];
    if (isTooMany(cursor, field, names, MAX_HINTS)) {
      return;
    }
    const seen = new Set<string>();
    for (const [index, name] of names.entries()) {
      const path = cursor.pathOf(field, index, 'name');
      checkUnique(cursor, path, name, seen);
      checkSyntax(cursor, path, 'INVALID_NAME', syntaxes[field], name);
    }
  }
}

function checkUnique<T extends object>(
  object: Cursor<T>,
  path: FieldPath,
  name: string,
  seen: Set<string>,
): void {
  if (isRepeated(seen, name)) {
    object.duplicate(path, name, LISTED_TWICE);
  }
}

function isTooMany<T extends object>(
  object: Cursor<T>,
  field: keyof T & string,
  list: readonly unknown[],
  most: number,
): boolean {
  const isTooLong = list.length > most;
  if (isTooLong) {
    const message = `must have at most ${most} entries; has ${list.length}`;
    object.problem(field, 'TOO_MANY', message);
  }
  return isTooLong;
}

/** The server drops the topology from an update of the endpoints before it compares them. */
function isSameEndpoints({ endpoints }: SliceFields, old: SliceFields): boolean {
  const stored = JSON.stringify(old.endpoints);
  const dropped = endpoints.map((endpoint) => ({ ...endpoint, deprecatedTopology: [] }));
  return JSON.stringify(endpoints) === stored || JSON.stringify(dropped) === stored;
}
