import { isPodReady, type Node } from '@kubesem/core';
import { type Fields, openAll, THROW, ZONE_LABEL } from '@kubesem/core/internal';
import { type Quantity, safeParseQuantity } from '@kubesem/quantity';

/** The share of each zone in the cpu of the cluster, from 0 to 1. */
export type ZoneShares = ReadonlyMap<string, number>;

const CONTROL_PLANE = ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master'];

/** A node without what shares are computed from. */
export interface IncompleteNode {
  /** Its name. */
  readonly name: string;
  /** What is missing: the label with the zone, or allocatable cpu. */
  readonly missing: 'ZONE' | 'CPU';
}

/** The shares of the zones, or why they are not known. */
export interface NodeShares {
  /** Undefined if a node is incomplete, or if there are fewer than two zones. */
  readonly shares: ZoneShares | undefined;
  /** The first incomplete node. */
  readonly incompleteNode: IncompleteNode | undefined;
}

/**
 * Computes the share of each zone in the allocatable cpu of the ready nodes without a control plane.
 *
 * @param nodes - all nodes of the cluster
 *
 * Source: `k8s.io/endpointslice/topologycache` v0.37.1, `TopologyCache.SetNodes`.
 */
export function zoneShares(nodes: readonly Node[]): NodeShares {
  const cpus = new Map<string, Quantity>();
  for (const node of openAll(nodes, THROW)) {
    const metadata = node.at('metadata');
    const labels = metadata.map('labels');
    if (CONTROL_PLANE.some((label) => labels.has(label)) || !isNodeReady(node)) {
      continue;
    }
    const cpu = allocatableCpu(node);
    const zone = labels.get(ZONE_LABEL) ?? '';
    if (zone === '' || cpu === undefined || cpu.isZero()) {
      const missing = zone === '' ? 'ZONE' : 'CPU';
      return { shares: undefined, incompleteNode: { name: metadata.text('name'), missing } };
    }
    cpus.set(zone, cpus.get(zone)?.add(cpu) ?? cpu);
  }
  return { shares: sharesOf(cpus), incompleteNode: undefined };
}

function sharesOf(cpus: ReadonlyMap<string, Quantity>): ZoneShares | undefined {
  if (cpus.size < 2) {
    return undefined;
  }
  const [first, ...others] = cpus.values();
  const total = others.reduce((sum, cpu) => sum.add(cpu), first as Quantity);
  if (total.isZero()) {
    return undefined;
  }
  const milli = (cpu: Quantity) => Number(cpu.milliValue());
  return new Map([...cpus].map(([zone, cpu]) => [zone, milli(cpu) / milli(total)]));
}

/** A node has the same condition `Ready` as a Pod. */
function isNodeReady(node: Fields<Node>): boolean {
  return isPodReady({ status: { conditions: node.at('status').raw('conditions') } });
}

function allocatableCpu(node: Fields<Node>): Quantity | undefined {
  const allocatable = node.at('status').at('allocatable');
  const cpu = allocatable.raw('cpu');
  if (cpu === undefined) {
    return undefined;
  }
  const { ok, value, error } = safeParseQuantity(cpu);
  if (!ok) {
    allocatable.invalid('cpu', error.message, cpu, 'INVALID_QUANTITY');
  }
  return value;
}
