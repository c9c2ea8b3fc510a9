import {
  type FieldPolicy,
  fieldPath,
  fieldProblem,
  fields,
  type Node,
  raise,
  THROW,
} from '@kubesem/core';
import { NODE } from '@kubesem/core/kinds';
import { type Amounts, readAmounts } from '@kubesem/resources';
import type { NodeAllocation } from './allocation.js';

/** The fields of a node that count. */
export interface ReadNode {
  readonly name: string;
  /** What Pods can use, for kubectl and the scheduler. */
  readonly allocatable: Amounts;
  readonly from: NodeAllocation['allocatableFrom'];
}

/**
 * Reads a node; throws if it is of another kind, whatever the policy.
 *
 * An empty `status.allocatable` is the capacity: the API server fills it in when it reads the node, so neither kubectl nor
 * the scheduler ever receives such a node, though tests and manifests have them. The capacity replaces the list as a whole,
 * not single names. No other default of a node matters here, so there is no function that applies the defaults.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `SetDefaults_NodeStatus`.
 */
export function readNode(node: Node, policy: FieldPolicy = THROW): ReadNode {
  requireNode(node);
  const object = fields(node, policy);
  const name = object.at('metadata').text('name');
  const status = object.at('status');
  const allocatable = readAmounts(status.at('allocatable'));
  if (allocatable.size > 0) {
    return { name, allocatable, from: 'allocatable' };
  }
  const capacity = readAmounts(status.at('capacity'));
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
        path: isObject ? fieldPath('kind') : undefined,
        value: kind ?? node,
        message: 'expected a Node',
      }),
    );
  }
}
