// Addresses and ports that the API server gives to a Service. What it draws at random is left open: an address is the name
// of its family, a port is a number that no int32 has.
import type { FieldPathSegment } from '@kubesem/core';
import type { Family } from '../addresses/address.js';
import { readSloppyAddress } from '../addresses/address.js';
import type { Cidr } from '../addresses/cidr.js';
import { isUsable } from '../bands/cluster-ips.js';
import type { PortBand } from '../bands/node-ports.js';
import type { ServiceFields } from '../fields/service.js';
import { isDrawn } from '../validation/cluster-ips.js';
import type { ServiceCursor } from '../validation/problems.js';

/** What the API server knows about the cluster. */
export interface Cluster {
  /** The families, the default first. */
  readonly families: readonly Family[];
  /** The ranges of cluster IPs; empty if they are not known. */
  readonly ranges: readonly Cidr[];
  readonly nodePorts: PortBand;
}

/** Drawn ports are this number and below. */
const FIRST_DRAWN = -3_000_000_000;

/** Whether the API server draws the port. */
export function isDrawnPort(port: number): boolean {
  return port <= FIRST_DRAWN;
}

/** Assigns addresses and ports to one Service. */
export class Allocation {
  private drawn = 0;
  private readonly taken: Set<number>;

  constructor(
    private readonly cluster: Cluster,
    private readonly service: ServiceCursor,
    /** Ports of the stored Service. */
    taken: Iterable<number>,
    /** Cluster IPs of the stored Service. */
    private readonly takenIPs: readonly string[],
  ) {
    this.taken = new Set(taken);
  }

  /** Draws a port. */
  draw(): number {
    this.drawn++;
    return FIRST_DRAWN - this.drawn;
  }

  /** Reserves a port that a field of the spec requests; returns whether that succeeded. */
  take(port: number, ...field: readonly FieldPathSegment[]): boolean {
    const path = this.service.pathOf('spec', ...field);
    const { first, last } = this.cluster.nodePorts;
    if (port < first || port > last) {
      const message = `must be in the range of node ports, ${first} to ${last}`;
      this.service.invalid(path, 'NODE_PORT_NOT_IN_RANGE', message, port);
      return false;
    }
    if (this.taken.has(port)) {
      const message = 'is already used; choose another port, or omit it to get a random one';
      this.service.invalid(path, 'NODE_PORT_TAKEN', message, port);
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
  addresses(fields: ServiceFields, from: number): boolean {
    if (fields.type === 'ExternalName' || (from === 0 && fields.clusterIPs[0] === 'None')) {
      return true;
    }
    for (const [index, family] of fields.ipFamilies.entries()) {
      if (index >= from) {
        const asked = fields.clusterIPs[index] ?? '';
        if (!this.cluster.families.includes(family as Family)) {
          // Go panics: a Service that becomes headless has a second family that nothing checks.
          const path = this.service.pathOf('spec', 'ipFamilies', index);
          const message = `the cluster has no ${family} addresses`;
          this.service.invalid(path, 'FAMILY_NOT_CONFIGURED', message, family);
          return false;
        }
        if (asked !== '' && !isDrawn(asked) && !this.hasAddress(asked)) {
          const message = `${asked} is in no range of the cluster`;
          this.service.at('spec').invalid('clusterIPs', 'CLUSTER_IP_NOT_IN_RANGE', message);
          return false;
        }
        if (this.takenIPs.includes(asked)) {
          const message = `the stored Service already has ${asked}`;
          this.service.at('spec').invalid('clusterIPs', 'CLUSTER_IP_TAKEN', message);
          return false;
        }
        fields.clusterIPs[index] = asked || family;
      }
    }
    fields.clusterIP = fields.clusterIPs[0] ?? '';
    return true;
  }

  private hasAddress(text: string): boolean {
    const address = readSloppyAddress(text);
    const { ranges } = this.cluster;
    return ranges.length === 0 || ranges.some((range) => address && isUsable(address, range));
  }
}
