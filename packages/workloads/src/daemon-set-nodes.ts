import {
  type ClusterLists,
  type DaemonSet,
  type Node,
  type PodSpec,
  type Taint,
  type Toleration,
  toleratesTaint,
} from '@kubesem/core';
import { type Fields, fields, THROW } from '@kubesem/core/internal';
import { matchesNodeAffinity } from '@kubesem/selectors';

/**
 * Why a DaemonSet does not run a Pod on a node.
 *
 * - `NODE_NAME`: the template names another node
 * - `NODE_AFFINITY`: the node selector or the required node affinity of the template does not select the node
 * - `TAINT`: the Pods do not tolerate a taint of the node
 */
export type DaemonSetNodeReason = 'NODE_NAME' | 'NODE_AFFINITY' | 'TAINT';

/** What a DaemonSet does on a node. */
export interface DaemonSetNode {
  /** Name of the node. */
  readonly node: string;
  /** Whether the DaemonSet creates a Pod there. */
  readonly runs: boolean;
  /** Whether a Pod that already runs there stays. */
  readonly keeps: boolean;
  /** Why it creates no Pod there; undefined if it creates one. */
  readonly reason: DaemonSetNodeReason | undefined;
  /** The first taint that stops it: one with the effect `NoExecute` if a running Pod does not stay. */
  readonly taint: Taint | undefined;
}

/** Keys of the taints that the Pods of all DaemonSets tolerate, by effect. Taints with other effects never stop them. */
const TOLERATED_KEYS: ReadonlyMap<unknown, readonly string[]> = /* @__PURE__ */ new Map([
  ['NoExecute', ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']],
  [
    'NoSchedule',
    [
      'node.kubernetes.io/disk-pressure',
      'node.kubernetes.io/memory-pressure',
      'node.kubernetes.io/pid-pressure',
      'node.kubernetes.io/unschedulable',
    ],
  ],
]);
const NETWORK_UNAVAILABLE: Toleration = {
  key: 'node.kubernetes.io/network-unavailable',
  operator: 'Exists',
  effect: 'NoSchedule',
};

/**
 * Finds out on which nodes a DaemonSet runs a Pod, and why it does not on the others.
 *
 * Its Pods run on cordoned nodes, and on nodes that are not ready or short of memory, disk or PIDs. The DaemonSet
 * controller does not compare resources: it also creates a Pod that does not fit, which stays pending.
 *
 * @param daemonSet - the DaemonSet; it is not changed
 * @param cluster - all nodes
 * @returns one entry per node, in their order
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field that counts has the wrong type
 *
 * @example
 * ```ts
 * import { daemonSetNodes } from '@kubesem/workloads';
 *
 * const daemonSet = { spec: { template: { spec: { nodeSelector: { disk: 'ssd' } } } } };
 * const labels = { disk: 'ssd' };
 * const dedicated = { key: 'dedicated', value: 'gpu', effect: 'NoSchedule' };
 * const nodes = [
 *   { metadata: { name: 'a', labels }, spec: { taints: [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }] } },
 *   { metadata: { name: 'b', labels }, spec: { taints: [dedicated] } },
 *   { metadata: { name: 'c' } },
 * ];
 * daemonSetNodes(daemonSet, { nodes }) // => [
 * //   { node: 'a', runs: true, keeps: true },
 * //   { node: 'b', runs: false, keeps: true, reason: 'TAINT', taint: dedicated },
 * //   { node: 'c', runs: false, keeps: false, reason: 'NODE_AFFINITY' },
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/daemon` v1.37.1, `NodeShouldRunDaemonPod`;
 * `k8s.io/kubernetes/pkg/controller/daemon/util` v1.37.1, `AddOrUpdateDaemonPodTolerations`.
 */
export function daemonSetNodes(
  daemonSet: DaemonSet,
  cluster: ClusterLists<'nodes'>,
): readonly DaemonSetNode[] {
  const spec = templateSpec(daemonSet);
  return fields(cluster, THROW).each('nodes', (node) => daemonSetNode(spec, node));
}

/** What decides about the nodes of a DaemonSet. */
interface TemplateSpec extends Pick<PodSpec, 'nodeSelector' | 'affinity'> {
  readonly nodeName: string;
  readonly tolerations: readonly Toleration[];
}

function templateSpec(daemonSet: DaemonSet): TemplateSpec {
  const spec = fields(daemonSet, THROW).at('spec').at('template').at('spec');
  const tolerations = spec.each('tolerations', ({ value }) => value);
  return {
    ...spec.value,
    nodeName: spec.text('nodeName'),
    tolerations: spec.flag('hostNetwork') ? [...tolerations, NETWORK_UNAVAILABLE] : tolerations,
  };
}

function daemonSetNode(spec: TemplateSpec, node: Fields<Node>): DaemonSetNode {
  const name = node.at('metadata').text('name');
  const never = { node: name, runs: false, keeps: false, taint: undefined };
  if (spec.nodeName !== '' && spec.nodeName !== name) {
    return { ...never, reason: 'NODE_NAME' };
  }
  if (!matchesNodeAffinity(spec, node.value)) {
    return { ...never, reason: 'NODE_AFFINITY' };
  }
  const stopping = node
    .at('spec')
    .each('taints', ({ value }) => value)
    .filter((taint) => isStopping(taint, spec.tolerations));
  const evicting = stopping.find(({ effect }) => effect === 'NoExecute');
  const taint = evicting ?? stopping[0];
  return {
    node: name,
    runs: taint === undefined,
    keeps: evicting === undefined,
    reason: taint && 'TAINT',
    taint,
  };
}

/** Whether a taint keeps new Pods away from its node. */
function isStopping(taint: Taint, tolerations: readonly Toleration[]): boolean {
  const tolerated = TOLERATED_KEYS.get(taint.effect);
  return (
    tolerated !== undefined &&
    !tolerated.includes(taint.key ?? '') &&
    !tolerations.some((toleration) => toleratesTaint(toleration, taint))
  );
}
