import { appendAll, goQuote } from '@kubesem/core';
import type { DrainTimeline } from '@kubesem/disruption';
import { DRAIN_EVENT_TEXTS, drainReason } from '@kubesem/inspect';
import { renderTable } from '../../output/table/render.js';
import { type Layout, right, type Table } from '../../output/table/table.js';
import { count, NONE, visible } from '../../output/text.js';
import type { DrainedPodModel, DrainModel, NodePlanModel } from './model.js';
import { renderDrainTimeline } from './timeline.js';

/** One row for each Pod of the nodes. */
export function planTable(nodes: readonly NodePlanModel[], { colors }: Layout): Table {
  const paint: { readonly [word: string]: ((text: string) => string) | undefined } = {
    ...{ evict: colors.green, delete: colors.green, skip: colors.dim, stay: colors.dim },
    ...{ reject: colors.red, fail: colors.red, wait: colors.yellow },
  };
  return {
    columns: ['NODE', 'NAMESPACE', 'POD', 'ACTION', 'REASON'],
    rows: nodes.flatMap(({ node, pods }) =>
      pods.map((pod) => [
        ...[node, pod.namespace, pod.name].map((cell) => visible(cell) || NONE),
        paint[actionOf(pod)]?.(actionOf(pod)) ?? '',
        visible(reasonOf(pod)),
      ]),
    ),
  };
}

/** kubectl tries again only after 429. */
function actionOf({ action, code }: DrainedPodModel): string {
  return code === undefined ? action : code === 429 ? 'wait' : 'fail';
}

function reasonOf(pod: DrainedPodModel): string {
  if (pod.action === 'stay') {
    return 'kubectl evicts no Pod of the node, because it rejects another one';
  }
  return [drainReason(pod), pod.cause].filter((text) => text !== '').join('; ');
}

/** What kubectl does with a node, as far as it is known before it starts. */
interface NodeOutput {
  readonly lines: readonly string[];
  /** Why the drain of the node fails. */
  readonly errors: readonly string[];
  /** Whether it tries again, so everything after this is unknown. */
  readonly waits: boolean;
}

/**
 * What kubectl prints, as far as it is known before it starts: it cordons all nodes first, and drains each after the one before.
 *
 * Source: `k8s.io/kubectl/pkg/cmd/drain` v0.37.1, `DrainCmdOptions.RunDrain`; `pkg/cmd/util`, `checkErr`.
 */
function kubectlLines({ nodes }: DrainModel): readonly string[] {
  const lines = nodes.map(
    ({ node, isCordoned }) => `node/${node} ${isCordoned ? 'already ' : ''}cordoned`,
  );
  const failed: { readonly node: string; readonly errors: readonly string[] }[] = [];
  for (const plan of nodes) {
    const { lines: more, errors, waits } = drainOutput(plan);
    appendAll(lines, more);
    if (waits) {
      return lines;
    }
    if (errors.length > 0) {
      failed.push({ node: plan.node, errors });
    }
  }
  if (failed.length === 0) {
    return lines;
  }
  // kubectl prints the errors of a single node one a line.
  const [first, ...others] = failed.map(({ errors }) => errors);
  const last = others.length === 0 ? first : failed.map(({ errors }) => aggregate(errors));
  return [
    ...lines,
    'There are pending nodes to be drained:',
    ...failed.map(({ node }) => ` ${node}`),
    ...(last ?? []),
  ];
}

function drainOutput(plan: NodePlanModel): NodeOutput {
  const { node, pods } = plan;
  if (plan.errors.length > 0) {
    return { lines: [unableLine(node, plan.errors)], errors: plan.errors, waits: false };
  }
  const rejected = pods.filter(({ code }) => code !== undefined);
  const waits = rejected.some(({ code }) => code === 429);
  const errors = rejected
    .filter(({ code }) => code !== 429)
    .map(
      ({ namespace, name, message }) =>
        `error when evicting pods/${goQuote(name)} -n ${goQuote(namespace)}: ${message}`,
    );
  const started = [...warningLines(plan), ...podLines(plan)];
  if (waits) {
    return { lines: started, errors, waits };
  }
  const end =
    errors.length === 0
      ? [`node/${node} drained`]
      : [
          `There are pending pods in node ${goQuote(node)} when an error occurred: ${aggregate(errors)}`,
          ...rejected.map(({ name }) => `pod/${name}`),
          unableLine(node, errors),
        ];
  return { lines: [...started, ...end], errors, waits };
}

function warningLines({ warnings }: NodePlanModel): readonly string[] {
  return warnings.length === 0 ? [] : [`Warning: ${warnings.join('; ')}`];
}

function podLines({ pods }: NodePlanModel): readonly string[] {
  const gone = pods.filter(({ action }) => action === 'evict' || action === 'delete');
  return [
    ...gone
      .filter(({ action }) => action === 'evict')
      .map(({ namespace, name }) => `evicting pod ${namespace}/${name}`),
    ...gone
      .filter(({ code }) => code === undefined)
      .map(({ action, name }) => `pod/${name} ${action === 'evict' ? 'evicted' : 'deleted'}`),
  ];
}

function unableLine(node: string, errors: readonly string[]): string {
  return `error: unable to drain node ${goQuote(node)} due to error: ${aggregate(errors)}, continuing command...`;
}

/** Several errors as one. Source: `k8s.io/apimachinery/pkg/util/errors` v0.37.1, `aggregate.Error`. */
function aggregate(errors: readonly string[]): string {
  return errors.length === 1 ? errors.join() : `[${errors.join(', ')}]`;
}

/** The lines of kubectl, each in its color. */
function renderPlan(model: DrainModel, { colors }: Layout): string {
  return kubectlLines(model)
    .map(visible)
    .map((line) => {
      const color = line.startsWith('error:') ? colors.red : colors.yellow;
      return /^(?:error|Warning):/.test(line) ? color(line) : line;
    })
    .map((line) => `${line}\n`)
    .join('');
}

/** The plan; with `explain`, why each Pod is evicted or not. */
export function renderDrain(model: DrainModel, explain: boolean, layout: Layout): string {
  const { nodes, timeline } = model;
  const { colors } = layout;
  if (timeline !== undefined) {
    return renderSimulation(timeline, layout);
  }
  if (layout.sortBy !== undefined || explain) {
    return renderTable(planTable(nodes, layout), layout);
  }
  const waiting = nodes.flatMap(({ pods }) => pods).filter(({ code }) => code === 429);
  const note = waiting.map(
    ({ namespace, name, cause }) => `  ${visible(`${namespace}/${name}: ${cause}`)}\n`,
  );
  const heading = colors.yellow(`${count(waiting.length, 'eviction')} rejected at first:`);
  return `${renderPlan(model, layout)}${note.length === 0 ? '' : `\n${heading}\n${note.join('')}`}`;
}

/** What happens, by time. */
export function eventTable({ events }: DrainTimeline): Table {
  return {
    columns: [right('TIME'), 'NODE', 'POD', 'EVENT', 'REASON'],
    rows: events.map(({ atMs, node, pod, type, cause }) =>
      [`${atMs / 1000}s`, node, pod, DRAIN_EVENT_TEXTS[type], cause].map(
        (cell) => visible(cell ?? '') || NONE,
      ),
    ),
  };
}

function renderSimulation(timeline: DrainTimeline, layout: Layout): string {
  const { colors } = layout;
  const titles = timeline.nodes.map(({ node, drainedAtMs, errors }) => {
    const end =
      drainedAtMs === undefined
        ? colors.red(errors.length > 0 ? 'rejected' : 'never drained')
        : `drained after ${drainedAtMs / 1000}s`;
    return `${colors.bold(visible(`node/${node}`))}: ${end}\n`;
  });
  return [
    ...titles,
    '\n',
    `${renderDrainTimeline(timeline, colors)}\n`,
    renderTable(eventTable(timeline), layout),
  ].join('');
}
