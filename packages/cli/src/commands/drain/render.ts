import { identityOf, type Node } from '@kubesem/core';
import { largest } from '@kubesem/core/internal';
import {
  controllerReplacement,
  type DrainCluster,
  type DrainTimeline,
  type SimulateDrainOptions,
  simulateDrain,
} from '@kubesem/disruption';
import {
  askedBudgets,
  isHeld,
  kubectlLines,
  type PlannedDrainOptions,
  type PlannedNode,
  type PlannedPod,
  plannedDrains,
} from '@kubesem/disruption/internal';
import { DRAIN_EVENT_TEXTS, drainReason } from '@kubesem/inspect';
import { type Column, column, numbers, renderRows, tableOf } from '../../frame/columns.js';
import type { Colors } from '../../output/colors.js';
import { type LaneStyle, renderLanes } from '../../output/lanes.js';
import { renderTable } from '../../output/table/render.js';
import type { Layout, Table } from '../../output/table/table.js';
import { count, visible } from '../../output/text.js';

/** The options of `kubectl drain`, and of the simulation. */
interface DrainSettings
  extends PlannedDrainOptions,
    Omit<SimulateDrainOptions, 'stopSeconds' | 'replacement'> {
  readonly now: string;
  /** Seconds until a replacement is ready; undefined if there are no replacements. */
  readonly readyAfterSeconds?: number | undefined;
  /** Seconds that a Pod needs to stop; undefined for its grace period. */
  readonly stopSeconds?: number | undefined;
}

/** What `kubesem drain` prints for programs. */
export type DrainModel = ReturnType<typeof drainModel>;

/** Plans the drains of nodes; with `simulate`, also lets them happen. */
export function drainModel(
  nodes: readonly string[],
  { cluster, nodes: known }: { readonly cluster: DrainCluster; readonly nodes: readonly Node[] },
  settings: DrainSettings,
  simulate: boolean,
) {
  const cordoned = new Set(
    known.filter(({ spec }) => spec?.unschedulable === true).map((node) => identityOf(node).name),
  );
  const { now, skipWaitForDeleteTimeoutSeconds = 0 } = settings;
  return {
    now,
    nodes: plannedDrains(nodes, cluster, settings).map(({ node, ...plan }) => ({
      ...{ node, isCordoned: cordoned.has(node) },
      ...plan,
    })),
    /** After how many seconds kubectl skips a Pod that is still terminating; absent if it waits. */
    ...(skipWaitForDeleteTimeoutSeconds > 0 && { skipWaitForDeleteTimeoutSeconds }),
    /** What happens in virtual time. */
    ...(simulate && { timeline: timelineOf(nodes, askedBudgets(cluster, settings), settings) }),
  };
}

function timelineOf(
  nodes: readonly string[],
  cluster: DrainCluster,
  { readyAfterSeconds, stopSeconds, disableEviction, ...options }: DrainSettings,
): DrainTimeline {
  return simulateDrain(nodes, cluster, {
    ...options,
    ...(stopSeconds !== undefined && { stopSeconds: () => stopSeconds }),
    ...(readyAfterSeconds !== undefined && {
      replacement: controllerReplacement({ readyAfterSeconds, cluster, disableEviction }),
    }),
  });
}

/** What kubectl does with the Pods of the nodes. */
export const PLAN_COLUMNS: readonly Column<PlannedPod & { readonly node: string }>[] = [
  column('NODE', ({ node }) => node),
  column('NAMESPACE', ({ namespace }) => namespace),
  column('POD', ({ name }) => name),
  column('ACTION', actionOf, {
    paint: (text, pod, colors) => colors[COLORS[actionOf(pod)]](text),
  }),
  column('REASON', reasonOf),
];

/** One row for each Pod of the nodes. */
export function planTable(nodes: readonly PlannedNode[]): (layout: Layout) => Table {
  return tableOf(
    PLAN_COLUMNS,
    nodes.flatMap(({ node, pods }) => pods.map((pod) => ({ node, ...pod }))),
  );
}

type Action = PlannedPod['action'] | 'fail' | 'wait';

const COLORS: { readonly [action in Action]: 'green' | 'red' | 'yellow' | 'dim' } = {
  ...{ evict: 'green', delete: 'green', skip: 'dim', stay: 'dim' },
  ...{ reject: 'red', fail: 'red', wait: 'yellow' },
};

/** kubectl tries again only after 429. It waits for a Pod that its finalizers keep. */
function actionOf(pod: PlannedPod): Action {
  const { action, code } = pod;
  return code === 429 || isHeld(pod) ? 'wait' : code === undefined ? action : 'fail';
}

function reasonOf(pod: PlannedPod): string {
  return [drainReason(pod), pod.cause].filter((text) => text !== '').join('; ');
}

/** The lines of kubectl, each in its color. */
function renderPlan(model: DrainModel, { colors }: Layout): string {
  return kubectlLines(model.nodes, model.skipWaitForDeleteTimeoutSeconds)
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
    return renderTable(planTable(nodes)(layout), layout);
  }
  const pods = nodes.flatMap((node) => node.pods);
  const waiting = pods.filter(({ code }) => code === 429);
  const held = pods.filter(isHeld);
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0
      ? ''
      : `\n${colors.yellow(title)}\n${lines.map((line) => `  ${visible(line)}\n`).join('')}`;
  return [
    renderPlan(model, layout),
    list(
      `${count(waiting.length, 'eviction')} rejected at first:`,
      waiting.map(({ namespace, name, cause }) => `${namespace}/${name}: ${cause}`),
    ),
    list(
      `${count(held.length, 'Pod')} terminating until finalizers are removed:`,
      held.map(
        ({ namespace, name, finalizers }) => `${namespace}/${name}: ${finalizers.join(', ')}`,
      ),
    ),
  ].join('');
}

/** What happens, by time. */
export const EVENT_COLUMNS: readonly Column<DrainTimeline['events'][number]>[] = [
  numbers('TIME', ({ atMs }) => `${atMs / 1000}s`),
  column('NODE', ({ node }) => node),
  column('POD', ({ pod }) => pod),
  column('EVENT', ({ type }) => DRAIN_EVENT_TEXTS[type]),
  column('REASON', ({ cause }) => cause),
];

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
    renderRows(EVENT_COLUMNS, timeline.events, layout),
  ].join('');
}

type State = 'gone' | 'running' | 'terminating' | 'blocked';

const STATES: LaneStyle<State>['states'] = {
  gone: [' '],
  running: ['█', 'green'],
  terminating: ['▒', 'yellow'],
  blocked: ['!', 'red'],
};
const LEGEND = { running: 'runs', terminating: 'is being deleted', blocked: 'is blocked' };
const NEXT: { readonly [type: string]: State | undefined } = {
  EVICTED: 'terminating',
  BLOCKED: 'blocked',
  FAILED: 'blocked',
  GONE: 'gone',
};
const MAX_PODS = 40;

/** Draws a line for each Pod that is evicted or blocked. */
function renderDrainTimeline({ events }: DrainTimeline, colors: Colors): string {
  const durationMs = largest(
    events.map(({ atMs }) => atMs),
    1000,
  );
  const changes = new Map<string, { readonly atMs: number; readonly state: State }[]>();
  for (const { atMs, type, pod, node } of events) {
    const state = NEXT[type];
    if (state !== undefined && pod !== undefined) {
      const key = `${node} ${pod}`;
      changes.set(key, [...(changes.get(key) ?? []), { atMs, state }]);
    }
  }
  const lanes = [...changes]
    .slice(0, MAX_PODS)
    .map(([title, changes]) => ({ title, first: 'running' as const, changes }));
  const more = changes.size - lanes.length;
  const drawing = renderLanes(lanes, { states: STATES, legend: LEGEND, durationMs }, colors);
  return more > 0 ? `${drawing}${colors.dim(`${more} more Pods`)}\n` : drawing;
}
