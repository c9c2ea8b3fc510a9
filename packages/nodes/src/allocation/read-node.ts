import { childPath, fieldProblem, type Node, raise, readObject, readString } from '@kubesem/core';
import { NODE } from '@kubesem/core/kinds';
import { type Amounts, readAmounts } from '@kubesem/resources';
import type { NodeAllocation } from './allocation.js';
import type { ReportAllocation } from './problems.js';

/** The fields of a node that count. */
export interface ReadNode {
  readonly name: string;
  /** What Pods can use, for kubectl and the scheduler. */
  readonly allocatable: Amounts;
  readonly from: NodeAllocation['allocatableFrom'];
}

/**
 * Reads a node; throws if it is of another kind.
 *
 * An empty `status.allocatable` is the capacity: the API server fills it in when it reads the node, so neither kubectl nor
 * the scheduler ever receives such a node, though tests and manifests have them. The capacity replaces the list as a whole,
 * not single names. No other default of a node matters here, so there is no function that applies the defaults.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `SetDefaults_NodeStatus`.
 */
export function readNode(node: Node, report?: ReportAllocation): ReadNode {
  requireNode(node);
  const metadataPath = childPath(undefined, 'metadata');
  const metadata = readObject(node.metadata, metadataPath, report);
  const name = readString(metadata?.name, childPath(metadataPath, 'name'), report);
  const statusPath = childPath(undefined, 'status');
  const status = readObject(node.status, statusPath, report);
  const read = (field: 'allocatable' | 'capacity'): Amounts =>
    readAmounts(status?.[field], childPath(statusPath, field), report);
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
  if (kind !== '' && kind !== NODE.kind) {
    raise(
      fieldProblem({
        type: 'FieldValueTypeInvalid',
        code: 'NOT_A_NODE',
        path: isObject ? childPath(undefined, 'kind') : undefined,
        value: kind ?? node,
        message: 'expected a Node',
      }),
    );
  }
}
