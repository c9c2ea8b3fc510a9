import type { DrainTimeline } from '@kubesem/disruption';
import { DRAIN_EVENT_TEXTS, drainReason } from '@kubesem/inspect';
import { renderTable } from '../../output/table/render.js';
import { type Layout, right, type Table } from '../../output/table/table.js';
import { count, NONE, visible } from '../../output/text.js';
import type { DrainedPodModel, DrainModel, NodePlanModel } from './model.js';
import { renderDrainTimeline } from './timeline.js';

/** One row for each Pod of the nodes. */
export function planTable(nodes: readonly NodePlanModel[], { colors }: Layout): Table {
  const paint = { evict: colors.green, delete: colors.green, skip: colors.dim, reject: colors.red };
  return {
    columns: ['NODE', 'NAMESPACE', 'POD', 'ACTION', 'REASON'],
    rows: nodes.flatMap(({ node, pods }) =>
      pods.map((pod) => [
        ...[node, pod.namespace, pod.name].map((cell) => visible(cell) || NONE),
        pod.cause === '' ? paint[pod.action](pod.action) : colors.yellow('wait'),
        visible(reasonOf(pod)),
      ]),
    ),
  };
}

function reasonOf(pod: DrainedPodModel): string {
  return [drainReason(pod), pod.cause].filter((text) => text !== '').join('; ');
}

/**
 * What kubectl prints, as far as it is known before it starts: it cordons all nodes first.
 *
 * Source: `k8s.io/kubectl/pkg/cmd/drain` v0.37.1, `DrainCmdOptions.RunDrain`.
 */
function kubectlLines({ nodes }: DrainModel): readonly string[] {
  const pending = nodes.filter(({ errors }) => errors.length > 0);
  return [
    ...nodes.map(({ node, isCordoned }) => `node/${node} ${isCordoned ? 'already ' : ''}cordoned`),
    ...nodes.flatMap(drainLines),
    ...(pending.length > 0 ? ['There are pending nodes to be drained:'] : []),
    ...pending.map(({ node }) => ` ${node}`),
  ];
}

function drainLines({ node, pods, errors, warnings }: NodePlanModel): readonly string[] {
  if (errors.length > 0) {
    const all = errors.length === 1 ? errors.join() : `[${errors.join(', ')}]`;
    return [`error: unable to drain node "${node}" due to error: ${all}, continuing command...`];
  }
  const gone = pods.filter(({ action }) => action === 'evict' || action === 'delete');
  const waits = pods.some(({ cause }) => cause !== '');
  return [
    ...(warnings.length === 0 ? [] : [`Warning: ${warnings.join('; ')}`]),
    ...gone
      .filter(({ action }) => action === 'evict')
      .map(({ namespace, name }) => `evicting pod ${namespace}/${name}`),
    ...gone
      .filter(({ cause }) => cause === '')
      .map(({ action, name }) => `pod/${name} ${action === 'evict' ? 'evicted' : 'deleted'}`),
    ...(waits ? [] : [`node/${node} drained`]),
  ];
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
  const waiting = nodes.flatMap(({ pods }) => pods).filter(({ cause }) => cause !== '');
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
