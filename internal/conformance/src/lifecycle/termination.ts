import type { Container, Pod } from '@kubesem/core';
import {
  activeDeadline,
  containerGracePeriod,
  type GracePeriodReason,
  simulateTermination,
  type TerminationEvent,
} from '@kubesem/lifecycle';
import type { Comparison } from '../harness/comparison.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { NOW } from './generator.js';

const NOW_MS = Date.parse(NOW);
const SECONDS = [0, 1, 1, 2, 2, 3, 5, 10, 30, 30, 60, -1];

function at(ms: number): string {
  return new Date(NOW_MS + ms).toISOString();
}

interface GraceCase {
  readonly pod: Pod;
  readonly container: string;
  readonly reason: '' | 'LivenessProbe' | 'StartupProbe';
  readonly current: number;
  readonly overrideSeconds?: number;
}

const REASONS: Readonly<Record<GraceCase['reason'], GracePeriodReason>> = {
  '': 'CONTAINER',
  LivenessProbe: 'LIVENESS_PROBE',
  StartupProbe: 'STARTUP_PROBE',
};

function probe(random: Random): JsonObject {
  return random.maybe(70, () => ({ terminationGracePeriodSeconds: random.pick(SECONDS) }));
}

const gracePeriod: Operation = {
  name: 'pod.gracePeriod',
  program: 'kubernetes',
  *examples() {
    for (const reason of Object.keys(REASONS)) {
      for (const deletionGracePeriodSeconds of [null, 0, 10]) {
        const app = {
          name: 'app',
          livenessProbe: { terminationGracePeriodSeconds: 60 },
          startupProbe: { terminationGracePeriodSeconds: 5 },
        };
        const spec = { terminationGracePeriodSeconds: 30, containers: [app] };
        const pod = { metadata: { deletionGracePeriodSeconds }, spec };
        yield { pod, container: 'app', reason, current: 0, overrideSeconds: 30 };
        yield { pod, container: 'app', reason, current: 20 };
      }
    }
  },
  generate: (random) => ({
    pod: {
      metadata: random.maybe(35, () => ({ deletionGracePeriodSeconds: random.pick(SECONDS) })),
      spec: {
        // The API server fills it in.
        terminationGracePeriodSeconds: random.pick(SECONDS),
        containers: [
          {
            name: 'app',
            ...random.maybe(60, () => ({ livenessProbe: probe(random) })),
            ...random.maybe(60, () => ({ startupProbe: probe(random) })),
          },
        ],
      },
    },
    container: 'app',
    reason: random.pick(Object.keys(REASONS)),
    current: random.pick([0, 0, 0, ...SECONDS]),
    ...random.maybe(50, () => ({ overrideSeconds: random.pick(SECONDS) })),
  }),
  compare(input, theirs, comparison) {
    const { pod, reason, current, overrideSeconds } = input as unknown as GraceCase;
    const answer = theirs.out as JsonObject;
    const app = pod.spec?.containers?.[0] as Container;
    const ofPod = containerGracePeriod(pod, app, {
      overrideSeconds,
      currentSeconds: current,
    });
    comparison.field('pod', answer.pod, ofPod.seconds);
    const isShortened = current !== 0 && ofPod.seconds !== current;
    comparison.field('shortened', answer.shortened, isShortened);
    const alone = containerGracePeriod(pod, app, { reason: REASONS[reason] });
    comparison.field('container', answer.container, alone.seconds);
    comparison.field('told', answer.told, alone.stopSeconds);
  },
  kind(input) {
    const { pod, reason, current, overrideSeconds } = input as unknown as GraceCase;
    const app = pod.spec?.containers?.[0] as Container;
    const options = { overrideSeconds, currentSeconds: current };
    const ofPod = containerGracePeriod(pod, app, options);
    const alone = containerGracePeriod(pod, app, { reason: REASONS[reason] });
    return [ofPod.rule, ofPod.seconds > 2, alone.rule, alone.seconds > 2, reason].join();
  },
};

interface TerminationCase {
  readonly pod: Pod;
  readonly running: readonly string[];
  readonly hookMs: Readonly<Record<string, number>>;
  readonly stopMs: Readonly<Record<string, number>>;
  readonly gracePeriodSeconds?: number;
}

interface TheirEvent {
  readonly atMs: number;
  readonly container: string;
  readonly type: string;
  readonly seconds: number;
}

const HOOK_MS = [0, 0, 1, 500, 999, 1000, 1001, 2000, 3000, 4999, 5000, 5001, 30_000, 100_000];

function preStop(random: Random): Json {
  return random.pick([
    ...[{ exec: {} }, { exec: {} }, { httpGet: { port: 80 } }, {}, null],
    ...[1, 2, 5, 0, -1].map((seconds) => ({ sleep: { seconds } })),
  ]);
}

function container(random: Random, name: string, sidecarPercent: number): JsonObject {
  return {
    name,
    ...random.maybe(sidecarPercent, () => ({ restartPolicy: 'Always' })),
    ...random.maybe(45, () => ({
      lifecycle: random.maybe(90, () => ({ preStop: preStop(random) })),
    })),
  };
}

function terminationCase(random: Random): JsonObject {
  const named = (prefix: string, max: number, sidecarPercent: number): JsonObject[] =>
    random.list(max, (index) => container(random, `${prefix}${index}`, sidecarPercent));
  const init = named('init-', 4, 70);
  const apps = named('app-', 3, 0);
  const debug = random.percent(10) ? named('debug-', 2, 0) : [];
  const running = [...init, ...apps, ...debug]
    .map(({ name }) => name as string)
    .filter(() => random.percent(85));
  const times = (): JsonObject =>
    Object.fromEntries(running.map((name) => [name, random.pick(HOOK_MS)]));
  return {
    pod: {
      metadata: random.maybe(30, () => ({ deletionGracePeriodSeconds: random.pick(SECONDS) })),
      spec: {
        terminationGracePeriodSeconds: random.pick(SECONDS),
        initContainers: init,
        containers: apps,
        ephemeralContainers: debug,
      },
    },
    running,
    hookMs: times(),
    stopMs: times(),
    ...random.maybe(40, () => ({ gracePeriodSeconds: random.pick(SECONDS) })),
  };
}

function* terminationExamples(): Generator<JsonObject> {
  const hook = { lifecycle: { preStop: { exec: {} } } };
  const sidecars = [
    { name: 's1', restartPolicy: 'Always', ...hook },
    { name: 's2', restartPolicy: 'Always' },
  ];
  const containers = [{ name: 'a', ...hook }, { name: 'b' }];
  const pod = { spec: { initContainers: sidecars, containers } };
  const hookMs = { a: 3000, s1: 2000 };
  const stopMs = { a: 4000, b: 2000, s1: 3000, s2: 1000 };
  for (const gracePeriodSeconds of [30, 10, 5, 2, 1, 0]) {
    yield { pod, running: ['s1', 's2', 'a', 'b'], hookMs, stopMs, gracePeriodSeconds };
  }
  // A sidecar that does not run breaks the chain.
  const [s1, s2] = sidecars;
  const three = [s1, s2, { name: 's3', restartPolicy: 'Always' }] as JsonObject[];
  yield {
    pod: { spec: { terminationGracePeriodSeconds: 30, initContainers: three, containers: [] } },
    running: ['s1', 's3'],
    hookMs: {},
    stopMs: { s1: 1000, s3: 10_000 },
  };
}

function ourEvents(input: Json): readonly TerminationEvent[] {
  const { pod, running, hookMs, stopMs, gracePeriodSeconds } = input as unknown as TerminationCase;
  const containers = running.map((name) => ({
    name,
    preStopSeconds: (hookMs[name] ?? 0) / 1000,
    stopSeconds: (stopMs[name] ?? 0) / 1000,
  }));
  return simulateTermination(pod, { containers, gracePeriodSeconds });
}

function compareEvents(input: Json, out: Json, comparison: Comparison): void {
  const { running } = input as unknown as TerminationCase;
  const { events } = out as unknown as { readonly events: readonly TheirEvent[] };
  const ours = ourEvents(input);
  comparison.field(
    'sorted',
    true,
    ours.every(({ atMs }, i) => atMs >= (ours[i - 1]?.atMs ?? 0)),
  );
  for (const name of running) {
    // The kubelet goes on without a hook, which then ends later.
    const abandoned = ours.find(
      ({ container, type }) => container === name && type === 'PRE_STOP_TIMEOUT',
    );
    const shown = ours
      .filter(({ container, type }) => container === name && type !== 'PRE_STOP_TIMEOUT')
      .map(({ atMs, type, stopSeconds = 0 }) => `${atMs} ${type} ${stopSeconds}`);
    const theirs = events.filter(({ container }) => container === name);
    const hookEnd = theirs.find(({ type }) => type === 'PRE_STOP_DONE');
    const expected = theirs
      .filter((event) => abandoned === undefined || event !== hookEnd)
      .map(({ atMs, type, seconds }) => `${atMs} ${type} ${seconds}`);
    // A hook may end at the very time at which the kubelet goes on.
    comparison.field(name, expected.sort().join(), shown.sort().join());
    if (abandoned !== undefined) {
      comparison.field(`${name} hook`, true, (hookEnd?.atMs ?? 0) > abandoned.atMs);
    }
  }
}

const termination: Operation = {
  name: 'pod.termination',
  program: 'kubernetes',
  examples: terminationExamples,
  generate: terminationCase,
  compare: (input, theirs, comparison) => compareEvents(input, theirs.out as Json, comparison),
  candidates: 1500,
  kind(input) {
    const { pod, running } = input as unknown as TerminationCase;
    const types = new Set(ourEvents(input).map(({ type }) => type));
    const sidecars = pod.spec?.initContainers?.filter(({ restartPolicy }) => restartPolicy) ?? [];
    const runningSidecars = sidecars.filter(({ name }) => running.includes(name ?? ''));
    return [[...types].sort(), sidecars.length, runningSidecars.length].join();
  },
};

interface DeadlineCase {
  readonly pod: Pod;
  readonly now: string;
}

const deadline: Operation = {
  name: 'pod.activeDeadline',
  program: 'kubernetes',
  *examples() {
    for (const activeDeadlineSeconds of [0, 59, 60, 61, 2_147_483_647, 9_223_372_037]) {
      const status = { startTime: '2026-11-22T11:59:00Z' };
      yield { pod: { spec: { activeDeadlineSeconds, containers: [] }, status }, now: NOW };
    }
  },
  generate: (random) => ({
    pod: {
      spec: {
        containers: [],
        ...random.maybe(85, () => ({ activeDeadlineSeconds: random.pick([...SECONDS, 3600]) })),
      },
      status: random.maybe(85, () => ({
        startTime: random.pick([null, '0001-01-01T00:00:00Z', ...STARTS]),
      })),
    },
    now: at(random.pick([0, 1, -1, 500, -500, 999, -30_000, 3_600_000])),
  }),
  compare(input, theirs, comparison) {
    const { pod, now } = input as unknown as DeadlineCase;
    const { exceeded } = theirs.out as JsonObject;
    const ours = activeDeadline(pod, { now });
    comparison.field('exceeded', exceeded, ours?.exceeded ?? false);
    if (ours !== undefined) {
      comparison.field('remaining', exceeded, ours.remainingMs === 0);
      comparison.field('end', exceeded, Date.parse(now) >= ours.endsAtMs);
    }
  },
  kind(input, { out }) {
    const { pod, now } = input as unknown as DeadlineCase;
    const { activeDeadlineSeconds } = pod.spec ?? {};
    const { endsAtMs } = activeDeadline(pod, { now }) ?? {};
    const left = endsAtMs === undefined ? '' : Math.sign(endsAtMs - Date.parse(now));
    return [(out as JsonObject).exceeded, activeDeadlineSeconds, left, now].join();
  },
};

const STARTS: readonly string[] = [0, -1, -2, -5, -30, -60, -3600, 1].map((s) => at(s * 1000));

/** How the containers of Pods end. */
export const terminationOperations: readonly Operation[] = [gracePeriod, termination, deadline];
