import {
  type EndpointSlice,
  type FieldPathSegment,
  formatFieldPath,
  type Problem,
  type Service,
} from '@kubesem/core';
import {
  canonicalAddress,
  fields,
  formatCidr,
  formatIpAddress,
  isMappedAddress,
  pathBelow,
  problemOf,
  readCidr,
  readIpAddress,
  readSloppyCidr,
  THROW,
} from '@kubesem/core/internal';
import type { SERVICE_WARNING_CODES } from './codes.js';
import { readService, type ServiceFields } from './fields.js';
import { setServiceDefaults } from './set-defaults.js';

/** Codes of the warnings about a Service or an EndpointSlice. */
export type ServiceWarningCode = keyof typeof SERVICE_WARNING_CODES;

/** The annotation for hints by topology before it was renamed. */
const TOPOLOGY_HINTS = 'service.kubernetes.io/topology-aware-hints';

/** A warning that kubectl prints when an object is created or updated. */
type Warning = Problem<ServiceWarningCode>;

/**
 * Lists the warnings of the API server about a Service.
 *
 * @param service - the Service as the API server stores it: {@link @kubesem/validation!completeService | completeService} makes it
 *   from a request. Defaults are applied again
 * @returns the warnings, in the order in which kubectl prints them
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 *
 * @example
 * ```ts
 * import { serviceWarnings } from '@kubesem/service';
 *
 * const [warning] = serviceWarnings({ spec: { trafficDistribution: 'PreferClose' } });
 * warning?.message // => 'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/api/service` v1.37.1, `GetWarningsForService`.
 */
export function serviceWarnings(service: Service): readonly Problem<ServiceWarningCode>[] {
  const fields = setServiceDefaults(readService(service));
  const { annotations, clusterIP, type, externalIPs, loadBalancerSourceRanges: ranges } = fields;
  const isName = type === 'ExternalName';
  const isHeadless = type === 'ClusterIP' && clusterIP === 'None';
  // The API server rejects `clusterIPs` of an ExternalName, and fills them in from `clusterIP` only after its warnings.
  const hasClusterIPs = clusterIP !== '' && clusterIP !== 'None' && !isName;
  const specWarning = (isTrue: boolean, code: ServiceWarningCode, field: string, text: string) =>
    isTrue ? [warningAt(code, ['spec', field], `spec.${text}`)] : [];
  const hints = `annotation ${TOPOLOGY_HINTS} is deprecated, please use service.kubernetes.io/topology-mode instead`;
  return [
    ...(annotations.has(TOPOLOGY_HINTS)
      ? [warningAt('FIELD_DEPRECATED', ['metadata', 'annotations', TOPOLOGY_HINTS], hints)]
      : []),
    ...addressWarnings(['spec', 'clusterIPs'], hasClusterIPs ? fields.clusterIPs : []),
    ...(isHeadless ? ignoredByHeadless(fields) : []).flatMap(([field, shown]) =>
      specWarning(true, 'FIELD_IGNORED', field, `${shown} is ignored for headless services`),
    ),
    ...addressWarnings(['spec', 'externalIPs'], externalIPs),
    ...specWarning(
      externalIPs.length > 0 && !isHeadless && !isName,
      'FIELD_DEPRECATED',
      'externalIPs',
      'externalIPs is deprecated and may no longer be implemented in some clusters',
    ),
    ...addressWarning(['spec', 'loadBalancerIP'], fields.loadBalancerIP),
    ...ranges.flatMap((range, at) => cidrWarnings(['spec', 'loadBalancerSourceRanges', at], range)),
    ...specWarning(
      isName && externalIPs.length > 0,
      'FIELD_IGNORED',
      'externalIPs',
      'externalIPs is ignored when spec.type is "ExternalName"',
    ),
    ...specWarning(
      !isName && fields.externalName !== '',
      'FIELD_IGNORED',
      'externalName',
      'externalName is ignored when spec.type is not "ExternalName"',
    ),
    ...specWarning(
      fields.trafficDistribution === 'PreferClose',
      'FIELD_DEPRECATED',
      'trafficDistribution',
      'trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"',
    ),
  ];
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
export function endpointSliceWarnings(
  slice: EndpointSlice,
): readonly Problem<ServiceWarningCode>[] {
  const object = fields(slice, THROW);
  const labels = object.at('metadata').map('labels');
  const manager = labels.get('endpointslice.kubernetes.io/managed-by') ?? '';
  const lists = object.each('endpoints', (endpoint) => endpoint.texts('addresses'));
  const message = 'spec.addressType: FQDN endpoints are deprecated';
  return [
    ...(object.text('addressType') === 'FQDN'
      ? [warningAt('FIELD_DEPRECATED', ['addressType'], message)]
      : []),
    ...(CONTROLLERS.includes(manager) ? [] : lists).flatMap((addresses, index) =>
      addressWarnings(['endpoints', index, 'addresses'], addresses),
    ),
  ];
}

/** Their addresses are always in canonical form. */
const CONTROLLERS: readonly string[] = [
  'endpointslice-controller.k8s.io',
  'endpointslicemirroring-controller.k8s.io',
];

/** The fields that have no effect for headless Services, with the names that the API server uses. */
export function ignoredByHeadless({
  loadBalancerIP,
  externalIPs,
  sessionAffinity,
}: ServiceFields): readonly (readonly [string, string])[] {
  const fields: readonly (readonly [boolean, string, string])[] = [
    [loadBalancerIP !== '', 'loadBalancerIP', 'loadBalancerIP'],
    [externalIPs.length > 0, 'externalIPs', 'externalIPs'],
    [sessionAffinity !== 'None', 'sessionAffinity', 'SessionAffinity'],
  ];
  return fields.filter(([isSet]) => isSet).map(([, field, shown]) => [field, shown]);
}

/** The warnings about the addresses in a list. */
function addressWarnings(
  path: readonly FieldPathSegment[],
  addresses: readonly string[],
): readonly Warning[] {
  return addresses.flatMap((address, index) => addressWarning([...path, index], address));
}

function warningAt(
  code: ServiceWarningCode,
  segments: readonly FieldPathSegment[],
  message: string,
): Warning {
  return problemOf({ code, severity: 'warning', path: pathBelow(undefined, segments), message });
}

/** Makes a warning that starts with the path of the field. */
function valueWarning(
  code: ServiceWarningCode,
  segments: readonly FieldPathSegment[],
  message: string,
): Warning {
  return warningAt(code, segments, `${formatFieldPath(segments)}: ${message}`);
}

/**
 * Returns the warning for an address; none if it is written well, or not an address.
 *
 * Source: `k8s.io/apimachinery/pkg/util/validation` v0.37.1, `GetWarningsForIP`.
 */
function addressWarning(path: readonly FieldPathSegment[], text: string): readonly Warning[] {
  const canonical = canonicalAddress(text);
  if (canonical === undefined || canonical === text) {
    return [];
  }
  if (isMappedAddress(text) || typeof readIpAddress(text) === 'string') {
    const message = `non-standard IP address "${text}" is invalid: use "${canonical}"`;
    return [valueWarning('ADDRESS_NON_STANDARD', path, message)];
  }
  const message = `IPv6 address "${text}" should be in RFC 5952 canonical format ("${canonical}")`;
  return [valueWarning('ADDRESS_NOT_CANONICAL', path, message)];
}

/**
 * Returns the warnings for a range of addresses.
 *
 * Source: `k8s.io/apimachinery/pkg/util/validation` v0.37.1, `GetWarningsForCIDR`.
 */
function cidrWarnings(path: readonly FieldPathSegment[], text: string): readonly Warning[] {
  const range = readSloppyCidr(text);
  if (range === undefined) {
    return [];
  }
  const { address, network } = range;
  const plain = formatIpAddress(address);
  const warnings: Warning[] = [];
  if (plain !== formatIpAddress(network.address)) {
    const single = `${plain}/${text.includes(':') ? 128 : 32}`;
    const message = `CIDR value "${text}" is ambiguous in this context (should be "${formatCidr(network)}" or "${single}"?)`;
    warnings.push(valueWarning('CIDR_AMBIGUOUS', path, message));
  }
  if (readCidr(text) === undefined) {
    const message = `non-standard CIDR value "${text}" is invalid: use "${formatCidr(network)}"`;
    warnings.push(valueWarning('ADDRESS_NON_STANDARD', path, message));
  }
  const canonical = formatCidr(range);
  if (warnings.length === 0 && address.family === 'IPv6' && canonical !== text) {
    const message = `IPv6 CIDR value "${text}" should be in RFC 5952 canonical format ("${canonical}")`;
    warnings.push(valueWarning('ADDRESS_NOT_CANONICAL', path, message));
  }
  return warnings;
}
