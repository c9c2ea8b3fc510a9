import { identityOf } from '@kubesem/core';
import { ABSENT, fields, objectOf, readController, textOf } from '@kubesem/core/internal';
import { JOB } from '@kubesem/core/kinds';
import { isHeld } from '@kubesem/disruption/internal';
import { tableOf } from '../../frame/columns.js';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { UsageError } from '../../frame/input.js';
import { DRAIN_RESOURCES } from '../../io/cluster/resources.js';
import type { Input } from '../../io/objects.js';
import { labelSelector, nonEmpty, wholeSeconds } from '../../options.js';
import { nodesNotFound } from '../../output/not-found.js';
import { hasErrors } from '../../output/problems.js';
import { type ReadDisruptions, readDisruptions } from '../../shared/disruptions.js';
import {
  type DrainModel,
  drainModel,
  EVENT_COLUMNS,
  PLAN_COLUMNS,
  planTable,
  renderDrain,
} from './render.js';

const EXAMPLES = `
Examples:
  kubectl get nodes,pods,pdb,deploy,rs,sts,rc,ds,jobs -A -o json > dump.json
  kubesem drain node-1 -f dump.json    What kubectl drain would print
  kubesem drain node-1 -f dump.json --ignore-daemonsets --explain
                                       Why each Pod is evicted or not
  kubesem drain node-1 node-2 -f dump.json --simulate --ready-after 30
                                       When each Pod goes, and what blocks it

Options with a name of "kubectl drain" have the same meaning. The simulation
evicts Pods by namespace and name; kubectl has no fixed order. A Pod needs its
whole grace period to stop, unless you pass --stop-after. Without --ready-after,
nothing replaces a Pod, so budgets soon block the drain.

Exit status: 0 if all nodes would be drained, 1 if kubectl rejects a Pod, an
eviction is rejected (with --simulate: forever), finalizers keep a Pod, a node
is not found or a file cannot be read, 2 if the command line is wrong.`;

/** `kubesem drain`. The flags of kubectl have its names. */
export const drain: AddCommand = command({
  name: 'drain',
  summary: 'Show what kubectl drain does with nodes, and simulate it',
  help: EXAMPLES,
  arguments: { names: flags.argument('<NODE...>', 'Names of nodes', nonEmpty) },
  flags: {
    ...flags.CONTEXT,
    ...flags.table('name'),
    filename: flags.filename('Objects of the cluster'),
    ignoreDaemonSets: flags.boolean('--ignore-daemonsets', 'Leave Pods of DaemonSets on the node'),
    deleteEmptyDirData: flags.boolean(
      '--delete-emptydir-data',
      'Also evict Pods with emptyDir volumes',
    ),
    force: flags.boolean('--force', 'Also evict Pods without a controller'),
    disableEviction: flags.boolean('--disable-eviction', 'Delete Pods without asking budgets'),
    gracePeriodSeconds: flags.value(
      '--grace-period <SECONDS>',
      'Grace period of all Pods (-1: their own)',
      (text) => {
        const seconds = wholeSeconds(-1)(text);
        return seconds === -1 ? undefined : seconds;
      },
    ),
    podSelector: flags.value('--pod-selector <SELECTOR>', 'Only Pods with these labels', selector),
    skipWaitForDeleteTimeoutSeconds: flags.value(
      '--skip-wait-for-delete-timeout <S>',
      'Skip Pods that have been terminating for longer',
      wholeSeconds(0),
    ),
    explain: flags.boolean('--explain', 'Show why each Pod is evicted, skipped or rejected', {
      lostIn: ['name', 'csv'],
    }),
    simulate: flags.boolean('--simulate', 'Simulate the drain', {
      conflicts: ['explain'],
      lostIn: ['name'],
    }),
    readyAfterSeconds: flags.value(
      '--ready-after <SECONDS>',
      'With --simulate: when a replacement is ready on another node',
      wholeSeconds(0),
    ),
    stopSeconds: flags.value(
      '--stop-after <SECONDS>',
      'With --simulate: when a Pod has stopped',
      wholeSeconds(0),
    ),
    parallel: flags.boolean('--parallel', 'With --simulate: drain all nodes at once'),
    now: flags.now('Current time'),
  },
  columns: [...PLAN_COLUMNS, ...EVENT_COLUMNS],
  reads: ({ simulate, readyAfterSeconds, stopSeconds, parallel }) => {
    const isTimed = readyAfterSeconds !== undefined || stopSeconds !== undefined || parallel;
    if (isTimed && !simulate) {
      throw new UsageError('--ready-after, --stop-after and --parallel need --simulate');
    }
    return {
      // Only replacements depend on Jobs.
      resources: DRAIN_RESOURCES.filter(
        ({ kind }) => kind !== JOB.kind || readyAfterSeconds !== undefined,
      ),
    };
  },
  answer: async ({ input, names, explain, simulate, ...settings }, terminal) => {
    const read = await readDisruptions(input, terminal);
    const problems = [...read.problems, ...read.brokenPdbs.values()];
    const errors = [...read.errors, ...unknownNodes(input, names, read)];
    if (errors.length > 0 || hasErrors(problems)) {
      return { problems, errors };
    }
    const model = drainModel([...new Set(names)], read, settings, simulate);
    const { nodes, timeline } = model;
    const gone = nodes
      .flatMap(({ pods }) => pods)
      .filter(({ action }) => action === 'evict' || action === 'delete');
    return {
      table: timeline === undefined ? planTable(nodes) : tableOf(EVENT_COLUMNS, timeline.events),
      text: (layout) => renderDrain(model, explain, layout),
      names: () => gone.map(({ name }) => `pod/${name}`),
      model: () => ({ ...model, problems }),
      notes: notesOn(input, read, model),
      problems,
      isFine: wouldDrain(model),
    };
  },
});

function selector(text: string): string {
  labelSelector(text);
  return text;
}

function wouldDrain({
  nodes,
  timeline,
  skipWaitForDeleteTimeoutSeconds: timeout,
}: DrainModel): boolean {
  return timeline === undefined
    ? nodes.every(
        ({ errors, pods }) =>
          errors.length === 0 &&
          pods.every((pod) => pod.code === undefined && (timeout !== undefined || !isHeld(pod))),
      )
    : timeline.nodes.every(({ drainedAtMs }) => drainedAtMs !== undefined);
}

/** Nodes that are neither in the input nor the node of a Pod. */
function unknownNodes(
  input: Input,
  names: readonly string[],
  { nodes, cluster }: ReadDisruptions,
): readonly string[] {
  const used = cluster.pods.map(({ spec }) => textOf(objectOf(spec).nodeName));
  const known = new Set(
    nodes.length > 0
      ? nodes.map((node) => identityOf(node).name)
      : used.filter((name) => name !== ''),
  );
  return nodesNotFound(input, names, known);
}

function* notesOn(
  input: Input,
  { cluster }: ReadDisruptions,
  { nodes, timeline }: DrainModel,
): Generator<string, void> {
  const missing = (kind: string) =>
    input.cluster === undefined ? `The input has no ${kind}` : `${kind} are not known`;
  if (cluster.daemonSets === undefined) {
    yield `${missing('DaemonSets')}; those that Pods name are assumed to exist.`;
  }
  if (
    cluster.jobs === undefined &&
    (timeline?.events ?? []).some(({ type }) => type === 'CREATED') &&
    cluster.pods.some(
      (pod) => readController(fields(pod, ABSENT).at('metadata'))?.kind === JOB.kind,
    )
  ) {
    yield `${missing('Jobs')}; those that Pods name are assumed to replace them.`;
  }
  if (cluster.podDisruptionBudgets.length === 0) {
    yield 'The input has no PodDisruptionBudgets.';
  }
  const drained = nodes.filter(({ errors }) => errors.length === 0);
  if (timeline === undefined && drained.length > 1 && cluster.podDisruptionBudgets.length > 0) {
    yield 'Each node starts with the Pods as they are now; --simulate drains one node after the other.';
  }
  if ((timeline?.unknownPdbs ?? []).length > 0) {
    yield `The replicas are unknown, so the stored status is used: ${timeline?.unknownPdbs.join(', ')}.`;
  }
}
