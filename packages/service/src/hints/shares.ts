import {
  childPath,
  fieldProblem,
  isPodReady,
  type Node,
  raise,
  readObject,
  readStringMap,
} from '@kubesem/core';
import { type Quantity, safeParseQuantity } from '@kubesem/quantity';

/** The share of each zone in the cpu of the cluster, from 0 to 1. */
export type ZoneShares = ReadonlyMap<string, number>;

const CONTROL_PLANE = ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master'];

/**
 * Computes the share of each zone in the allocatable cpu of the ready nodes without a control plane.
 *
 * @param nodes - all nodes of the cluster
 * @returns the shares; undefined if a node has no zone or no cpu, or if there are fewer than two zones
 *
 * Source: `k8s.io/endpointslice/topologycache` v0.37.1, `TopologyCache.SetNodes`.
 */
export function zoneShares(nodes: readonly Node[]): ZoneShares | undefined {
  const cpus = new Map<string, Quantity>();
  for (const [index, given] of nodes.entries()) {
    const path = childPath(undefined, index);
    const node = readObject(given, path) ?? {};
    const metadataPath = childPath(path, 'metadata');
    const metadata = readObject(node.metadata, metadataPath) ?? {};
    const labels = readStringMap(metadata.labels, childPath(metadataPath, 'labels'));
    if (CONTROL_PLANE.some((label) => labels.has(label)) || !isNodeReady(node)) {
      continue;
    }
    const cpu = allocatableCpu(node, path);
    const zone = labels.get('topology.kubernetes.io/zone') ?? '';
    if (zone === '' || cpu === undefined || cpu.isZero()) {
      return undefined;
    }
    cpus.set(zone, cpus.get(zone)?.add(cpu) ?? cpu);
  }
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
function isNodeReady({ status }: Node): boolean {
  return isPodReady({ status: { conditions: readObject(status, STATUS)?.conditions } });
}

const STATUS = /* @__PURE__ */ childPath(undefined, 'status');

function allocatableCpu(node: Node, path: ReturnType<typeof childPath>): Quantity | undefined {
  const listPath = childPath(childPath(path, 'status'), 'allocatable');
  const cpu = readObject(node.status?.allocatable, listPath)?.cpu;
  if (cpu === undefined || cpu === null) {
    return undefined;
  }
  const { ok, value, error } = safeParseQuantity(cpu);
  if (!ok) {
    return raise(
      fieldProblem({
        type: 'FieldValueInvalid',
        code: 'INVALID_QUANTITY',
        path: childPath(listPath, 'cpu'),
        value: cpu,
        message: error.message,
      }),
    );
  }
  return value;
}
