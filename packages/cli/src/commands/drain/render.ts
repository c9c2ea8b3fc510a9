import { identityOf, type Node } from '@kubesem/core';
import { appendAll, goQuote, largest } from '@kubesem/core/internal';
import {
  controllerReplacement,
  type DrainCluster,
  type DrainTimeline,
  drainPlan,
  firstRejections,
  type SimulateDrainOptions,
  simulateDrain,
} from '@kubesem/disruption';
import { DRAIN_EVENT_TEXTS, drainReason } from '@kubesem/inspect';
import { type Column, column, numbers, renderRows, tableOf } from '../../frame/columns.js';
import type { Colors } from '../../output/colors.js';
import { type LaneStyle, renderLanes } from '../../output/lanes.js';
import { renderTable } from '../../output/table/render.js';
import type { Layout, Table } from '../../output/table/table.js';
import { count, visible } from '../../output/text.js';

/** The options of `kubectl drain`, and of the simulation. */
interface DrainSettings extends Omit<SimulateDrainOptions, 'stopSeconds' | 'replacement'> {
  readonly now: string;
  /** Whether Pods are deleted without asking budgets. */
  readonly disableEviction?: boolean | undefined;
  /** Seconds until a replacement is ready; undefined if there are no replacements. */
  readonly readyAfterSeconds?: number | undefined;
  /** Seconds that a Pod needs to stop; undefined for its grace period. */
  readonly stopSeconds?: number | undefined;
}

/** What `kubesem drain` prints for programs. */
export type DrainModel = ReturnType<typeof drainModel>;

/** What `kubectl drain` does with a node. */
type NodePlanModel = DrainModel['nodes'][number];

/** What a drain does with a Pod. */
type DrainedPodModel = NodePlanModel['pods'][number];

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
  const { now, disableEviction, skipWaitForDeleteTimeoutSeconds = 0 } = settings;
  // Without eviction, no budget is asked.
  const asked = disableEviction === true ? { ...cluster, podDisruptionBudgets: [] } : cluster;
  const rejections = firstRejections(nodes, asked, settings);
  const plans = nodes.map((node) => {
    const { pods, errors, warnings } = drainPlan(node, cluster, settings);
    const planned = pods.map(({ pod, action, ...explained }) => {
      const { rule, losesEmptyDirData, finalizers } = explained;
      const { pdbs: blockedBy = [], cause = '', code, message } = rejections.get(pod) ?? {};
      const verb: 'stay' | 'delete' | 'evict' =
        errors.length > 0 ? 'stay' : disableEviction === true ? 'delete' : 'evict';
      return {
        ...identityOf(pod),
        /** With `stay`, kubectl would evict it, but rejects another Pod of the node. */
        action: action === 'evict' ? verb : action,
        ...{ rule, losesEmptyDirData, finalizers },
        /**
         * The budgets that reject its eviction when the drain of the node starts, and the cause; empty if it passes. kubectl
         * starts all evictions of a node at once; here they are by namespace and name.
         */
        ...{ blockedBy, cause },
        /** The HTTP status of the rejection, and the message of the API server; kubectl tries again only after 429. */
        ...(code !== undefined && { code, message }),
      };
    });
    return { node, isCordoned: cordoned.has(node), pods: planned, errors, warnings };
  });
  return {
    ...{ now, nodes: plans },
    /** After how many seconds kubectl skips a Pod that is still terminating; absent if it waits. */
    ...(skipWaitForDeleteTimeoutSeconds > 0 && { skipWaitForDeleteTimeoutSeconds }),
    /** What happens in virtual time. */
    ...(simulate && { timeline: timelineOf(nodes, asked, settings) }),
  };
}

/** Whether kubectl waits for a Pod that its finalizers keep. */
export function isHeld({ action, code, finalizers }: DrainedPodModel): boolean {
  return action !== 'stay' && code === undefined && finalizers.length > 0;
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
export const PLAN_COLUMNS: readonly Column<DrainedPodModel & { readonly node: string }>[] = [
  column('NODE', ({ node }) => node),
  column('NAMESPACE', ({ namespace }) => namespace),
  column('POD', ({ name }) => name),
  column('ACTION', actionOf, {
    paint: (text, pod, colors) => colors[COLORS[actionOf(pod)]](text),
  }),
  column('REASON', reasonOf),
];

/** One row for each Pod of the nodes. */
export function planTable(nodes: readonly NodePlanModel[]): (layout: Layout) => Table {
  return tableOf(
    PLAN_COLUMNS,
    nodes.flatMap(({ node, pods }) => pods.map((pod) => ({ node, ...pod }))),
  );
}

type Action = DrainedPodModel['action'] | 'fail' | 'wait';

const COLORS: { readonly [action in Action]: 'green' | 'red' | 'yellow' | 'dim' } = {
  ...{ evict: 'green', delete: 'green', skip: 'dim', stay: 'dim' },
  ...{ reject: 'red', fail: 'red', wait: 'yellow' },
};

/** kubectl tries again only after 429. It waits for a Pod that its finalizers keep. */
function actionOf(pod: DrainedPodModel): Action {
  const { action, code } = pod;
  return code === 429 || isHeld(pod) ? 'wait' : code === undefined ? action : 'fail';
}

function reasonOf(pod: DrainedPodModel): string {
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
function kubectlLines({
  nodes,
  skipWaitForDeleteTimeoutSeconds: timeout,
}: DrainModel): readonly string[] {
  const lines = nodes.map(
    ({ node, isCordoned }) => `node/${node} ${isCordoned ? 'already ' : ''}cordoned`,
  );
  const failed: { readonly node: string; readonly errors: readonly string[] }[] = [];
  for (const plan of nodes) {
    const { lines: more, errors, waits } = drainOutput(plan, timeout);
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

function drainOutput(plan: NodePlanModel, timeout: number | undefined): NodeOutput {
  const { node, pods } = plan;
  if (plan.errors.length > 0) {
    return { lines: [unableLine(node, plan.errors)], errors: plan.errors, waits: false };
  }
  const rejected = pods.filter(({ code }) => code !== undefined);
  const held = pods.filter(isHeld);
  const waits =
    rejected.some(({ code }) => code === 429) || (held.length > 0 && timeout === undefined);
  const errors = rejected
    .filter(({ code }) => code !== 429)
    .map(
      ({ namespace, name, message }) =>
        `error when evicting pods/${goQuote(name)} -n ${goQuote(namespace)}: ${message}`,
    );
  const skipped = held.map(
    ({ name }) =>
      `pod ${goQuote(name)} has DeletionTimestamp older than ${timeout} seconds, skipping`,
  );
  const started = [
    ...warningLines(plan),
    ...podLines(plan),
    ...(timeout === undefined ? [] : skipped),
  ];
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
      .filter((pod) => pod.code === undefined && !isHeld(pod))
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
