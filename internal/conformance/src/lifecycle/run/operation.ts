import type { ContainerStatus } from '@kubesem/core';
import { type PodChange, PodSimulation, type SimulationEvent } from '@kubesem/lifecycle';
import type { JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import { lifeEdges } from './edges.js';
import { lifeExamples } from './examples.js';
import type { LifeAnswer, LifeCase, LifeChange, LifeEvent } from './format.js';
import { life } from './generator.js';

/** The address of every Pod of the oracle. */
const POD_IP = '192.168.192.168';

function simulated({ pod, now, seconds, scripts, ...script }: LifeCase): PodSimulation {
  const named = { ...pod, metadata: { ...pod.metadata, uid: 'uid' } };
  const simulation = new PodSimulation(
    named,
    { containers: scripts, ...script },
    { now, podIP: POD_IP },
  );
  simulation.advance(seconds * 1000);
  return simulation;
}

/** Empty fields are absent in one of them. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(plain);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const entries = Object.entries(value)
    .filter(([key]) => key !== 'containerID' && key !== 'lastProbeTime')
    .map(([key, field]) => [key, plain(field)] as const)
    .filter(
      ([, field]) => !(field === undefined || field === null || field === '' || isEmpty(field)),
    )
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries);
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function essentials(statuses: readonly ContainerStatus[] | null | undefined): unknown {
  return (statuses ?? []).map(({ name, ready, started, restartCount, state, lastState }) =>
    plain({ name, ready, started, restartCount, state, lastState }),
  );
}

function ourChange({ atMs, status, row }: PodChange): readonly unknown[] {
  const { phase, reason, message, podIP, conditions } = status;
  return [
    ...[atMs, row.name, row.ready.text, row.status, row.restarts.text, row.age],
    ...[phase ?? '', reason ?? '', message ?? '', podIP ?? ''],
    plain(conditions ?? []),
    essentials(status.initContainerStatuses),
    essentials(status.containerStatuses),
  ];
}

function theirChange(change: LifeChange): readonly unknown[] {
  const [name, ready, status, restarts, age] = change.cells;
  return [
    ...[change.atMs, name, ready, status, `${restarts}`, age],
    ...[change.phase, change.reason ?? '', change.message ?? '', change.podIP ?? ''],
    plain(change.conditions ?? []),
    plain(change.initContainerStatuses ?? []),
    plain(change.containerStatuses ?? []),
  ];
}

/** Of lists only what the change before did not have, which is all that the oracle shows. */
function unlike(now: readonly unknown[], before: readonly unknown[]): readonly unknown[] {
  return now.map((field, at) => {
    const known = new Set([before[at] ?? []].flat().map((one) => JSON.stringify(one)));
    return Array.isArray(field) ? field.filter((one) => !known.has(JSON.stringify(one))) : field;
  });
}

const FIELDS = [
  ...[
    'time',
    'name',
    'ready',
    'status',
    'restarts',
    'age',
    'phase',
    'reason',
    'message',
    'address',
  ],
  ...['conditions', 'init containers', 'containers'],
];

/**
 * Events by time and container. The order at one time does not count. Hooks that neither run a command nor send a request
 * are left out, since the runtime does not run them.
 */
function ordered(
  events: readonly (LifeEvent | SimulationEvent)[],
  { pod, seconds }: LifeCase,
  goneAtMs: number | null,
): string[] {
  const { initContainers, containers } = pod.spec ?? {};
  const ofKubelet = new Set(
    [...(initContainers ?? []), ...(containers ?? [])].flatMap(({ name, lifecycle }) =>
      Object.entries((lifecycle ?? {}) as { readonly [kind: string]: JsonObject })
        .filter(([, { exec, httpGet }]) => !exec && !httpGet)
        .map(([kind]) => `${name} ${kind}`),
    ),
  );
  const texts = events
    .filter(
      ({ atMs, container, action }) =>
        atMs <= (goneAtMs ?? seconds * 1000) && !ofKubelet.has(`${container} ${action}`),
    )
    .map(({ atMs, container = '', action, timeoutSeconds, exitCode, kind, result }) =>
      [`${atMs}`.padStart(9), container, action, timeoutSeconds, exitCode, kind, result]
        .join(' ')
        .trimEnd(),
    );
  return [...new Set(texts)].sort();
}

const run: Operation = {
  name: 'lifecycle.run',
  program: 'kubernetes',
  *examples() {
    yield* lifeEdges();
    yield* lifeExamples();
  },
  generate: life,
  candidates: 300,
  compare(input, { out }, comparison) {
    const lived = input as unknown as LifeCase;
    const { events, changes, goneAtMs } = out as unknown as LifeAnswer;
    // Null if the Pod is deleted before its first sync.
    const theirs = { events: events ?? [], changes: changes ?? [], goneAtMs };
    const ours = simulated(lived);
    const all = [theirs.changes.map(theirChange), ours.changes.map(ourChange)];
    const [their = [], our = []] = all.map((changes) =>
      changes.map((change, index) => unlike(change, changes[index - 1] ?? [])),
    );
    for (let index = 0; index < Math.max(their.length, our.length); index++) {
      FIELDS.forEach((field, at) => {
        const [a, b] = [their[index]?.[at], our[index]?.[at]].map((value) => JSON.stringify(value));
        const atMs = their[index]?.[0] ?? our[index]?.[0];
        comparison.field(`change ${index} at ${atMs}: ${field}`, a, b);
      });
    }
    comparison.field(
      'events',
      ordered(theirs.events, lived, goneAtMs).join('\n'),
      ordered(ours.events, lived, goneAtMs).join('\n'),
    );
    comparison.field('gone', goneAtMs, ours.goneAtMs ?? null);
  },
  kind(_, { out }) {
    const { changes, goneAtMs } = out as unknown as LifeAnswer;
    const seen = new Set(
      (changes ?? []).map(({ cells: [, , status] }) => status.replace(/\d+/g, 'n')),
    );
    return [...seen].sort().join() + (goneAtMs === null ? '' : ' gone');
  },
};

/** Lives of Pods. */
export const lifeOperations: readonly Operation[] = [run];
