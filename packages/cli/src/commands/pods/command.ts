import type { Pod } from '@kubesem/core';
import { POD } from '@kubesem/core/kinds';
import { formatPodTable } from '@kubesem/lifecycle';
import { type LabelRequirement, matchesLabelSelector } from '@kubesem/selectors';
import { tableOf } from '../../frame/columns.js';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { attemptOn } from '../../io/cluster-objects.js';
import { type Input, readEach } from '../../io/objects.js';
import type { Terminal } from '../../io/terminal.js';
import { labelSelector, nonEmpty } from '../../options.js';
import { notFound } from '../../output/not-found.js';
import { visibleLines } from '../../output/text.js';
import {
  labelsOf,
  namespaceOf,
  type PodModel,
  podColumns,
  podModel,
  REASON_COLUMNS,
  reasonLines,
  renderReasons,
} from './model.js';

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

The table is the one of "kubectl get pods" with an additional column: what each
Pod waits for until it is ready, such as a node, an image, a probe or a restart.
--kubectl omits this column and prints the full width, as kubectl does.

Ages and countdowns refer to the current time. For an old dump, pass the time at
which it was made: --now 2026-01-31T12:00:00Z.

By default, all namespaces are shown. The column NAMESPACE appears with -A, or
if there are several namespaces.

Exit status: 0 if there are no errors, 1 if a file cannot be read or there are
no Pods, 2 if the command line is wrong. The status of the Pods has no effect.`;

/** `kubesem pods`. */
export const pods: AddCommand = command({
  name: 'pods',
  summary: 'Show the status of Pods as kubectl get pods does, and why they wait',
  help: EXAMPLES,
  arguments: { paths: flags.paths() },
  flags: {
    ...flags.CONTEXT,
    ...flags.table('name'),
    filename: flags.filename('Pods'),
    namespace: flags.value(
      '-n, --namespace <NS>',
      'Only Pods in this namespace or without a namespace',
      nonEmpty,
    ),
    allNamespaces: flags.boolean('-A, --all-namespaces', 'Show the namespaces; -n is ignored'),
    selector: flags.value(
      '-l, --selector <SELECTOR>',
      'Only Pods with these labels',
      labelSelector,
    ),
    labelColumns: flags.list(
      '-L, --label-columns <KEY,...>',
      'Show these labels (repeatable)',
      (text) => text.split(','),
      { lostIn: ['name'] },
    ),
    showLabels: flags.boolean('--show-labels', 'Show all labels', { lostIn: ['name'] }),
    why: flags.boolean('--why', 'Explain Pods that are not ready, restart, fail or terminate', {
      conflicts: ['labelColumns', 'showLabels'],
    }),
    kubectl: flags.boolean('--kubectl', 'Print exactly what kubectl get pods prints', {
      conflicts: ['why', 'sortBy'],
      lostIn: ['name', 'csv', 'json', 'yaml'],
    }),
    now: flags.now('Current time for ages and countdowns'),
  },
  columns: [
    ...podColumns({ allNamespaces: true, showLabels: true, labelColumns: [] }),
    ...REASON_COLUMNS,
  ],
  reads: ({ allNamespaces, namespace }) => ({
    resources: [POD],
    only: allNamespaces ? undefined : namespace,
  }),
  answer: async ({ input, allNamespaces, namespace, selector, ...asked }, terminal) => {
    const { labelColumns, showLabels, why, kubectl, now, output, headers, sortBy } = asked;
    const only = allNamespaces ? undefined : namespace;
    const read = await readPods(input, { only, selector, why, kubectl, now }, terminal);
    const { models, total, problems, errors } = read;
    const columns = { allNamespaces, showLabels, labelColumns };
    const options = { ...columns, now, wide: output === 'wide', noHeaders: !headers };
    const reasons = why && sortBy === undefined;
    return {
      table: why
        ? tableOf(REASON_COLUMNS, reasonLines(models))
        : tableOf(podColumns(columns), models),
      text: kubectl
        ? () => visibleLines(formatPodTable(read.pods, options))
        : reasons
          ? ({ colors }) => renderReasons(models, colors)
          : undefined,
      names: () => models.map(({ name }) => `pod/${name}`),
      model: () => ({ now, pods: models, problems }),
      notes:
        models.length > 0 || total === 0 ? [] : [why ? ALL_WELL : 'No Pod matches the options.'],
      problems,
      errors: total === 0 && errors.length === 0 ? [notFound(input, 'Pods')] : errors,
    };
  },
});

const ALL_WELL = 'All Pods are ready or completed, and none restarted in the last 10 minutes.';

/** Which Pods to explain, and when. */
interface PodsQuestion {
  readonly only: string | undefined;
  readonly selector: readonly LabelRequirement[] | undefined;
  readonly why: boolean;
  readonly kubectl: boolean;
  readonly now: string;
}

async function readPods(
  input: Input,
  { only, selector = [], why, kubectl, now }: PodsQuestion,
  terminal: Terminal,
) {
  const models: PodModel[] = [];
  /** The Pods themselves, for the bytes of kubectl. */
  const pods: Pod[] = [];
  /** The number of Pods in the input, shown or not. */
  let total = 0;
  const read = await readEach(input, terminal, (placed, problems) => {
    const pod = placed.object as Pod;
    if (placed.apiVersion !== POD.apiVersion || placed.kind !== POD.kind) {
      return;
    }
    total += 1;
    const isListed = only === undefined || [only, ''].includes(namespaceOf(pod));
    if (!isListed || !matchesLabelSelector(selector, labelsOf(pod))) {
      return;
    }
    const model = attemptOn(placed, problems, () => podModel(placed, now, why));
    if (model !== undefined) {
      models.push(model);
      if (kubectl) {
        pods.push(pod);
      }
    }
  });
  return { models, pods, total, ...read };
}
