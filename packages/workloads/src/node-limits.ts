// What can exclude a node besides the resources of a Pod.
import { identityOf, type Node, type Pod, type Taint, toleratesTaint } from '@kubesem/core';
import { listOf, objectOf } from '@kubesem/core/internal';
import { daemonSetNodes } from './daemon-set-nodes.js';

/** The taint that a Pod must tolerate to run on a cordoned node. */
const UNSCHEDULABLE: Taint = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' };

/** What keeps Pods off the nodes of a cluster: only of nodes that have something. */
export class NodeLimits {
  private readonly byName: ReadonlyMap<string, readonly Taint[]>;

  /** @param nodes - of which it matters whether they are cordoned, and their taints */
  constructor(nodes: readonly Node[]) {
    this.byName = new Map(nodes.map((node) => [identityOf(node).name, limitsOf(node)]));
  }

  /** Names what keeps a Pod off a node, unless it tolerates it. The kubelet rejects a Pod only because of `NoExecute`. */
  namesFor({ spec }: Pod, isDaemon: boolean, node: string): readonly string[] {
    const { tolerations, hostNetwork, nodeName } = objectOf(spec);
    const list = listOf(tolerations);
    return (this.byName.get(node) ?? [])
      .filter(({ effect }) => !nodeName || effect === 'NoExecute')
      .filter((taint) =>
        isDaemon
          ? !toleratesAsDaemon(taint, { tolerations: list, hostNetwork })
          : !list.some((each) => toleratesTaint(each, taint)),
      )
      .map((taint) => (taint === UNSCHEDULABLE ? 'the node is cordoned' : taintName(taint)));
  }
}

/** The scheduler only prefers other nodes because of `PreferNoSchedule`. */
function isHard(effect: unknown): boolean {
  return effect === 'NoSchedule' || effect === 'NoExecute';
}

/** The Pods of DaemonSets have more tolerations. */
function toleratesAsDaemon(taint: Taint, spec: NonNullable<Pod['spec']>): boolean {
  const [found] = daemonSetNodes(
    { spec: { template: { spec } } },
    { nodes: [{ spec: { taints: [taint] } }] },
  );
  return found?.runs === true;
}

function taintName({ key, value, effect }: Taint): string {
  return `taint ${key ?? ''}${value ? `=${value}` : ''}:${effect ?? ''}`;
}

interface Spread {
  readonly whenUnsatisfiable?: unknown;
}

/**
 * The fields of a Pod that exclude nodes besides its resources. What is only preferred excludes none. The kubelet, which admits a
 * Pod that names its node, compares only its node selector and node affinity.
 *
 * Source: `k8s.io/kubernetes/pkg/scheduler` v1.37.1, `AdmissionCheck`; `pkg/kubelet/lifecycle`, `generalFilter`.
 */
export function unfilteredFields({ spec }: Pod): readonly string[] {
  const { nodeSelector, affinity, topologySpreadConstraints, nodeName } = objectOf(spec);
  const { nodeAffinity, podAffinity, podAntiAffinity } = objectOf(affinity);
  const spreads = listOf(topologySpreadConstraints as readonly Spread[] | null | undefined).some(
    (each) => objectOf(each).whenUnsatisfiable !== 'ScheduleAnyway',
  );
  const ofNodes = [
    ...(Object.keys(objectOf(nodeSelector)).length > 0 ? ['nodeSelector'] : []),
    ...(isRequired(nodeAffinity) ? ['affinity.nodeAffinity'] : []),
  ];
  if (nodeName) {
    return ofNodes;
  }
  return [
    ...ofNodes,
    ...(isRequired(podAffinity) ? ['affinity.podAffinity'] : []),
    ...(isRequired(podAntiAffinity) ? ['affinity.podAntiAffinity'] : []),
    ...(spreads ? ['topologySpreadConstraints'] : []),
  ];
}

/** A rule for Pods is required only if the list has terms; one for nodes is an object. */
function isRequired(affinity: object | null | undefined): boolean {
  const { requiredDuringSchedulingIgnoredDuringExecution: rule } = objectOf(
    affinity as { readonly requiredDuringSchedulingIgnoredDuringExecution?: unknown },
  );
  return Array.isArray(rule) ? rule.length > 0 : rule !== undefined && rule !== null;
}

function limitsOf({ spec }: Node): readonly Taint[] {
  const { unschedulable, taints } = objectOf(spec);
  const all = listOf(taints)
    .map((taint): Taint => objectOf(taint))
    .filter(({ key, effect }) => key !== UNSCHEDULABLE.key && isHard(effect));
  return [...(unschedulable === true ? [UNSCHEDULABLE] : []), ...all];
}
