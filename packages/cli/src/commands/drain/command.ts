import { ABSENT, fields, objectOf, readController, textOf } from '@kubesem/core';
import { JOB } from '@kubesem/core/kinds';
import { type Command, Option } from 'commander';
import {
  type CommandContext,
  FAILED,
  type InputFlags,
  OK,
  requireInput,
  selectingInputOf,
  usageError,
} from '../../context.js';
import { DRAIN_RESOURCES } from '../../io/cluster/resources.js';
import { identityOf } from '../../io/lenient.js';
import type { Input } from '../../io/objects.js';
import type { Terminal } from '../../io/terminal.js';
import {
  currentTime,
  filenameOption,
  labelSelector,
  nonEmpty,
  nowOption,
  wholeSeconds,
  withColumns,
  withContext,
  withTable,
} from '../../options.js';
import { nodesNotFound } from '../../output/not-found.js';
import { hasErrors, writeErrors, writeNotes, writeProblems } from '../../output/problems.js';
import { isText, type OutputFlags, writeResult } from '../../output/write.js';
import { type ReadDisruptions, readDisruptions } from '../pdb/read.js';
import { type DrainModel, drainModel, isHeld } from './model.js';
import { eventTable, planTable, renderDrain } from './render.js';

/** The flags of `kubesem drain`. Those of kubectl have its names. */
interface DrainFlags extends OutputFlags, InputFlags {
  readonly ignoreDaemonsets?: boolean | undefined;
  readonly deleteEmptydirData?: boolean | undefined;
  readonly force?: boolean | undefined;
  readonly disableEviction?: boolean | undefined;
  /** In seconds. */
  readonly gracePeriod?: number | undefined;
  readonly podSelector?: string | undefined;
  /** In seconds. */
  readonly skipWaitForDeleteTimeout?: number | undefined;
  readonly explain?: boolean | undefined;
  readonly simulate?: boolean | undefined;
  /** In seconds. */
  readonly readyAfter?: number | undefined;
  /** In seconds. */
  readonly stopAfter?: number | undefined;
  readonly parallel?: boolean | undefined;
  /** A time. */
  readonly now?: string | undefined;
}

const EXAMPLES = `
Examples:
  kubectl get nodes,pods,pdb,deploy,rs,sts,rc,ds,jobs -A -o json > dump.json
  kubesem drain node-1 -f dump.json    What kubectl drain would print
  kubesem drain node-1 -f dump.json --ignore-daemonsets --explain
                                       Why each Pod is evicted or not
  kubesem drain node-1 node-2 -f dump.json --simulate --ready-after 30
                                       When each Pod goes, and what blocks it

The options with the names of those of "kubectl drain" have their meaning. The
simulation takes Pods by namespace and name; kubectl has no order. A Pod needs
its whole grace period to stop, unless you pass --stop-after. Without
--ready-after, nothing replaces a Pod, so budgets block soon.

Exit status: 0 if all nodes would be drained, 1 if kubectl rejects a Pod, an
eviction is rejected (with --simulate: forever), finalizers keep a Pod, a node
is not found or a file cannot be read, 2 if the command line is wrong.`;

/** Adds `kubesem drain`. */
export function addDrain(program: Command, { terminal, finish }: CommandContext): void {
  withColumns(
    withTable(withContext(program.command('drain')), 'name'),
    ...['node', 'namespace', 'pod', 'action', 'reason'],
    ...['time', 'event'], // --simulate
  )
    .description('Show what kubectl drain does with nodes, and simulate it')
    .argument('<NODE...>', 'Names of nodes')
    .addOption(filenameOption('Objects of the cluster'))
    .option('--ignore-daemonsets', 'Leave Pods of DaemonSets on the node')
    .option('--delete-emptydir-data', 'Also evict Pods with emptyDir volumes')
    .option('--force', 'Also evict Pods without a controller')
    .option('--disable-eviction', 'Delete Pods without asking budgets')
    .addOption(
      new Option('--grace-period <SECONDS>', 'Grace period of all Pods (-1: their own)').argParser(
        wholeSeconds(-1),
      ),
    )
    .addOption(
      new Option('--pod-selector <SELECTOR>', 'Only Pods with these labels').argParser(selector),
    )
    .addOption(
      new Option(
        '--skip-wait-for-delete-timeout <S>',
        'Skip Pods that have been terminating for longer',
      ).argParser(wholeSeconds(0)),
    )
    .option('--explain', 'Show why each Pod is evicted, skipped or rejected')
    .addOption(new Option('--simulate', 'Simulate the drain').conflicts('explain'))
    .addOption(
      new Option(
        '--ready-after <SECONDS>',
        'With --simulate: when a replacement is ready on another node',
      ).argParser(wholeSeconds(0)),
    )
    .addOption(
      new Option('--stop-after <SECONDS>', 'With --simulate: when a Pod has stopped').argParser(
        wholeSeconds(0),
      ),
    )
    .option('--parallel', 'With --simulate: drain all nodes at once')
    .addOption(nowOption('Current time'))
    .addHelpText('after', EXAMPLES)
    .action(async (nodes: string[], flags: DrainFlags, command: Command) => {
      const { readyAfter, stopAfter, parallel, simulate } = flags;
      if (!simulate && [readyAfter, stopAfter, parallel].some((flag) => flag !== undefined)) {
        usageError(command, '--ready-after, --stop-after and --parallel need --simulate');
      }
      // Only replacements depend on Jobs.
      const resources = DRAIN_RESOURCES.filter(
        ({ kind }) => kind !== JOB.kind || readyAfter !== undefined,
      );
      const input = selectingInputOf([], flags, resources, undefined);
      requireInput(input, command, terminal);
      finish(await drain(input, nodes.map(nonEmpty), flags, terminal));
    });
}

function selector(text: string): string {
  labelSelector(text);
  return text;
}

async function drain(
  input: Input,
  names: readonly string[],
  flags: DrainFlags,
  terminal: Terminal,
): Promise<number> {
  const read = await readDisruptions(input, terminal);
  const { errors } = read;
  const problems = [...read.problems, ...read.brokenPdbs.values()];
  writeProblems(problems, terminal);
  const all = [...errors, ...unknownNodes(input, names, read)];
  writeErrors(all, terminal);
  if (all.length > 0 || hasErrors(problems)) {
    return FAILED;
  }
  const { explain = false, simulate = false } = flags;
  const { gracePeriod } = flags;
  const settings = {
    ignoreDaemonSets: flags.ignoreDaemonsets,
    deleteEmptyDirData: flags.deleteEmptydirData,
    force: flags.force,
    disableEviction: flags.disableEviction,
    podSelector: flags.podSelector,
    parallel: flags.parallel,
    skipWaitForDeleteTimeoutSeconds: flags.skipWaitForDeleteTimeout,
    gracePeriodSeconds: gracePeriod === -1 ? undefined : gracePeriod,
    readyAfterSeconds: flags.readyAfter,
    stopSeconds: flags.stopAfter,
    now: flags.now ?? currentTime(),
  };
  const model = drainModel([...new Set(names)], read, settings, simulate);
  const { timeline } = model;
  writeResult(flags, terminal, {
    text: (layout) => renderDrain(model, explain, layout),
    table: (layout) =>
      timeline === undefined ? planTable(model.nodes, layout) : eventTable(timeline),
    names: () =>
      model.nodes.flatMap(({ pods }) =>
        pods
          .filter(({ action }) => action === 'evict' || action === 'delete')
          .map(({ name }) => `pod/${name}`),
      ),
    model: () => ({ ...model, problems }),
  });
  writeNotes(isText(flags) ? notesOn(input, read, model) : [], terminal);
  return wouldDrain(model) ? OK : FAILED;
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
    yield `The stored status counts, because replicas are not known: ${timeline?.unknownPdbs.join(', ')}.`;
  }
}
