import { appendAll, type Pod } from '@kubesem/core';
import { POD } from '@kubesem/core/kinds';
import type { Problem } from '@kubesem/inspect';
import { formatPodTable } from '@kubesem/lifecycle';
import type { ManifestObject } from '@kubesem/manifests';
import { type LabelRequirement, matchesLabelSelector } from '@kubesem/selectors';
import { type Command, Option } from 'commander';
import {
  type CommandContext,
  FAILED,
  type InputFlags,
  OK,
  requireInput,
  selectingInputOf,
} from '../../context.js';
import { POD_RESOURCES } from '../../io/cluster/resources.js';
import { areInSeveralNamespaces } from '../../io/named.js';
import { type Input, readManifests } from '../../io/objects.js';
import { attemptOn } from '../../io/placed.js';
import type { Terminal } from '../../io/terminal.js';
import {
  currentTime,
  filenameOption,
  labelSelector,
  nonEmpty,
  nowOption,
  pathsArgument,
  withColumns,
  withContext,
  withTable,
} from '../../options.js';
import { notFound } from '../../output/not-found.js';
import { hasErrors, writeErrors, writeNotes, writeProblems } from '../../output/problems.js';
import { renderTable } from '../../output/table/render.js';
import { visibleLines } from '../../output/text.js';
import { isText, type OutputFlags, writeResult } from '../../output/write.js';
import { labelsOf, namespaceOf, type PodModel, podModel } from './model.js';
import { type PodColumns, podTable, reasonTable, renderReasons } from './render.js';

/** The flags of `kubesem pods`. */
interface PodsFlags extends OutputFlags, InputFlags {
  readonly allNamespaces?: boolean | undefined;
  readonly selector?: readonly LabelRequirement[] | undefined;
  readonly labelColumns?: readonly string[] | undefined;
  readonly showLabels?: boolean | undefined;
  readonly why?: boolean | undefined;
  readonly kubectl?: boolean | undefined;
  /** A time. */
  readonly now?: string | undefined;
}

const EXAMPLES = `
Examples:
  kubectl get pods -A -o json > dump.json
  kubesem pods dump.json               Each Pod, and what it waits for
  kubesem pods --context prod -n shop  The same, read from the cluster
  kubesem pods dump.json --why         Why Pods are not ready or restart
  kubesem pods dump.json --sort-by -RESTARTS
                                       Most restarts first
  kubesem pods dump.json --kubectl -A  Exactly what kubectl prints
  kubesem pods dump.json -o json       Countdowns and reasons for programs

The table is that of "kubectl get pods" with an additional column: what each Pod
waits for until it is ready, such as a node, an image, a probe or a restart.
--kubectl omits this column and prints the full width, as kubectl does.

Ages and countdowns refer to the current time. For an old dump, pass the time at
which it was made: --now 2026-01-31T12:00:00Z.

By default, all namespaces are shown. The column NAMESPACE appears with -A, or
if there are several namespaces.

Exit status: 0 if there are no errors, 1 if a file cannot be read or there are
no Pods, 2 if the command line is wrong. The status of the Pods has no effect.`;

/** Adds `kubesem pods`. */
export function addPods(program: Command, { terminal, finish }: CommandContext): void {
  withColumns(
    withTable(withContext(program.command('pods')), 'name'),
    ...['namespace', 'name', 'ready', 'status', 'restarts', 'age', 'ip', 'node'],
    ...['nominated-node', 'readiness-gates', 'labels', 'waits-for'],
    ...['about', 'reason'], // --why
  )
    .description('Show the status of Pods as kubectl get pods does, and why they wait')
    .addArgument(pathsArgument())
    .addOption(filenameOption('Pods'))
    .addOption(
      new Option(
        '-n, --namespace <NS>',
        'Only Pods in this namespace or without a namespace',
      ).argParser(nonEmpty),
    )
    .option('-A, --all-namespaces', 'Show the namespaces; -n is ignored')
    .addOption(
      new Option('-l, --selector <SELECTOR>', 'Only Pods with these labels').argParser(
        labelSelector,
      ),
    )
    .addOption(
      new Option('-L, --label-columns <KEY,...>', 'Show these labels (repeatable)').argParser(
        (text: string, before: readonly string[] = []) => [...before, ...text.split(',')],
      ),
    )
    .option('--show-labels', 'Show all labels')
    .addOption(
      new Option('--why', 'Explain Pods that are not ready, restart, fail or terminate').conflicts([
        'labelColumns',
        'showLabels',
      ]),
    )
    .addOption(
      new Option('--kubectl', 'Print exactly what kubectl get pods prints').conflicts([
        'why',
        'sortBy',
      ]),
    )
    .addOption(nowOption('Current time for ages and countdowns'))
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], flags: PodsFlags, command: Command) => {
      const only = flags.allNamespaces ? undefined : flags.namespace;
      const input = selectingInputOf(paths, flags, POD_RESOURCES, only);
      requireInput(input, command, terminal);
      finish(await pods(input, only, flags, terminal));
    });
}

/** What was read. */
interface ReadPods {
  readonly models: readonly PodModel[];
  /** The Pods themselves, only for the bytes of kubectl. */
  readonly pods: readonly Pod[];
  /** The number of Pods in the input, shown or not. */
  readonly total: number;
  readonly problems: readonly Problem[];
  readonly errors: readonly string[];
}

async function pods(
  input: Input,
  only: string | undefined,
  flags: PodsFlags,
  terminal: Terminal,
): Promise<number> {
  const { why = false, kubectl = false, output } = flags;
  const now = flags.now ?? currentTime();
  const read = await readPods(input, only, now, flags, terminal);
  const { models, problems, errors } = read;
  const columns: PodColumns = {
    namespaces: flags.allNamespaces === true || areInSeveralNamespaces(models),
    wide: output === 'wide',
    labelColumns: flags.labelColumns ?? [],
    showLabels: flags.showLabels === true,
  };
  const missing = read.total === 0 && errors.length === 0 ? [notFound(input, 'Pods')] : [];
  writeResult(flags, terminal, {
    text: (layout) => {
      if (kubectl) {
        const { allNamespaces = false, showLabels, labelColumns } = flags;
        const { wide } = columns;
        const noHeaders = !layout.headers;
        const options = { now, wide, allNamespaces, showLabels, labelColumns, noHeaders };
        return visibleLines(formatPodTable(read.pods, options));
      }
      if (models.length === 0) {
        return '';
      }
      return why
        ? renderReasons(models, layout)
        : renderTable(podTable(models, columns, layout), layout);
    },
    table: (layout) => (why ? reasonTable(models) : podTable(models, columns, layout)),
    names: () => models.map(({ name }) => `pod/${name}`),
    model: () => ({ now, pods: models, problems }),
  });
  writeNotes(isText(flags) ? notesOn(read, why) : [], terminal);
  writeProblems(problems, terminal);
  writeErrors([...errors, ...missing], terminal);
  return hasErrors(problems) || errors.length + missing.length > 0 ? FAILED : OK;
}

async function readPods(
  input: Input,
  only: string | undefined,
  now: string,
  { selector: requirements = [], why = false, kubectl = false }: PodsFlags,
  terminal: Terminal,
): Promise<ReadPods> {
  const models: PodModel[] = [];
  const kept: Pod[] = [];
  const problems: Problem[] = [];
  let total = 0;
  const add = (placed: ManifestObject) => {
    const pod = placed.object as Pod;
    if (placed.apiVersion !== POD.apiVersion || placed.kind !== POD.kind) {
      return;
    }
    total += 1;
    const isListed = only === undefined || [only, ''].includes(namespaceOf(pod));
    if (!isListed || !matchesLabelSelector(requirements, labelsOf(pod))) {
      return;
    }
    const model = attemptOn(placed, problems, () => podModel(placed, now, why));
    if (model !== undefined) {
      models.push(model);
      appendAll(kept, kubectl ? [pod] : []);
    }
  };
  const addProblem = (problem: Problem) => void problems.push(problem);
  const errors = await readManifests(input, terminal, { add, addProblem });
  return { models, pods: kept, total, problems, errors };
}

function* notesOn({ models, total }: ReadPods, why: boolean): Generator<string, void> {
  if (models.length > 0 || total === 0) {
    return;
  }
  yield why
    ? 'All Pods are ready or completed, and none restarted in the last 10 minutes.'
    : 'No Pod matches the options.';
}
