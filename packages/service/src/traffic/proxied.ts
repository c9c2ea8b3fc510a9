// What kube-proxy reads of a Service.
import { type Service } from '@kubesem/core';
import {
  addressFamily,
  canonicalAddress,
  formatIpAddress,
  readSloppyAddress,
} from '@kubesem/core/internal';
import { type Family } from '../families.js';
import { isExternal, type PortFields, readService, type ServiceFields } from '../fields.js';
import { setServiceDefaults } from '../set-defaults.js';
import type { TrafficReason } from './types.js';

/** The addresses of a Service in one IP family, in canonical form. */
export interface ProxiedAddresses {
  readonly family: Family;
  readonly clusterIP: string;
  readonly externalIPs: readonly string[];
  /** Addresses of load balancers that kube-proxy handles. */
  readonly virtualIPs: readonly string[];
}

/** A Service as kube-proxy reads it. */
export interface ProxiedService {
  readonly fields: ServiceFields;
  /** Why kube-proxy ignores it; undefined if it does not. */
  readonly ignored:
    | Extract<TrafficReason, 'EXTERNAL_NAME' | 'HEADLESS' | 'NO_CLUSTER_IP'>
    | undefined;
  /** The families with a cluster IP, in the order of the Service. */
  readonly families: readonly ProxiedAddresses[];
  readonly isInternalLocal: boolean;
  readonly isExternalLocal: boolean;
}

/**
 * Reads a Service as kube-proxy does.
 *
 * Source: `k8s.io/kubernetes/pkg/proxy` v1.37.1, `newBaseServiceInfo`; `k8s.io/kubernetes/pkg/api/v1/service` v1.37.1,
 * `ExternalPolicyLocal`.
 */
export function readProxiedService(service: Service): ProxiedService {
  const fields = setServiceDefaults(readService(service));
  const { clusterIP, type } = fields;
  const ignored = isSkipped(clusterIP, type);
  const families = ignored === undefined ? clusterIPs(fields) : [];
  return {
    fields,
    ignored,
    families: families.map((each) => ({ ...each, ...externalAddresses(fields, each.family) })),
    isInternalLocal: fields.internalTrafficPolicy === 'Local',
    isExternalLocal: isExternal(fields) && fields.externalTrafficPolicy === 'Local',
  };
}

/** Source: `k8s.io/kubernetes/pkg/proxy/util` v1.37.1, `ShouldSkipService`. */
function isSkipped(clusterIP: string, type: string): ProxiedService['ignored'] {
  if (type === 'ExternalName') {
    return 'EXTERNAL_NAME';
  }
  return clusterIP === 'None' ? 'HEADLESS' : clusterIP === '' ? 'NO_CLUSTER_IP' : undefined;
}

/** Source: `k8s.io/kubernetes/pkg/proxy/util` v1.37.1, `GetClusterIPByFamily`. */
function clusterIPs(fields: ServiceFields): readonly { family: Family; clusterIP: string }[] {
  const pairs =
    fields.ipFamilies.length > 0
      ? fields.ipFamilies.map((family, index) => [family, fields.clusterIPs[index] ?? ''] as const)
      : [[addressFamily(fields.clusterIP), fields.clusterIP] as const];
  return pairs.flatMap(([family, text]) => {
    const isKnown = family === 'IPv4' || family === 'IPv6';
    return isKnown && text !== '' ? [{ family, clusterIP: canonicalAddress(text) ?? text }] : [];
  });
}

function externalAddresses({ externalIPs, ingress }: ServiceFields, family: Family) {
  const ofFamily = (texts: readonly string[]) =>
    texts.flatMap((text) => {
      const address = readSloppyAddress(text);
      return address?.family === family ? [formatIpAddress(address)] : [];
    });
  const virtual = ingress.filter(({ ipMode }) => (ipMode ?? 'VIP') === 'VIP');
  return {
    externalIPs: ofFamily(externalIPs),
    virtualIPs: ofFamily(virtual.map(({ ip }) => ip ?? '')),
  };
}

/** The ports that kube-proxy knows: of two with the same name and protocol, the last. */
export function proxiedPorts({ ports }: ServiceFields): readonly PortFields[] {
  const byKey = new Map(ports.map((port) => [`${port.protocol} ${port.name}`, port]));
  return [...byKey.values()];
}
