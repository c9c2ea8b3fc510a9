import { FieldError, fieldPath, type Node, type Pod, type ResourceList } from '@kubesem/core';
import {
  type FieldPolicy,
  type Fields,
  fieldProblem,
  fields,
  hasEnded,
  podFields,
  raise,
  THROW,
} from '@kubesem/core/internal';
import { NODE } from '@kubesem/core/kinds';
import {
  type Amounts,
  mapSpecLists,
  mapStatusLists,
  readAmounts,
  toResourceQuantities,
} from '@kubesem/resources/internal';
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
        type: 'TYPE_INVALID',
        code: 'NOT_A_NODE',
        path: isObject ? fieldPath('kind') : undefined,
        value: kind ?? node,
        message: 'expected a Node',
      }),
    );
  }
}

/** Identity, node and state of a Pod. */
export interface Placement {
  readonly namespace: string;
  readonly name: string;
  /** Empty if the Pod has no node. */
  readonly nodeName: string;
  /**
   * Whether the Pod has ended, so neither kubectl nor the scheduler counts it.
   *
   * Source: `k8s.io/kubectl/pkg/describe` v0.37.1, `NodeDescriber.Describe`; `k8s.io/kubernetes/pkg/scheduler` v1.37.1,
   * `NewInformerFactory`.
   */
  readonly isTerminal: boolean;
}

/** Reads where a Pod is. */
export function readPlacement(pod: Pod, policy: FieldPolicy = THROW): Placement {
  const object = fields(pod, policy);
  const metadata = object.at('metadata');
  return {
    namespace: metadata.text('namespace'),
    name: metadata.text('name'),
    nodeName: object.at('spec').text('nodeName'),
    isTerminal: hasEnded(object.at('status')),
  };
}

/** Computes with a Pod. Fields that cannot be read are reported and count as absent. */
export function computeReadable<Result>(
  pod: Pod,
  compute: (pod: Pod) => Result,
  policy: FieldPolicy,
): Result {
  try {
    return compute(pod);
  } catch (error) {
    if (!(error instanceof FieldError)) {
      throw error;
    }
    return compute(readablePod(pod, policy));
  }
}

/** A copy without the fields that cannot be read. */
function readablePod(pod: Pod, policy: FieldPolicy): Pod {
  const { spec, status } = podFields(pod, policy);
  const keepReadable = (list: Fields<ResourceList>): ResourceList =>
    toResourceQuantities(readAmounts(list));
  return {
    ...pod,
    spec: mapSpecLists(spec, keepReadable),
    status: mapStatusLists(status, keepReadable),
  };
}
