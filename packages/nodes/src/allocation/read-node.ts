import { KubesemError, type Node } from '@kubesem/core';
import type { Amounts } from '@kubesem/resources';
import { type Report, readAmounts, readObject, readString } from '@kubesem/resources';
import type { NodeAllocation } from './allocation.js';

/** What counts of a node. */
export interface ReadNode {
  readonly name: string;
  /** What `kubectl describe` takes for allocatable. */
  readonly allocatable: Amounts;
  readonly from: NodeAllocation['allocatableFrom'];
}

/**
 * Reads a node.
 *
 * Kubectl takes the capacity for allocatable if nothing else is.
 *
 * Source: `k8s.io/kubectl/pkg/describe` v0.37.1, `describeNodeResource`.
 */
export function readNode(node: Node, report: Report): ReadNode {
  requireNode(node);
  const metadata = readObject(node.metadata, 'metadata', report);
  const name = readString(metadata?.name, 'metadata.name', report);
  const status = readObject(node.status, 'status', report);
  const read = (field: 'allocatable' | 'capacity'): Amounts =>
    readAmounts(status?.[field], `status.${field}`, report);
  const allocatable = read('allocatable');
  if (allocatable.size > 0) {
    return { name, allocatable, from: 'allocatable' };
  }
  const capacity = read('capacity');
  return { name, allocatable: capacity, from: capacity.size > 0 ? 'capacity' : undefined };
}

function requireNode(node: Node): void {
  const isObject = typeof node === 'object' && node !== null && !Array.isArray(node);
  const kind = isObject ? (node.kind ?? '') : undefined;
  if (kind !== '' && kind !== 'Node') {
    throw new KubesemError({ code: 'NOT_A_NODE', message: 'expected a Node', input: kind ?? node });
  }
}
