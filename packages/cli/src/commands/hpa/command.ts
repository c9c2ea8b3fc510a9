import { type HorizontalPodAutoscaler, identityOf } from '@kubesem/core';
import { HORIZONTAL_POD_AUTOSCALER } from '@kubesem/core/kinds';
import type { Problem } from '@kubesem/inspect';
import type { ManifestObject } from '@kubesem/manifests';
import type { HpaMetricExplanation, HpaPodState } from '@kubesem/workloads';
import { metricQueries } from '@kubesem/workloads/internal';
import { type Column, column, namespaces, numbers, tableOf } from '../../frame/columns.js';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { MetricsReader } from '../../io/cluster/metrics.js';
import { HPA_RESOURCES, ifUnlisted } from '../../io/cluster/resources.js';
import { attemptOn } from '../../io/cluster-objects.js';
import { isWanted, wantedOf } from '../../io/named.js';
import { nameParser, seconds } from '../../options.js';
import type { Colors } from '../../output/colors.js';
import { notFound } from '../../output/not-found.js';
import { visible } from '../../output/text.js';
import { renderTree, type TreeNode } from '../../output/tree.js';
import {
  type HpaInput,
  type HpaModel,
  hpaModel,
  type ReadAutoscalers,
  readAutoscalers,
} from './model.js';

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

const COLUMNS: readonly Column<HpaModel>[] = [
  namespaces(),
  column('NAME', ({ name }) => name),
  column('REFERENCE', ({ reference }) => reference),
  column('TARGETS', ({ targets }) => targets.join(', ')),
  numbers('MIN', ({ minReplicas }) => minReplicas),
  numbers('MAX', ({ maxReplicas }) => maxReplicas),
  numbers('REPLICAS', ({ current }) => current),
  numbers('DESIRED', ({ decision }) => decision?.replicas, {
    paint: (text, { decision, current }, { yellow }) =>
      decision === undefined || decision.replicas === current ? text : yellow(text),
  }),
  column('REASON', reasonOf),
];

/** `kubesem hpa`. */
export const hpa: AddCommand = command({
  name: 'hpa',
  summary: 'Show how many Pods HorizontalPodAutoscalers want, and why',
  help: EXAMPLES,
  arguments: {
    named: flags.argument(
      '[NAME]',
      'Autoscaler, such as web or shop/web',
      nameParser(HORIZONTAL_POD_AUTOSCALER),
    ),
  },
  flags: {
    ...flags.CONTEXT,
    ...flags.table('name'),
    filename: flags.filename('Objects of the cluster'),
    metrics: flags.repeatable('--metrics <FILE>', 'Metrics'),
    namespace: flags.onlyNamespace('autoscalers'),
    explain: flags.boolean('--explain', 'Show what each metric proposes, Pod by Pod', {
      lostIn: ['wide', 'name', 'csv'],
      hasNoTable: true,
    }),
    now: flags.now('Current time'),
    steadySeconds: flags.value(
      '--steady-for <TIME>',
      'How long the metrics have had these values (default: 0s)',
      (text) => (/^0+s?$/.test(text) ? 0 : Math.floor(seconds(text))),
    ),
  },
  columns: COLUMNS,
  reads: ({ named, namespace, metrics }) => ({
    // A file can have the metrics that the cluster does not show.
    resources:
      metrics.length === 0 ? HPA_RESOURCES : ifUnlisted(HPA_RESOURCES, 'WARNING', ['PodMetrics']),
    only: wantedOf(named, namespace).namespace,
    more: metrics,
  }),
  answer: async ({ input, named, namespace, explain, now, steadySeconds }, terminal) => {
    const read = await readAutoscalers(input, terminal);
    const problems = [...read.problems];
    const wanted = wantedOf(named, namespace);
    const reader = input.cluster && new MetricsReader(input.cluster);
    const models: HpaModel[] = [];
    for (const each of read.hpas.filter((one) => isWanted(identityOf(one), wanted))) {
      const model = await modelOf(each, read, { now, steadySeconds }, problems, reader);
      if (model) {
        models.push(model);
      }
    }
    const what =
      wanted.name === undefined ? 'HorizontalPodAutoscalers' : `autoscaler ${wanted.name}`;
    return {
      table: tableOf(COLUMNS, models),
      text: explain ? ({ colors }) => renderDecisions(models, colors) : undefined,
      names: () => models.map(({ name }) => `horizontalpodautoscaler.autoscaling/${name}`),
      model: () => ({ now, autoscalers: models, problems }),
      // A cluster is asked for its metrics.
      notes: models.length > 0 && !read.hasMetrics && !reader ? [NO_METRICS] : [],
      problems,
      errors: read.errors,
      missing:
        models.length === 0 ? notFound(input, what, wanted, read.hpas.map(identityOf)) : undefined,
      isFine: models.every(({ decision }) => decision && decision.error === undefined),
    };
  },
});

const NO_METRICS = 'The input has no metrics; add them with kubectl get podmetrics -A -o json.';

/** Decides, and asks the cluster for the metrics that no file has. */
async function modelOf(
  hpa: HorizontalPodAutoscaler,
  read: ReadAutoscalers,
  input: HpaInput,
  problems: Problem[],
  reader: MetricsReader | undefined,
): Promise<HpaModel | undefined> {
  const place = read.placeOf(hpa) as ManifestObject;
  const decide = (answers?: HpaInput['answers']) =>
    attemptOn(place, problems, () => hpaModel(hpa, place, read, { ...input, answers }));
  const model = decide();
  const workload = read.workloadOf(hpa);
  const decision = model?.decision;
  const queries =
    reader &&
    workload &&
    decision &&
    attemptOn(place, problems, () => metricQueries(hpa, workload, decision));
  return queries?.some((query) => query !== undefined)
    ? decide(await reader?.read(queries))
    : model;
}

/** Why it scales, or what keeps it from doing so. */
function reasonOf({ decision, reference, isUnlisted }: HpaModel): string {
  if (decision === undefined) {
    return isUnlisted ? `${reference} could not be listed` : `${reference} is not in the input`;
  }
  const { error, reason, conditions } = decision;
  const limited = conditions.find(
    ({ type, status }) => type === 'ScalingLimited' && status === 'True',
  );
  const able = conditions.find(({ type }) => type === 'AbleToScale');
  return error ?? [reason || able?.message, limited?.message].filter(Boolean).join('; ');
}

/** Draws what each metric proposes, Pod by Pod, and what limits it. */
function renderDecisions(models: readonly HpaModel[], colors: Colors): string {
  return models.map((model) => renderDecision(model, colors)).join('\n');
}

function renderDecision(model: HpaModel, colors: Colors): string {
  const { namespace, name, reference, current, decision, minReplicas, maxReplicas } = model;
  const title = colors.bold(visible(`HorizontalPodAutoscaler ${namespace}/${name}`));
  if (decision === undefined) {
    return renderTree(`${title}: ${colors.yellow(visible(reasonOf(model)))}`);
  }
  const { replicas, recommended, stabilized, conditions, metrics, tolerance, error } = decision;
  const stable = stabilized === recommended ? '' : `, stabilized ${stabilized}`;
  const children: TreeNode[] = [
    ...metrics.map((metric, index) => metricNode(metric, model.targets[index] ?? '', colors)),
    `tolerance: ${tolerance.scaleDown * 100}% below and ${tolerance.scaleUp * 100}% above the target`,
    ...(recommended === undefined
      ? []
      : [`recommended ${recommended}${stable}, limits ${minReplicas} to ${maxReplicas}`]),
    ...conditions.map(({ type, status, reason, message }) =>
      visible(`${type} ${status}, ${reason}: ${message}`),
    ),
    ...(error === undefined ? [] : [colors.red(visible(error))]),
  ];
  const change = replicas === current ? `stays at ${current}` : `${current} to ${replicas}`;
  return renderTree({ text: `${title}: ${visible(reference)} ${change}`, children });
}

const RULES: { readonly [rule in NonNullable<HpaMetricExplanation['rule']>]: string } = {
  TARGET_MISSED: 'the value is too far from the target',
  WITHIN_TOLERANCE: 'the value is close enough to the target',
  DIRECTION_CHANGED: 'with missing or unready Pods, the direction would change',
  FROM_ZERO: 'there are no Pods',
};
const STATES: { readonly [state in HpaPodState]: string } = {
  COUNTED: 'counts',
  UNREADY: 'is not ready: counts as 0 to scale up, and is ignored to scale down',
  MISSING: 'has no usage: counts as 0 to scale up, and as its whole request to scale down',
  IGNORED: 'is ignored, because it has failed or is being deleted',
};

function metricNode(
  { type, replicas, rule, ratio, adjustedRatio, pods, failure }: HpaMetricExplanation,
  target: string,
  colors: Colors,
): TreeNode {
  const head = visible(`${type} ${target}`);
  const children = pods.map(
    ({ name, state }) =>
      `${visible(name)} ${state === 'COUNTED' ? STATES[state] : colors.yellow(STATES[state])}`,
  );
  if (failure !== undefined || rule === undefined) {
    return { text: `${head}: ${colors.red(visible(failure ?? 'not computed'))}`, children };
  }
  const adjusted = adjustedRatio === undefined ? '' : `, ${short(adjustedRatio)} with all Pods`;
  return {
    text: `${head} proposes ${replicas}, ratio ${short(ratio ?? 0)}${adjusted}; ${RULES[rule]}`,
    children,
  };
}

function short(ratio: number): string {
  return `${Number(ratio.toFixed(4))}`;
}
