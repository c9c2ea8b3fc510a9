import type { Json, JsonObject } from '../../harness/json.js';
import type { Random } from '../../harness/random.js';
import { restartFields } from '../../lifecycle/generator.js';
import { anyProbe } from '../../lifecycle/probes/generator.js';

const NAMES = ['example.com/a', 'a', '', 'a b', 'a/b/c', '/a', 'a/', `${'a'.repeat(64)}`, 'A_b.c'];

function hook(random: Random): JsonObject {
  const { exec, httpGet, tcpSocket } = anyProbe(random);
  const sleep = { seconds: random.pick([0, 1, 29, 30, 31, -1, 5]) };
  return {
    ...(exec === undefined ? {} : { exec }),
    ...(httpGet === undefined ? {} : { httpGet }),
    ...(tcpSocket === undefined ? {} : { tcpSocket }),
    ...random.maybe(30, () => ({ sleep })),
  };
}

function container(random: Random, name: string): JsonObject {
  const probes = ['liveness', 'readiness', 'startup'].filter(() => random.percent(35));
  return {
    name,
    image: 'a',
    ...Object.fromEntries(probes.map((kind) => [`${kind}Probe`, anyProbe(random)])),
    ...random.maybe(40, () => ({
      lifecycle: {
        ...random.maybe(50, () => ({ postStart: hook(random) })),
        ...random.maybe(60, () => ({ preStop: hook(random) })),
        ...random.maybe(25, () => ({ stopSignal: random.pick(['SIGTERM', 'Odd', '']) })),
      },
    })),
    ...restartFields(random, 30),
    ...random.maybe(3, () => ({ restartPolicyRules: manyRules(random.pick([20, 21]), 1) })),
    ...random.maybe(3, () => ({ restartPolicyRules: manyRules(1, random.pick([255, 256])) })),
  };
}

function manyRules(count: number, codes: number): Json {
  const values = Array.from({ length: codes }, (_, index) => index);
  const rule = { action: 'Restart', exitCodes: { operator: 'In', values } };
  return Array.from({ length: count }, () => rule);
}

/** A Pod with odd probes, hooks, restart rules and gates. */
export function lifecyclePod(random: Random): Json {
  const gate = (field: string) => () => ({ [field]: random.pick(NAMES) });
  return {
    metadata: { name: 'web', namespace: 'shop' },
    spec: {
      containers: [container(random, 'app')],
      ...random.maybe(40, () => ({ initContainers: [container(random, 'init')] })),
      ...random.maybe(10, () => ({ ephemeralContainers: [container(random, 'debug')] })),
      ...random.maybe(40, () => ({
        restartPolicy: random.pick(['Always', 'OnFailure', 'Never', 'Odd', '']),
      })),
      ...random.maybe(40, () => ({
        terminationGracePeriodSeconds: random.pick([0, 1, 5, 29, 30, 60, -1, null]),
      })),
      ...random.maybe(30, () => ({
        activeDeadlineSeconds: random.pick([0, 1, -1, 2_147_483_647, 2_147_483_648, null]),
      })),
      ...random.maybe(20, () => ({ readinessGates: random.list(3, gate('conditionType')) })),
      ...random.maybe(20, () => ({ schedulingGates: random.list(3, gate('name')) })),
      ...random.maybe(10, () => ({ nodeName: 'n1' })),
    },
  };
}

const HANDLERS: readonly JsonObject[] = [
  {},
  { exec: {} },
  { exec: { command: ['true'] }, tcpSocket: { port: 80 } },
  { httpGet: {} },
  { httpGet: { port: 80, scheme: 'http' } },
  { httpGet: { port: 'a--B', httpHeaders: [{ name: 'a b' }, { name: 'X-A' }] } },
  { tcpSocket: { port: 65_536 } },
];
const PROBES: readonly JsonObject[] = [
  ...HANDLERS,
  { grpc: {} },
  { grpc: { port: 80, mode: 'Odd' } },
  { grpc: { port: 80 }, httpGet: { port: 80 }, exec: { command: ['a'] } },
  { tcpSocket: { port: 80 }, periodSeconds: -1, timeoutSeconds: 0, successThreshold: 2 },
  { tcpSocket: { port: 80 }, terminationGracePeriodSeconds: 0 },
];

/** Pods at the edges of these rules. */
export function* lifecyclePods(): Iterable<Json> {
  const named = { name: 'app', image: 'a' };
  for (const kind of ['liveness', 'readiness', 'startup']) {
    for (const probe of PROBES) {
      yield { spec: { containers: [{ ...named, [`${kind}Probe`]: probe }] } };
    }
  }
  for (const handler of [...HANDLERS, { sleep: { seconds: 31 } }, { sleep: {}, exec: {} }]) {
    for (const field of ['postStart', 'preStop']) {
      yield { spec: { containers: [{ ...named, lifecycle: { [field]: handler } }] } };
    }
  }
  for (const lifecycle of [{}, { stopSignal: 'Odd' }, { stopSignal: 'SIGTERM', preStop: {} }]) {
    for (const restartPolicy of ['Always', 'Never', null]) {
      const init = { ...named, name: 'init', restartPolicy, lifecycle, livenessProbe: {} };
      yield { spec: { containers: [named], initContainers: [init] } };
    }
    yield { spec: { containers: [named], ephemeralContainers: [{ ...named, lifecycle }] } };
  }
}
