import type { Pod } from '@kubesem/core';
import { nextPodActions, type PodActionsOptions, type PodRuntime } from '@kubesem/lifecycle';
import type { JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { restartFields } from './generator.js';
import { podRuntime, probeOutcomes } from './runtime.js';

interface ActionsCase extends PodActionsOptions {
  readonly pod: Pod;
  readonly runtime: PodRuntime;
}

/** Lists of Go are null if they were never filled. */
interface TheirActions {
  readonly killPod: boolean;
  readonly createSandbox: boolean;
  readonly attempt: number;
  readonly startInit: readonly number[] | null;
  readonly start: readonly number[] | null;
  readonly startEphemeral: readonly number[] | null;
  readonly kill:
    | readonly {
        readonly id: string;
        readonly name: string;
        readonly message: string;
        readonly reason: string;
      }[]
    | null;
  readonly reset:
    | readonly { readonly id: string; readonly name: string; readonly kill: boolean }[]
    | null;
}

const PROBE: JsonObject = { tcpSocket: { port: 80 } };

function container(random: Random, name: string, policyPercent: number): JsonObject {
  return {
    name,
    ...random.maybe(50, () => ({ image: random.pick(['web:1', 'web:2']) })),
    ...restartFields(random, policyPercent),
    ...random.maybe(40, () => ({ livenessProbe: PROBE })),
    ...random.maybe(40, () => ({ startupProbe: PROBE })),
  };
}

function actionsCase(random: Random): JsonObject {
  const init = ['init', 'proxy', 'setup', 'log'].filter(() => random.percent(55));
  const apps = ['app', 'web', 'worker'].filter(() => random.percent(70));
  const pod: JsonObject = {
    metadata: {
      name: 'web',
      ...random.maybe(10, () => ({ deletionTimestamp: '2026-11-22T12:00:30Z' })),
    },
    spec: {
      containers: apps.map((name) => container(random, name, 15)),
      ...random.maybe(80, () => ({
        restartPolicy: random.pick(['Always', 'OnFailure', 'OnFailure', 'Never', 'Never', '']),
      })),
      ...random.maybe(70, () => ({
        initContainers: init.map((name) => container(random, name, 60)),
      })),
      ...random.maybe(10, () => ({ ephemeralContainers: [{ name: 'debug' }] })),
      ...random.maybe(5, () => ({ hostNetwork: true })),
    },
  };
  return {
    pod,
    runtime: podRuntime(random, pod),
    ...random.maybe(60, () => ({ liveness: probeOutcomes(random, 60) })),
    ...random.maybe(80, () => ({ startup: probeOutcomes(random, 75) })),
    ...random.maybe(10, () => ({ restartAllContainers: true })),
  };
}

const READY: JsonObject = { state: 'ready', attempt: 0, ip: '10.0.0.1' };
const POD: JsonObject = {
  spec: {
    restartPolicy: 'OnFailure',
    initContainers: [
      { name: 'setup' },
      { name: 'proxy', restartPolicy: 'Always', startupProbe: PROBE, livenessProbe: PROBE },
    ],
    containers: [{ name: 'app' }, { name: 'log' }],
  },
};

/** A life from the first sync on, and every state and sandbox. */
function* lives(): Generator<JsonObject> {
  const ended = (id: string, name: string, exitCode: number): JsonObject => ({
    ...{ id, name, exitCode, state: 'exited', active: true },
  });
  const running = (id: string, name: string): JsonObject => ({
    id,
    name,
    state: 'running',
    active: true,
  });
  const setup = ended('1', 'setup', 0);
  const proxy = running('2', 'proxy');
  const startup = { 2: 'Success' };
  yield { pod: POD, runtime: { sandboxes: [], containers: [] } };
  for (const containers of [
    [],
    [running('1', 'setup')],
    [ended('1', 'setup', 1)],
    [{ ...setup, reason: 'OOMKilled' }],
    [setup],
    [proxy, setup],
    [running('3', 'app'), proxy, setup],
    [ended('3', 'app', 0), running('4', 'log'), proxy],
    [ended('3', 'app', 0), ended('4', 'log', 0), proxy],
    [ended('3', 'app', 1), ended('4', 'log', 0), ended('2', 'proxy', 0)],
  ]) {
    const runtime = { sandboxes: [READY], containers };
    yield { pod: POD, runtime };
    yield { pod: POD, runtime, startup };
    yield { pod: POD, runtime, startup, restartAllContainers: true };
    yield { pod: POD, runtime, startup: { 2: 'Failure' } };
    yield { pod: POD, runtime, startup, liveness: { 2: 'Failure', 3: 'Failure' } };
    yield { pod: POD, runtime: { ...runtime, sandboxes: [{ ...READY, state: 'notReady' }] } };
  }
  for (const sandboxes of [[READY, READY], [{ ...READY, ip: '' }], [{ ...READY, attempt: 3 }]]) {
    yield { pod: POD, runtime: { sandboxes, containers: [proxy] } };
  }
}

const actions: Operation = {
  name: 'pod.actions',
  program: 'kubernetes',
  examples: lives,
  generate: actionsCase,
  compare(input, { out }, comparison) {
    const { pod, runtime, ...options } = input as unknown as ActionsCase;
    const theirs = out as unknown as TheirActions;
    const ours = nextPodActions(pod, runtime, options);
    const { containers, initContainers, ephemeralContainers } = pod.spec ?? {};
    const names = (
      list: readonly number[] | null,
      from: readonly ({ readonly name?: unknown } | null)[] | null | undefined,
    ): string => (list ?? []).map((index) => `${from?.[index]?.name}`).join();
    comparison.field('killPod', theirs.killPod, ours.killPod);
    comparison.field('createSandbox', theirs.createSandbox, ours.createSandbox);
    comparison.field('attempt', theirs.attempt, ours.attempt);
    comparison.field('startInit', names(theirs.startInit, initContainers), ours.startInit.join());
    comparison.field('start', names(theirs.start, containers), ours.start.join());
    const ephemeral = names(theirs.startEphemeral, ephemeralContainers);
    comparison.field('startEphemeral', ephemeral, ours.startEphemeral.join());
    const kills = (theirs.kill ?? []).map(({ id, name, message, reason }) =>
      [id, name, message, reason].join(),
    );
    comparison.field(
      'kill',
      kills.join('\n'),
      ours.kill
        .map(({ id, container: name, message, reason }) => [id, name, message, reason].join())
        .join('\n'),
    );
    const resets = (theirs.reset ?? []).map(({ id, name, kill }) => [id, name, kill].join());
    comparison.field(
      'reset',
      resets.join('\n'),
      ours.reset.map(({ id, container: name, kill }) => [id, name, kill].join()).join('\n'),
    );
  },
  kind(input) {
    const { pod, runtime, ...options } = input as unknown as ActionsCase;
    const done = nextPodActions(pod, runtime, options);
    const rules = [...new Set(done.steps.map(({ rule }) => rule))].sort();
    return [done.killPod, done.createSandbox, done.sandbox, ...rules].join();
  },
};

/** What the kubelet does next. */
export const actionOperations: readonly Operation[] = [actions];
