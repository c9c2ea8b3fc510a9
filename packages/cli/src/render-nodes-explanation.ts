import type {
  AllocationDifference,
  NodeAllocation,
  PodAllocationExplanation,
} from '@kubesem/resources';
import { count, nodeTitle } from './render-nodes.js';
import { type Colors, visible } from './terminal.js';

/**
 * Tells why Pods do not count on their nodes, and where the tables of `kubectl describe node` disagree.
 *
 * @param nodes - the nodes
 * @param explanations - of the Pods of which there is something to say, by node
 * @param colors - for the terminal
 * @returns the lines
 */
export function renderNodesExplanation(
  nodes: readonly NodeAllocation[],
  explanations: ReadonlyMap<string, readonly PodAllocationExplanation[]>,
  colors: Colors,
): string {
  const blocks = nodes.map((node) => {
    const { name, allocatableFrom, pods } = node;
    const lines = [
      SOURCES[allocatableFrom ?? 'none'],
      `${count(pods.length, 'Pod')} on it ${pods.length === 1 ? 'counts' : 'count'}`,
      ...explanationsOf(name, explanations).flatMap(explainPod),
    ];
    return { name: nodeTitle(name), lines };
  });
  const unassigned = explanations.get('') ?? [];
  if (unassigned.length > 0) {
    blocks.push({ name: 'without a node', lines: unassigned.flatMap(explainPod) });
  }
  return blocks
    .map(
      ({ name, lines }) => `\n${colors.bold(name)}\n${lines.map((line) => `  ${line}\n`).join('')}`,
    )
    .join('');
}

/** Without a name are the Pods that are on no node. */
export function explanationsOf(
  name: string,
  explanations: ReadonlyMap<string, readonly PodAllocationExplanation[]>,
): readonly PodAllocationExplanation[] {
  return name === '' ? [] : (explanations.get(name) ?? []);
}

const SOURCES = {
  allocatable: 'percentages are of status.allocatable',
  capacity: 'percentages are of status.capacity: nothing is allocatable',
  none: 'there are no percentages: it has neither allocatable resources nor a capacity',
} as const;

const RULES = {
  ON_NODE: '',
  OTHER_NODE: 'it is on another node',
  UNASSIGNED: 'the scheduler has not found a node for it',
  FINISHED: 'it has ended',
} as const;

function explainPod(pod: PodAllocationExplanation): string[] {
  const { namespace, name, phase, rule, counts, differences } = pod;
  const title = `${visible(namespace)}/${visible(name)}`;
  return counts
    ? differences.map((difference) => `${title} ${explainDifference(difference)}`)
    : [`${title} does not count: ${RULES[rule]}${phase === '' ? '' : ` (${visible(phase)})`}`];
}

function explainDifference({ resource, side, row, total, source }: AllocationDifference): string {
  const what = `${visible(resource)} ${side === 'requests' ? 'request' : 'limit'}`;
  const from = source === undefined ? '' : ` (${source})`;
  return `${what}: its row has ${row ?? 'none'}${from}, the total counts ${total ?? 'none'} from the spec`;
}
