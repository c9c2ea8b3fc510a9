import { identityOf } from '@kubesem/core';
import { objectOf } from '@kubesem/core/internal';
import { DEPLOYMENT, RUNTIME_CLASS } from '@kubesem/core/kinds';
import type { Problem } from '@kubesem/inspect';
import type { ManifestObject } from '@kubesem/manifests';
import type { RolloutPod, RolloutScalingReason, RolloutStuckReason } from '@kubesem/workloads';
import { unknownContainers } from '@kubesem/workloads/internal';
import { InvalidArgumentError } from 'commander';
import { type Column, column, numbers, renderRows, tableOf } from '../../frame/columns.js';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { DEPLOYMENT_RESOURCES } from '../../io/cluster/resources.js';
import { attemptOn } from '../../io/cluster-objects.js';
import { fullName, isWanted } from '../../io/named.js';
import { requireListed } from '../../io/no-answer.js';
import { wholeSeconds } from '../../options.js';
import type { Colors } from '../../output/colors.js';
import { type Lane, type LaneStyle, renderCounts, renderLanes } from '../../output/lanes.js';
import { ambiguous, notFound } from '../../output/not-found.js';
import type { Layout } from '../../output/table/table.js';
import { count, resourceName, visible } from '../../output/text.js';
import { renderTree } from '../../output/tree.js';
import { parseTarget, type Target } from '../../shared/target.js';
import { readDeployments, type SimulatedRolloutModel, simulatedRollout } from './model.js';

const EXAMPLES = `
Examples:
  kubectl get deploy,rs -A -o json > dump.json
  kubesem rollout simulate web -f dump.json --image app=app:2
                                       What kubectl set image would start
  kubesem rollout simulate web -f dump.json -f web.yaml --ready-after 30
                                       What kubectl apply would start
  kubesem rollout simulate web -f web.yaml --ready-after never
                                       What happens if the new Pods fail
  kubectl get deploy,rs,quota,limits -n shop -o json > dump.json
  kubesem rollout simulate web -f dump.json --restart
                                       Whether quotas and LimitRanges admit it

All Pods are available at the start, new Pods are ready after --ready-after, and
Pods always find a node. Templates are compared as they are stored; a manifest
has no defaults, so it always starts a rollout. Without ReplicaSets of the
Deployment, the Pods of an earlier version are assumed. ResourceQuotas and
LimitRanges of the input decide about new Pods; a quota without a status counts
only Pods of the Deployment.

Exit status: 0 if the rollout finishes, 1 if it does not, the Deployment is not
found or a file cannot be read, 2 if the command line is wrong.`;

const IMAGES: flags.Flag<ReadonlyMap<string, string>> = {
  flags: '--image <CONTAINER=IMAGE>',
  description: 'New image of a container or init container, or of all with * (repeatable)',
  absent: () => new Map(),
  parse: (text, images = new Map()) => {
    const [, container, image] = /^([^=]+)=(.+)$/.exec(text) ?? [];
    if (container === undefined || image === undefined) {
      throw new InvalidArgumentError('Use a container and its image, such as app=nginx:1.27.');
    }
    const all = new Map([...images, [container, image]]);
    if (all.has('*') && all.size > 1) {
      throw new InvalidArgumentError('* sets the images of all containers; pass it alone.');
    }
    return all;
  },
};

/** The columns of changes of a ReplicaSet. */
const COLUMNS: readonly Column<SimulatedRolloutModel['scalings'][number]>[] = [
  numbers('TIME', ({ seconds }) => `${seconds}s`),
  column('REPLICASET', ({ replicaSet }) => replicaSet),
  numbers('FROM', ({ from }) => from),
  numbers('TO', ({ to }) => to),
  column('REASON', ({ reason }) => REASONS[reason]),
];

/** `kubesem rollout simulate`. */
export const simulate: AddCommand = command({
  name: 'simulate',
  summary: 'Simulate the rollout of a Deployment, and show why it gets stuck',
  help: EXAMPLES,
  arguments: {
    target: flags.argument('<DEPLOYMENT>', 'Deployment, such as deployment/web', parseDeployment),
  },
  flags: {
    ...flags.CONTEXT,
    ...flags.table('name'),
    filename: flags.filename('Deployments, ReplicaSets and quotas'),
    namespace: flags.onlyNamespace('Deployments'),
    images: IMAGES,
    restart: flags.boolean('--restart', 'Restart as kubectl rollout restart does'),
    readyAfter: flags.value(
      '--ready-after <SECONDS>',
      'When a new Pod is ready, or "never" (default: 10)',
      (text) => (text === 'never' ? text : wholeSeconds(0)(text)),
    ),
    terminationSeconds: flags.value(
      '--stop-after <SECONDS>',
      'When a deleted Pod is gone (default: 30)',
      wholeSeconds(0),
    ),
    podLimit: flags.value(
      '--pod-limit <N>',
      'Number of its Pods that are admitted at once',
      podLimit,
    ),
    explain: flags.boolean('--explain', 'Show how the limits are rounded', {
      lostIn: ['name', 'csv'],
    }),
    now: flags.now('Start of the rollout'),
  },
  columns: COLUMNS,
  reads: ({ namespace }) => ({ resources: DEPLOYMENT_RESOURCES, only: namespace }),
  answer: async ({ input, target, namespace, explain, readyAfter, ...asked }, terminal) => {
    const read = await readDeployments(input, terminal);
    const wanted = { namespace, name: target.name };
    const found = read.deployments.filter((each) => isWanted(identityOf(each), wanted));
    const [deployment, ...others] = found;
    const problems: Problem[] = [...read.problems];
    const { errors } = read;
    if (deployment === undefined) {
      const known = read.deployments.map(identityOf);
      const missing = notFound(input, `Deployment ${target.text}`, wanted, known);
      return { problems, errors, missing };
    }
    if (objectOf(objectOf(objectOf(deployment.spec).template).spec).runtimeClassName) {
      requireListed(terminal, RUNTIME_CLASS.kind);
    }
    const wrong =
      others.length > 0
        ? [ambiguous(target.text, found.map(identityOf).map(fullName), '-n for the namespace')]
        : unknownContainers(deployment, asked.images).map(
            (name) => `${target.text} has no container ${name}`,
          );
    if (errors.length + wrong.length > 0) {
      return { problems, errors: [...errors, ...wrong] };
    }
    const readySeconds = readyAfter === 'never' ? null : readyAfter;
    const model = attemptOn(read.placeOf(deployment) as ManifestObject, problems, () =>
      simulatedRollout(deployment, read, { ...asked, readySeconds }),
    );
    return model === undefined
      ? { problems }
      : {
          table: tableOf(COLUMNS, model.scalings),
          text: (layout) => renderSimulatedRollout(model, explain, layout),
          names: () => [resourceName({ ...DEPLOYMENT, name: model.name })],
          model: () => model,
          notes: model.isAssumed ? [ASSUMED] : [],
          problems,
          isFine: model.complete,
        };
  },
});

const ASSUMED =
  'The input has no ReplicaSets of the Deployment; Pods of an earlier version are assumed.';

function parseDeployment(text: string): Target {
  const target = parseTarget(text);
  if (target.kind !== undefined && target.kind !== DEPLOYMENT.kind) {
    throw new InvalidArgumentError('Use a Deployment.');
  }
  return target;
}

function podLimit(text: string): number {
  if (!/^\d{1,9}$/.test(text)) {
    throw new InvalidArgumentError('Use a whole number.');
  }
  return Number(text);
}

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
function renderSimulatedRollout(
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
    ? renderTree({ text: title(model, colors), children: limitLines(model) })
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
