import { type FieldPathSegment, formatFieldPath, type Service } from '@kubesem/core';
import { getsNodePorts, hasHealthCheck, readService, type ServiceFields } from './fields.js';
import { setServiceDefaults } from './set-defaults.js';
import { ignoredByHeadless } from './warnings.js';

/** A field that has no effect. */
export interface IgnoredField {
  /** Names that lead to the field. */
  readonly segments: readonly FieldPathSegment[];
  /** The segments as text. */
  readonly path: string;
  /**
   * Why:
   * - `HEADLESS`: a headless Service has no address to which clients connect
   * - `EXTERNAL_NAME`: a Service of type `ExternalName` is only a name in DNS
   * - `NOT_EXTERNAL_NAME`: only a Service of type `ExternalName` has an external name
   * - `HAS_SOURCE_RANGES`: the field for source ranges replaces the annotation
   */
  readonly reason: 'HEADLESS' | 'EXTERNAL_NAME' | 'NOT_EXTERNAL_NAME' | 'HAS_SOURCE_RANGES';
}

/** What a Service gets because of its type. */
export interface ServiceExplanation {
  /** Its type, `ClusterIP` by default. */
  readonly type: string;
  /** Whether clients find its endpoints in DNS instead of connecting to an address of the Service. */
  readonly isHeadless: boolean;
  /** Whether it has cluster IPs. */
  readonly hasClusterIP: boolean;
  /** Whether its ports get node ports. */
  readonly getsNodePorts: boolean;
  /** Whether it gets a port for the health checks of load balancers. */
  readonly getsHealthCheckNodePort: boolean;
  /** Whether kube-proxy handles it. */
  readonly isProxied: boolean;
  /**
   * Who writes its EndpointSlices: the controllers from the Pods that it selects, you (it has no selector), or nobody (a Service of
   * type `ExternalName`).
   */
  readonly endpoints: 'CONTROLLER' | 'MANUAL' | 'NONE';
  /** What DNS answers for its name: its cluster IPs, the addresses of its endpoints, or its external name. */
  readonly dns: 'CLUSTER_IPS' | 'ENDPOINTS' | 'CNAME';
  /** Fields that are set, but have no effect. */
  readonly ignored: readonly IgnoredField[];
}

/**
 * Explains what a Service gets because of its type, and which of its fields have no effect.
 *
 * @param service - the Service; defaults are applied first
 * @returns what it gets, and what is ignored
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 *
 * @example
 * ```ts
 * import { explainService } from '@kubesem/service';
 *
 * const { dns, isProxied, ignored } = explainService({
 *   spec: { clusterIP: 'None', selector: { app: 'db' }, externalIPs: ['192.0.2.1'], sessionAffinity: 'ClientIP' },
 * });
 * dns // => 'ENDPOINTS'
 * isProxied // => false
 * ignored.map(({ path, reason }) => `${path} ${reason}`) // => [
 * //   'spec.externalIPs HEADLESS',
 * //   'spec.sessionAffinity HEADLESS',
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/proxy/util` v1.37.1, `ShouldSkipService`; `k8s.io/api/core/v1` v0.37.1, type `ServiceSpec`.
 */
export function explainService(service: Service): ServiceExplanation {
  const fields = setServiceDefaults(readService(service));
  const { type, selector } = fields;
  const isExternalName = type === 'ExternalName';
  const isHeadless = !isExternalName && (fields.clusterIP || fields.clusterIPs[0]) === 'None';
  const isPlain = !isExternalName && !isHeadless;
  return {
    type,
    isHeadless,
    hasClusterIP: isPlain,
    getsNodePorts: isPlain && getsNodePorts(fields),
    getsHealthCheckNodePort: isPlain && hasHealthCheck(fields),
    isProxied: isPlain,
    endpoints: isExternalName ? 'NONE' : selector.size > 0 ? 'CONTROLLER' : 'MANUAL',
    dns: isExternalName ? 'CNAME' : isHeadless ? 'ENDPOINTS' : 'CLUSTER_IPS',
    ignored: ignoredFields(fields, isHeadless),
  };
}

/** The fields of an `ExternalName` Service that the API server accepts although nothing reads them. */
function ignoredByExternalName(fields: ServiceFields): readonly string[] {
  const isSet = {
    ports: fields.ports.length > 0,
    selector: fields.selector.size > 0,
    externalIPs: fields.externalIPs.length > 0,
    sessionAffinity: fields.sessionAffinity !== 'None',
    loadBalancerIP: fields.loadBalancerIP !== '',
    publishNotReadyAddresses: fields.publishNotReadyAddresses,
    internalTrafficPolicy: fields.internalTrafficPolicy !== undefined,
    trafficDistribution: fields.trafficDistribution !== undefined,
  };
  return Object.entries(isSet).flatMap(([field, isTrue]) => (isTrue ? [field] : []));
}

function ignoredFields(fields: ServiceFields, isHeadless: boolean): readonly IgnoredField[] {
  const ignored = (reason: IgnoredField['reason'], segments: readonly FieldPathSegment[]) => ({
    segments,
    path: formatFieldPath(segments),
    reason,
  });
  const isExternalName = fields.type === 'ExternalName';
  const annotation = 'service.beta.kubernetes.io/load-balancer-source-ranges';
  const isReplaced =
    fields.loadBalancerSourceRanges.length > 0 && fields.annotations.has(annotation);
  return [
    ...(isHeadless ? ignoredByHeadless(fields) : []).map(([field]) =>
      ignored('HEADLESS', ['spec', field]),
    ),
    ...(isExternalName ? ignoredByExternalName(fields) : []).map((field) =>
      ignored('EXTERNAL_NAME', ['spec', field]),
    ),
    ...(!isExternalName && fields.externalName !== ''
      ? [ignored('NOT_EXTERNAL_NAME', ['spec', 'externalName'])]
      : []),
    ...(isReplaced ? [ignored('HAS_SOURCE_RANGES', ['metadata', 'annotations', annotation])] : []),
  ];
}
