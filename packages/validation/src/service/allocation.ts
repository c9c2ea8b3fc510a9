import { canonicalAddress, formatCidr, readSloppyAddress } from '@kubesem/core/internal';
import type { Family } from '@kubesem/service';
import { isUsable } from '@kubesem/service/internal';
import { drawnPort, isDrawnAddress } from './drawn.js';
import type { ServiceRequest } from './request.js';

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
    return drawnPort(this.drawn);
  }

  /**
   * Reserves a port that the request names; returns why that fails.
   *
   * Source: `k8s.io/kubernetes/pkg/registry/core/service/portallocator` v1.37.1, `PortAllocator.Allocate`.
   */
  take(port: number): string | undefined {
    const { first, last } = this.request.cluster.nodePorts;
    if (port < first || port > last) {
      return `provided port is not in the valid range. The range of valid ports is ${first}-${last}`;
    }
    if (this.taken.has(port)) {
      return 'provided port is already allocated';
    }
    this.taken.add(port);
    return undefined;
  }

  /**
   * Assigns an address of each family from the given index on; returns whether that succeeded.
   *
   * Source: `k8s.io/kubernetes/pkg/registry/core/service/storage` v1.37.1, `allocClusterIPs`.
   */
  addresses(from: number): boolean {
    const { fields, spec, cluster } = this.request;
    if (fields.type === 'ExternalName' || (from === 0 && fields.clusterIPs[0] === 'None')) {
      return true;
    }
    for (const [index, family] of fields.ipFamilies.entries()) {
      if (index < from) {
        continue;
      }
      if (!cluster.families.some((each) => each === family)) {
        // Go panics: a Service that becomes headless has a second family that nothing checks.
        spec.invalid(['ipFamilies', index], 'not configured on this cluster', family);
        return false;
      }
      const asked = fields.clusterIPs[index] ?? '';
      const fault = asked === '' ? undefined : this.addressFault(asked, family as Family);
      if (fault !== undefined) {
        const message = `failed to allocate IP ${asked}: ${fault}`;
        spec.invalid('clusterIPs', message, JSON.stringify(fields.clusterIPs));
        return false;
      }
      fields.clusterIPs[index] = asked || family;
    }
    fields.clusterIP = fields.clusterIPs[0] ?? '';
    return true;
  }

  /** Source: `k8s.io/kubernetes/pkg/registry/core/service/ipallocator` v1.37.1, `Range.Allocate`. */
  private addressFault(text: string, family: Family): string | undefined {
    const { cluster, old } = this.request;
    const ranges = cluster.ranges.filter(({ address }) => address.family === family);
    const address = readSloppyAddress(text);
    const isFree = isDrawnAddress(text) || ranges.length === 0;
    if (!isFree && !ranges.some((range) => address && isUsable(address, range))) {
      const shown = ranges.map(formatCidr).join(', ');
      return `the provided IP (${canonicalAddress(text)}) is not in the valid range. The range of valid IPs is ${shown}`;
    }
    return old?.clusterIPs.includes(text) ? 'provided IP is already allocated' : undefined;
  }
}
