import type { RolloutPod, RolloutScalingReason, RolloutStuckReason } from '@kubesem/workloads';
import { type Column, column, numbers, renderRows } from '../../../frame/columns.js';
import type { Colors } from '../../../output/colors.js';
import { renderCounts } from '../../../output/counts.js';
import { type Lane, type LaneStyle, renderLanes } from '../../../output/lanes.js';
import type { Layout } from '../../../output/table/table.js';
import { count, visible } from '../../../output/text.js';
import { renderTree } from '../../../output/tree.js';
import type { SimulatedRolloutModel } from './model.js';

const REASONS: { readonly [reason in RolloutScalingReason]: string } = {
  CREATED: 'the new ReplicaSet is created',
  ROLL_OUT: 'more new Pods are allowed',
  TOO_MANY_NEW: 'it has more Pods than are desired',
  UNHEALTHY: 'its Pods are not available',
  REPLACED: 'enough other Pods are available',
  RECREATE: 'the strategy is Recreate',
  ONLY_ACTIVE: 'it is the only ReplicaSet with Pods',
  SATURATED: 'the new ReplicaSet has all its Pods',
  PROPORTION: 'the Deployment was resized in a rollout',
};

function stuckText(
  reason: RolloutStuckReason,
  { pods, limits, rejections }: SimulatedRolloutModel,
): string {
  const { surge, unavailable } = limits;
  const room = `maxSurge ${surge} and maxUnavailable ${unavailable}`;
  switch (reason) {
    case 'PAUSED':
      return 'the Deployment is paused; resume it with kubectl rollout resume';
    case 'DELETED':
      return 'the Deployment is being deleted';
    case 'QUOTA':
      return rejections.some(({ missing }) => missing === 0)
        ? 'the API server rejects the new ReplicaSet, so the controller creates no new Pods'
        : `the API server rejects new Pods; ${room} allow no further step`;
    case 'PODS_NOT_READY': {
      const waiting = pods.filter(
        ({ readySeconds, deletedSeconds }) => !readySeconds && deletedSeconds === undefined,
      );
      return `${count(waiting.length, 'new Pod')} not ready; ${room} allow no further step`;
    }
    case 'ENDLESS':
      return 'the controllers never stop; check that the selector matches the labels of the template';
  }
}

/** The columns of changes of a ReplicaSet. */
export const COLUMNS: readonly Column<SimulatedRolloutModel['scalings'][number]>[] = [
  numbers('TIME', ({ seconds }) => `${seconds}s`),
  column('REPLICASET', ({ replicaSet }) => replicaSet),
  numbers('FROM', ({ from }) => from),
  numbers('TO', ({ to }) => to),
  column('REASON', ({ reason }) => REASONS[reason]),
];

/** How many rejections are shown; they are much alike. */
const MAX_REJECTIONS = 3;

/** How the rollout ends. */
function title(model: SimulatedRolloutModel, colors: Colors): string {
  const { namespace, name, seconds, complete, text, stuck, rejections } = model;
  const end = complete
    ? colors.green(`rolled out after ${seconds}s`)
    : colors.red('does not finish');
  const why =
    stuck === undefined
      ? ''
      : `\n  ${stuckText(stuck, model)}\n  kubectl rollout status: ${visible(text)}`;
  const rejected = rejections.slice(0, MAX_REJECTIONS).map((each) => {
    const event =
      each.missing === 0
        ? `ReplicaSetCreateError, ${each.replicaSet}`
        : `FailedCreate, ${count(each.missing, 'Pod')} of ${each.replicaSet}`;
    return `\n  ${visible(`${each.seconds}s ${event}: ${each.message}`)}`;
  });
  return `${colors.bold(visible(`Deployment ${namespace}/${name}`))}: ${end}${why}${rejected.join('')}`;
}

/** The end, a drawing and the steps; with `explain`, also how the limits are rounded. */
export function renderSimulatedRollout(
  model: SimulatedRolloutModel,
  explain: boolean,
  layout: Layout,
): string {
  const { colors } = layout;
  const table = renderRows(COLUMNS, model.scalings, layout);
  if (layout.sortBy !== undefined) {
    return table;
  }
  const heading = explain
    ? renderTree({
        text: title(model, colors),
        children: limitLines(model).map((text) => ({ text })),
      })
    : `${title(model, colors)}\n`;
  return model.scalings.length === 0
    ? heading
    : `${heading}\n${renderPods(model, layout)}\n${table}`;
}

function limitLines({ limits }: SimulatedRolloutModel): readonly string[] {
  const { roundings, rules, total, surge, unavailable, minAvailable } = limits;
  const rounded = roundings.map(({ field, value, isDefault, rounding, result }) => {
    const of = typeof value === 'string' ? ` of ${total}, rounded ${rounding},` : '';
    return `${field} ${value}${isDefault ? ' (the default)' : ''}${of} is ${result}`;
  });
  return [
    ...rounded,
    ...(rules.includes('ONE_UNAVAILABLE') ? ['both are 0, so 1 Pod may be unavailable'] : []),
    `at most ${total + surge} Pods at once, at least ${minAvailable} available (${unavailable} unavailable)`,
  ].map(visible);
}

type State = 'gone' | 'old' | 'ready' | 'starting' | 'terminating';

const STATES: LaneStyle<State>['states'] = {
  gone: [' '],
  old: ['▓', 'green'],
  ready: ['█', 'green'],
  starting: ['░', 'yellow'],
  terminating: ['▒', 'red'],
};
const LEGEND = { starting: 'starts', ready: 'is ready', terminating: 'is being deleted' };
const MAX_LINES = 40;

/** Draws a line for each Pod; counts them over time if there are many. */
function renderPods({ pods, seconds }: SimulatedRolloutModel, layout: Layout): string {
  const durationMs = Math.max(seconds, 1) * 1000;
  const style = { states: STATES, legend: LEGEND, durationMs };
  return pods.length > MAX_LINES
    ? renderCounts(
        pods.map((pod) => laneOf(pod, 'old')),
        style,
        layout,
      )
    : renderLanes(
        pods.map((pod) => laneOf(pod, 'ready')),
        style,
        layout.colors,
      );
}

/** What a Pod does, and one that existed before does at the start. */
function laneOf(pod: RolloutPod, before: State): Lane<State> {
  const { replicaSet, createdSeconds, readySeconds, deletedSeconds, goneSeconds } = pod;
  const changes = (
    [
      [createdSeconds, 'starting'],
      [
        (readySeconds ?? Infinity) < (deletedSeconds ?? Infinity) ? readySeconds : undefined,
        'ready',
      ],
      [deletedSeconds, 'terminating'],
      [goneSeconds, 'gone'],
    ] as const
  ).flatMap(([at, state]) => (at === undefined || at < 0 ? [] : [{ atMs: at * 1000, state }]));
  return { title: replicaSet, first: createdSeconds < 0 ? before : 'gone', changes };
}
