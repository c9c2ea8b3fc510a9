import { appendAll, type FieldPathSegment, formatFieldPath, type Service } from '@kubesem/core';
import {
  type AddressWarning,
  type AddressWarningCode,
  addressWarning,
  cidrWarnings,
} from '../addresses/warnings.js';
import { setDefaults } from '../defaults/default-fields.js';
import { readService, type ServiceFields } from '../fields/service.js';
import { TOPOLOGY_HINTS } from './check-service.js';

/**
 * Codes of the warnings about a Service or an EndpointSlice: those about addresses, and
 *
 * - `DEPRECATED`: an annotation, a field, a value or an address type that may stop working
 * - `IGNORED`: a field that has no effect
 */
export type ServiceWarningCode = AddressWarningCode | 'DEPRECATED' | 'IGNORED';

/** A warning that kubectl prints when an object is created or updated. */
export interface ServiceWarning {
  /** Stable identifier of the rule. */
  readonly code: ServiceWarningCode;
  /** Names and indexes that lead to the field. */
  readonly segments: readonly FieldPathSegment[];
  /** The path of the field, written from the segments. */
  readonly path: string;
  /** The warning in the words of the API server. */
  readonly message: string;
}

/**
 * Lists the warnings of the API server about a Service.
 *
 * @param service - the Service as the API server stores it: {@link completeService} makes it from a request. Defaults are
 *   applied again
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
export function serviceWarnings(service: Service): readonly ServiceWarning[] {
  const fields = setDefaults(readService(service));
  const { clusterIP, type, externalIPs, loadBalancerIP } = fields;
  const warnings: ServiceWarning[] = [];
  const add = (code: ServiceWarningCode, segments: readonly FieldPathSegment[], message: string) =>
    warnings.push(serviceWarning(code, segments, message));
  if (fields.annotations.has(TOPOLOGY_HINTS)) {
    const path = ['metadata', 'annotations', TOPOLOGY_HINTS];
    const use = 'service.kubernetes.io/topology-mode';
    add(
      'DEPRECATED',
      path,
      `annotation ${TOPOLOGY_HINTS} is deprecated, please use ${use} instead`,
    );
  }
  const isHeadless = type === 'ClusterIP' && clusterIP === 'None';
  // The API server rejects `clusterIPs` of an ExternalName, and fills them in from `clusterIP` only after its warnings.
  const hasClusterIPs = clusterIP !== '' && clusterIP !== 'None' && type !== 'ExternalName';
  const clusterIPs = hasClusterIPs ? fields.clusterIPs : [];
  appendAll(warnings, addressWarnings(['spec', 'clusterIPs'], clusterIPs));
  if (isHeadless) {
    for (const [field, shown] of ignoredByHeadless(fields)) {
      add('IGNORED', ['spec', field], `spec.${shown} is ignored for headless services`);
    }
  }
  appendAll(warnings, addressWarnings(['spec', 'externalIPs'], externalIPs));
  if (externalIPs.length > 0 && !isHeadless && type !== 'ExternalName') {
    const message =
      'spec.externalIPs is deprecated and may no longer be implemented in some clusters';
    add('DEPRECATED', ['spec', 'externalIPs'], message);
  }
  const balancer = addressWarning(loadBalancerIP);
  appendAll(warnings, balancer ? [located(['spec', 'loadBalancerIP'], balancer)] : []);
  for (const [index, range] of fields.loadBalancerSourceRanges.entries()) {
    const path = ['spec', 'loadBalancerSourceRanges', index];
    appendAll(
      warnings,
      cidrWarnings(range).map((warning) => located(path, warning)),
    );
  }
  if (type === 'ExternalName' && externalIPs.length > 0) {
    const message = 'spec.externalIPs is ignored when spec.type is "ExternalName"';
    add('IGNORED', ['spec', 'externalIPs'], message);
  }
  if (type !== 'ExternalName' && fields.externalName !== '') {
    const message = 'spec.externalName is ignored when spec.type is not "ExternalName"';
    add('IGNORED', ['spec', 'externalName'], message);
  }
  if (fields.trafficDistribution === 'PreferClose') {
    const message = 'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"';
    add('DEPRECATED', ['spec', 'trafficDistribution'], message);
  }
  return warnings;
}

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
export function addressWarnings(
  path: readonly FieldPathSegment[],
  addresses: readonly string[],
): readonly ServiceWarning[] {
  return addresses.flatMap((address, index) => {
    const warning = addressWarning(address);
    return warning ? [located([...path, index], warning)] : [];
  });
}

function located(
  segments: readonly FieldPathSegment[],
  { code, message }: AddressWarning,
): ServiceWarning {
  return serviceWarning(code, segments, `${formatFieldPath(segments)}: ${message}`);
}

/** Makes a warning about a field. */
export function serviceWarning(
  code: ServiceWarningCode,
  segments: readonly FieldPathSegment[],
  message: string,
): ServiceWarning {
  return { code, segments, path: formatFieldPath(segments), message };
}
