import type {
  AllocationDifference,
  NodeAllocation,
  PendingResize,
  PodAllocationExplanation,
} from '@kubesem/nodes';
import type { Colors } from '../../output/colors.js';
import { count, visible } from '../../output/text.js';
import { nodeTitle } from '../../shared/node-objects.js';
import { type Explanations, explanationsOf } from './model.js';

/**
 * Explains why Pods do not count on their nodes, and where the tables of `kubectl describe node` disagree.
 *
 * @param nodes - the nodes
 * @param explanations - of the Pods that need one, by node
 * @param colors - for the terminal
 * @returns the lines
 */
export function renderNodesExplanation(
  nodes: readonly NodeAllocation[],
  explanations: Explanations,
  colors: Colors,
): string {
  const blocks = nodes.map(({ name, allocatableFrom, podCount }) => ({
    heading: nodeTitle(name),
    lines: [
      SOURCES[allocatableFrom ?? 'none'],
      `${count(podCount, 'Pod')} counted`,
      ...explanationsOf(name, explanations).flatMap(explainPod),
    ],
  }));
  const unassigned = explanations.get('') ?? [];
  if (unassigned.length > 0) {
    blocks.push({ heading: 'without a node', lines: unassigned.flatMap(explainPod) });
  }
  return blocks
    .map(
      ({ heading, lines }) =>
        `\n${colors.bold(heading)}\n${lines.map((line) => `  ${line}\n`).join('')}`,
    )
    .join('');
}

const SOURCES = {
  allocatable: 'percentages of status.allocatable',
  capacity: 'percentages of status.capacity: status.allocatable is empty',
  none: 'no percentages: status has neither allocatable nor capacity',
} as const;

const RULES = {
  ON_NODE: '',
  OTHER_NODE: 'it is on another node',
  UNASSIGNED: 'the scheduler has not assigned a node',
  FINISHED: 'it has finished',
} as const;

function explainPod(pod: PodAllocationExplanation): string[] {
  const { namespace, name, phase, rule, counts, differences, pendingResize } = pod;
  const title = `${visible(namespace)}/${visible(name)}`;
  return counts
    ? [
        ...(pendingResize === undefined ? [] : [`${title} ${explainResize(pendingResize)}`]),
        ...differences.map((difference) => `${title} ${explainDifference(difference)}`),
      ]
    : [`${title} does not count: ${RULES[rule]}${phase === '' ? '' : ` (${visible(phase)})`}`];
}

const RESIZES = {
  Deferred:
    'its resize is deferred: until the node makes it, its row and the scheduler count the higher of spec and status',
  Infeasible:
    'its resize is infeasible: its row and the scheduler count what it has, the total counts the spec',
} as const;

function explainResize({ reason, message }: PendingResize): string {
  return `${RESIZES[reason]}${message === '' ? '' : ` (${visible(message)})`}`;
}

function explainDifference({ resource, side, row, total, source }: AllocationDifference): string {
  const what = `${visible(resource)} ${side === 'requests' ? 'request' : 'limit'}`;
  const from = source === undefined ? '' : ` (${source})`;
  return `${what}: ${row ?? 'none'} in its row${from}, ${total ?? 'none'} in the total (spec)`;
}
