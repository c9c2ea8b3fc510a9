// Addresses and ports that the API server gives to a Service. What it draws at random is left open: an address is the name
// of its family, a port is a number that no int32 has.
import { type FieldPathSegment, readSloppyAddress } from '@kubesem/core';
import { isUsable } from '../bands.js';
import { isDrawn, reportFamily } from '../validation/cluster-ips.js';
import type { ServiceRequest } from './request.js';

/** Drawn ports are this number and below. */
const FIRST_DRAWN = -3_000_000_000;

/** Whether the API server draws the port. */
export function isDrawnPort(port: number): boolean {
  return port <= FIRST_DRAWN;
}

/** Assigns addresses and ports to one Service. */
export class Allocation {
  private drawn = 0;
  /** Ports of the stored Service, and those that this one takes. */
  private readonly taken: Set<number>;

  constructor(private readonly request: ServiceRequest) {
    const { ports = [], healthCheckNodePort = 0 } = request.old ?? {};
    this.taken = new Set([...ports.map(({ nodePort }) => nodePort), healthCheckNodePort]);
  }

  /** Draws a port. */
  draw(): number {
    this.drawn++;
    return FIRST_DRAWN - this.drawn;
  }

  /** Reserves a port that a field of the spec requests; returns whether that succeeded. */
  take(port: number, ...field: readonly FieldPathSegment[]): boolean {
    const { service, cluster } = this.request;
    const { first, last } = cluster.nodePorts;
    if (port < first || port > last) {
      const message = `must be in the range of node ports, ${first} to ${last}`;
      service.invalid(['spec', ...field], message, port, 'NODE_PORT_NOT_IN_RANGE');
      return false;
    }
    if (this.taken.has(port)) {
      const message = 'is already used; choose another port, or omit it to get a random one';
      service.invalid(['spec', ...field], message, port, 'NODE_PORT_TAKEN');
      return false;
    }
    this.taken.add(port);
    return true;
  }

  /**
   * Assigns an address of each family from the given index on; returns whether that succeeded.
   *
   * Source: `k8s.io/kubernetes/pkg/registry/core/service/storage` v1.37.1, `allocClusterIPs`.
   */
  addresses(from: number): boolean {
    const { fields, old, service, cluster } = this.request;
    if (fields.type === 'ExternalName' || (from === 0 && fields.clusterIPs[0] === 'None')) {
      return true;
    }
    for (const [index, family] of fields.ipFamilies.entries()) {
      if (index < from) {
        continue;
      }
      const asked = fields.clusterIPs[index] ?? '';
      if (!cluster.families.some((each) => each === family)) {
        // Go panics: a Service that becomes headless has a second family that nothing checks.
        reportFamily(service, 'ipFamilies', index, family);
        return false;
      }
      if (asked !== '' && !isDrawn(asked) && !this.hasAddress(asked)) {
        const message = `${asked} is in no range of the cluster`;
        service.invalid(['spec', 'clusterIPs'], message, undefined, 'CLUSTER_IP_NOT_IN_RANGE');
        return false;
      }
      if (old?.clusterIPs.includes(asked)) {
        const message = `the stored Service already has ${asked}`;
        service.invalid(['spec', 'clusterIPs'], message, undefined, 'CLUSTER_IP_TAKEN');
        return false;
      }
      fields.clusterIPs[index] = asked || family;
    }
    fields.clusterIP = fields.clusterIPs[0] ?? '';
    return true;
  }

  private hasAddress(text: string): boolean {
    const address = readSloppyAddress(text);
    const { ranges } = this.request.cluster;
    return ranges.length === 0 || ranges.some((range) => address && isUsable(address, range));
  }
}
