import { firstProbeAtMs, probeVerdictAtMs } from '@kubesem/lifecycle';
import { PROBE_DEFAULTS } from '@kubesem/lifecycle/internal';
import type { Comparison } from '../../harness/comparison.js';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { restartFields } from '../generator.js';
import { changesOf, type ProbeScript, probedContainer, runScript, START_MS } from './run.js';

interface ProbeRunAnswer {
  readonly probesMs: readonly number[];
  readonly updates: readonly { readonly atMs: number; readonly result: string }[];
  readonly endMs: number;
}

const at = (ms: number): string => new Date(START_MS + ms).toISOString();

function probe(random: Random): JsonObject {
  return {
    exec: { command: ['true'] },
    ...random.maybe(50, () => ({ initialDelaySeconds: random.pick([0, 1, 2, 3, 10]) })),
    ...random.maybe(85, () => ({ periodSeconds: random.pick([0, 1, 1, 2, 3, 5, 10]) })),
    ...random.maybe(40, () => ({ successThreshold: random.pick([0, 1, 1, 2, 3]) })),
    ...random.maybe(60, () => ({ failureThreshold: random.pick([0, 1, 2, 3]) })),
  };
}

function state(random: Random): JsonObject {
  if (random.percent(70)) {
    const seconds = random.pick([-3611, -3610, -3609, -31, -30, -5, -1, 0, 0, 0, 1, 2, 7, 30]);
    const ms = seconds * 1000 + random.pick([0, 0, 0, 1, 500, 999]);
    return { running: random.maybe(97, () => ({ startedAt: at(ms) })) };
  }
  return random.percent(60)
    ? { terminated: { exitCode: random.pick([0, 1, 42, 137]) } }
    : random.maybe(80, () => ({ waiting: { reason: 'CrashLoopBackOff' } }));
}

function containerStatus(random: Random, name: string): JsonObject {
  return {
    name: random.percent(97) ? name : 'other',
    state: state(random),
    ...random.maybe(95, () => ({ containerID: random.pick(IDS) })),
    ...random.maybe(90, () => ({ started: random.percent(65) })),
  };
}

const IDS = ['containerd://1', 'containerd://1', 'containerd://2', 'containerd://3', ''];

function podStatus(random: Random): JsonObject {
  return {
    ...random.maybe(30, () => ({
      phase: random.pick(['Pending', 'Running', 'Running', 'Running', 'Failed', 'Succeeded']),
    })),
    ...random.maybe(95, () => ({ containerStatuses: [containerStatus(random, 'app')] })),
    ...random.maybe(30, () => ({ initContainerStatuses: [containerStatus(random, 'app')] })),
    ...random.maybe(4, () => ({
      conditions: [{ type: 'AllContainersRestarting', status: random.pick(['True', 'False']) }],
    })),
  };
}

function pod(random: Random, kind: string): JsonObject {
  const isInit = random.percent(25);
  const container = {
    name: 'app',
    [`${kind}Probe`]: probe(random),
    ...restartFields(random, isInit ? 80 : 30),
  };
  return {
    metadata: {
      name: 'web',
      ...random.maybe(8, () => ({ deletionTimestamp: '2026-11-22T12:00:30Z' })),
    },
    spec: {
      [isInit ? 'initContainers' : 'containers']: [container],
      ...random.maybe(70, () => ({
        restartPolicy: random.pick(['Always', 'OnFailure', 'Never']),
      })),
    },
  };
}

/**
 * Go picks at random between a tick, a trigger and the end if it finds two of them after a probe. So probes are short if
 * there are triggers, and no two events have the same time: that of a trigger ends in a digit of its own, the end in 50.
 */
function generate(random: Random): Json {
  const kind = random.pick(['liveness', 'readiness', 'startup']);
  const untilMs = (1 + random.below(60)) * 1000 + 50;
  const stopMs = random.percent(10) ? random.below(20) * 1000 + 75 : 0;
  const triggersMs = random
    .list(stopMs > 0 ? 0 : 3, () => random.below(untilMs / 100 - 1))
    .sort((a, b) => a - b)
    .map((tenths, index) => (tenths + index) * 100 + index + 1);
  const isFree = triggersMs.length === 0 && stopMs === 0;
  const ms = isFree ? [0, 0, 100, 1500, 2500] : [0, 0, 0, 100, 300];
  const results = ['success', 'success', 'failure', 'failure', 'failure'];
  const any = random.percent(60)
    ? [...results, 'warning', 'unknown', 'error']
    : [random.pick(results)];
  const answer = () => ({ result: random.pick(any), ms: random.pick(ms) });
  const times = [0, ...random.list(3, () => random.below(untilMs / 100) * 100)];
  return {
    pod: pod(random, kind),
    kind,
    script: [answer(), ...random.list(5, answer)],
    statuses: times
      .sort((a, b) => b - a)
      .map((atMs) => ({ atMs, status: random.percent(95) ? podStatus(random) : null })),
    triggersMs,
    kubeletStartedMs: random.pick([-3_600_000, -3_600_000, -20_000]),
    stopMs: Math.min(stopMs, untilMs - 25),
    untilMs,
  };
}

function example(kind: string, fields: JsonObject, more: JsonObject = {}): JsonObject {
  const running = { running: { startedAt: at(0) } };
  const status = { name: 'app', containerID: 'containerd://1', started: kind !== 'startup' };
  const container = { name: 'app', [`${kind}Probe`]: { exec: { command: ['true'] }, ...fields } };
  return {
    pod: { metadata: { name: 'web' }, spec: { containers: [container] } },
    kind,
    script: [{ result: 'failure', ms: 0 }],
    statuses: [{ atMs: 0, status: { containerStatuses: [{ ...status, state: running }] } }],
    triggersMs: [],
    kubeletStartedMs: -3_600_000,
    stopMs: 0,
    untilMs: 60_050,
    ...more,
  };
}

/** Compares the times of constant answers of a container that runs all the time. */
function compareConstant(input: ProbeScript, theirs: ProbeRunAnswer, comparison: Comparison): void {
  const { pod: owner, kind, script, statuses, triggersMs, stopMs } = input;
  const { container, probe: stored } = probedContainer(input);
  const status = statuses[0]?.status?.containerStatuses?.[0];
  const { state: current, started } = status ?? {};
  const startedAtMs = Date.parse(`${current?.running?.startedAt}`) - START_MS;
  const results = new Set(script.map(({ result }) => result));
  const [result] = results;
  if (
    !(startedAtMs >= 0 && startedAtMs % 1000 === 0) ||
    (started === true) === (kind === 'startup') ||
    status?.name !== container.name ||
    !status?.containerID ||
    statuses.length !== 1 ||
    triggersMs.length > 0 ||
    stopMs > 0 ||
    owner.metadata?.deletionTimestamp ||
    results.size > 1 ||
    script.some(({ ms }) => ms > 0) ||
    (result !== 'success' && result !== 'failure') ||
    theirs.probesMs.length === 0
  ) {
    return;
  }
  const times = { containerStartedAtMs: startedAtMs, workerStartedAtMs: 0 };
  comparison.field('first probe', theirs.probesMs[0], firstProbeAtMs(stored, times));
  const [answer, threshold] =
    result === 'failure'
      ? (['Failure', stored.failureThreshold || PROBE_DEFAULTS.failureThreshold] as const)
      : (['Success', stored.successThreshold || PROBE_DEFAULTS.successThreshold] as const);
  const verdictMs = theirs.probesMs[threshold - 1];
  if (verdictMs !== undefined) {
    comparison.field('verdict', verdictMs, probeVerdictAtMs(stored, answer, times));
  }
}

/** The changes of the cached result. */
function valuesOf({ updates }: ProbeRunAnswer, untilMs: number): string[] {
  const results = updates.map(
    ({ atMs, result }) => [atMs, result === 'UNKNOWN' ? 'Unknown' : result] as const,
  );
  return changesOf(results, untilMs);
}

const worker: Operation = {
  name: 'probe.worker',
  program: 'kubernetes',
  candidates: 2000,
  *examples() {
    for (const kind of ['liveness', 'readiness', 'startup']) {
      for (const result of ['success', 'failure', 'error']) {
        const script = [{ result, ms: 0 }];
        yield example(kind, {}, { script });
        yield example(kind, { periodSeconds: 0, initialDelaySeconds: 3 }, { script });
        yield example(kind, { periodSeconds: 7, initialDelaySeconds: 10 }, { script });
        yield example(kind, { failureThreshold: 30 }, { script, untilMs: 310_050 });
        yield example(
          kind,
          { periodSeconds: 1, successThreshold: 2 },
          { script, triggersMs: [2101] },
        );
      }
    }
  },
  generate,
  compare(input, theirs, comparison) {
    const script = input as unknown as ProbeScript;
    const run = theirs.out as unknown as ProbeRunAnswer;
    const ours = runScript(script);
    const probes = run.probesMs.filter((ms) => ms < script.untilMs);
    comparison.field('probes', probes.join(), ours.probesMs.join());
    comparison.field('values', valuesOf(run, script.untilMs).join(), ours.values.join());
    comparison.field('end', run.endMs, ours.endMs);
    compareConstant(script, run, comparison);
  },
  kind(input, { out }) {
    const { kind } = input as unknown as ProbeScript;
    const { probesMs, updates, endMs } = out as unknown as ProbeRunAnswer;
    const results = [...new Set(updates.map(({ result }) => result))];
    return [kind, Math.min(probesMs.length, 4), ...results, endMs > 0].join();
  },
};

/** The worker of a probe, in virtual time. */
export const probeWorkerOperations: readonly Operation[] = [worker];
