import type { Problem } from '@kubesem/inspect';
import type { ManifestObject } from '@kubesem/manifests';
import { Argument, type Command, Option } from 'commander';
import {
  type CommandContext,
  FAILED,
  type InputFlags,
  isStdin,
  OK,
  requireInput,
  requireOneStdin,
  selectingInputOf,
} from '../../context.js';
import { MetricsReader } from '../../io/cluster/metrics.js';
import { HPA_RESOURCES, ifUnlisted } from '../../io/cluster/resources.js';
import { identityOf } from '../../io/lenient.js';
import {
  areInSeveralNamespaces,
  isWanted,
  type NamedObject,
  type Wanted,
  wantedOf,
} from '../../io/named.js';
import type { Input } from '../../io/objects.js';
import { attemptOn } from '../../io/placed.js';
import type { Terminal } from '../../io/terminal.js';
import {
  currentTime,
  filenameOption,
  nameParser,
  nowOption,
  onlyNamespaceOption,
  repeatable,
  seconds,
  withColumns,
  withContext,
  withTable,
} from '../../options.js';
import { notFound } from '../../output/not-found.js';
import { hasErrors, writeErrors, writeNotes, writeProblems } from '../../output/problems.js';
import { renderTable } from '../../output/table/render.js';
import { isText, type OutputFlags, writeResult } from '../../output/write.js';
import { type HpaInput, type HpaModel, hpaModel, metricQueries } from './model.js';
import { type ReadAutoscalers, readAutoscalers } from './read.js';
import { hpaTable, renderDecisions } from './render.js';

/** The flags of `kubesem hpa`. */
interface HpaFlags extends OutputFlags, InputFlags {
  /** Files. */
  readonly metrics?: readonly string[] | undefined;
  readonly explain?: boolean | undefined;
  /** A time. */
  readonly now?: string | undefined;
  /** In seconds. */
  readonly steadyFor?: number | undefined;
}

const EXAMPLES = `
Examples:
  kubectl get hpa,deploy,rs,sts,pods,podmetrics -A -o json > dump.json
  kubesem hpa -f dump.json             What each autoscaler decides, and why
  kubesem hpa shop/web -f dump.json --explain
                                       What each metric proposes, Pod by Pod
  kubesem hpa -f dump.json --metrics requests.json

NAME is the name of a HorizontalPodAutoscaler, or NAMESPACE/NAME. Metrics are
objects of the kinds PodMetrics, MetricValue and ExternalMetricValue, or lists
of them, as the APIs of metrics return them. With --context, the command asks
the APIs itself for metrics that no file has.

For an old dump, pass the time at which it was made: --now 2026-01-31T12:00:00Z.
The controller remembers earlier recommendations, and deletes Pods only if they
were low for the stabilization window, 5 minutes by default. This command shows
the decision as after a restart of the controller; to see it after the window,
pass for how long the metrics have been as they are: --steady-for 10m.

Exit status: 0 if all autoscalers decide, 1 if a metric fails, a workload or a
name is not found or a file cannot be read, 2 if the command line is wrong.`;

/** Adds `kubesem hpa`. */
export function addHpa(program: Command, { terminal, finish }: CommandContext): void {
  const parseHpa = nameParser(
    'Use the name of a HorizontalPodAutoscaler, such as web or shop/web.',
    /^(?:hpa|horizontalpodautoscalers?)\//,
  );
  withColumns(
    withTable(withContext(program.command('hpa')), 'name'),
    ...['namespace', 'name', 'reference', 'targets', 'min', 'max', 'replicas', 'desired'],
    'reason',
  )
    .description('Show how many Pods HorizontalPodAutoscalers want, and why')
    .addArgument(new Argument('[NAME]', 'Autoscaler, such as web or shop/web').argParser(parseHpa))
    .addOption(filenameOption('Objects of the cluster'))
    .addOption(repeatable('--metrics <FILE>', 'Metrics'))
    .addOption(onlyNamespaceOption('autoscalers'))
    .option('--explain', 'Show what each metric proposes, Pod by Pod')
    .addOption(nowOption('Current time'))
    .addOption(
      new Option(
        '--steady-for <TIME>',
        'How long the metrics have been so (default: 0s)',
      ).argParser((text) => (/^0+s?$/.test(text) ? 0 : Math.floor(seconds(text)))),
    )
    .addHelpText('after', EXAMPLES)
    .action(async (name: NamedObject | undefined, flags: HpaFlags, command: Command) => {
      const { metrics = [] } = flags;
      const wanted = wantedOf(name, flags.namespace);
      // A file can have the metrics that the cluster does not show.
      const resources =
        metrics.length === 0 ? HPA_RESOURCES : ifUnlisted(HPA_RESOURCES, 'WARNING', ['PodMetrics']);
      const named = selectingInputOf([], flags, resources, wanted.namespace);
      requireInput(named, command, terminal);
      const paths = [...(isStdin(named) ? ['-'] : named.paths), ...metrics];
      requireOneStdin(paths, command);
      finish(await hpa({ ...named, paths }, wanted, flags, terminal));
    });
}

async function hpa(
  input: Input,
  wanted: Wanted,
  flags: HpaFlags,
  terminal: Terminal,
): Promise<number> {
  const { explain = false, output, now = currentTime(), steadyFor: steadySeconds } = flags;
  const read = await readAutoscalers(input, terminal);
  const found: Problem[] = [];
  const shown = read.hpas.filter((each) => isWanted(identityOf(each), wanted));
  const reader = input.cluster && new MetricsReader(input.cluster);
  const models: HpaModel[] = [];
  for (const each of shown) {
    const model = await modelOf(each, read, { now, steadySeconds }, found, reader);
    if (model) {
      models.push(model);
    }
  }
  const namespaces = output === 'wide' || areInSeveralNamespaces(models);
  const problems = [...read.problems, ...found];
  writeResult(flags, terminal, {
    text: (layout) => {
      if (models.length === 0) {
        return '';
      }
      return explain && layout.sortBy === undefined
        ? renderDecisions(models, layout)
        : renderTable(hpaTable(models, namespaces, layout), layout);
    },
    table: (layout) => hpaTable(models, namespaces, layout),
    names: () => models.map(({ name }) => `horizontalpodautoscaler.autoscaling/${name}`),
    model: () => ({ now, autoscalers: models, problems }),
  });
  writeProblems(problems, terminal);
  const isBroken = read.errors.length > 0 || hasErrors(problems);
  const isMissing = models.length === 0 && !isBroken;
  const { name } = wanted;
  const what = name === undefined ? 'HorizontalPodAutoscalers' : `autoscaler ${name}`;
  const missing = isMissing ? [notFound(input, what, wanted, read.hpas.map(identityOf))] : [];
  writeErrors([...read.errors, ...missing], terminal);
  // A cluster is asked for its metrics.
  writeNotes(isText(flags) && !reader ? notesOn(read, models) : [], terminal);
  const isFine = models.every(({ decision }) => decision && decision.error === undefined);
  return isFine && !isMissing && !isBroken ? OK : FAILED;
}

/** Asks the cluster for the metrics that no file has. */
async function modelOf(
  hpa: ReadAutoscalers['hpas'][number],
  read: ReadAutoscalers,
  input: HpaInput,
  found: Problem[],
  reader: MetricsReader | undefined,
): Promise<HpaModel | undefined> {
  const place = read.placeOf(hpa) as ManifestObject;
  const decide = (answers?: HpaInput['answers']) =>
    attemptOn(place, found, () => hpaModel(hpa, place, read, { ...input, answers }));
  const model = decide();
  const queries = reader && model && attemptOn(place, found, () => metricQueries(hpa, read, model));
  return queries?.some((query) => query !== undefined)
    ? decide(await reader?.read(queries))
    : model;
}

function* notesOn(
  { hasMetrics }: ReadAutoscalers,
  models: readonly HpaModel[],
): Generator<string, void> {
  if (models.length > 0 && !hasMetrics) {
    yield 'The input has no metrics; add them with kubectl get podmetrics -A -o json.';
  }
}
