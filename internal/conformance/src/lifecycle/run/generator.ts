import type { Json, JsonObject } from '../../harness/json.js';
import type { Random } from '../../harness/random.js';
import { NOW } from '../generator.js';

const INIT_NAMES = ['init', 'proxy', 'setup'];
const APP_NAMES = ['app', 'web', 'log'];

/** Runs around the delays of restarts and the time after which they start anew, in seconds. */
const RUNS = [0, 1, 2, 5, 9, 10, 11, 59, 60, 61, 299, 300, 301, 599, 600, 601];
const SHORT_RUNS = [0, 1, 2, 3, 5, 10];
const HOOK_MS = [0, 1, 999, 1000, 1001, 2000, 2500, 5000, 30_000];
const EXIT_CODES = [0, 0, 1, 1, 42, 137];

function milliseconds(random: Random, seconds: number): number {
  return seconds * 1000 + (random.percent(25) ? random.pick([1, 250, 500, 999]) : 0);
}

function run(random: Random, seconds: readonly number[], endsPercent: number): JsonObject {
  return {
    ...random.maybe(endsPercent, () => ({
      ms: milliseconds(random, random.pick(seconds)),
      exitCode: random.pick(EXIT_CODES),
    })),
    ...random.maybe(5, () => ({ reason: random.pick(['OOMKilled', 'Custom']) })),
    ...random.maybe(70, () => ({
      stopMs: milliseconds(random, random.pick([0, 1, 2, 5, 30])),
      stopExitCode: random.pick([0, 143]),
    })),
  };
}

/** Hooks that the kubelet runs itself, and one that it refuses to run. */
const OWN_HOOKS: readonly JsonObject[] = [
  ...[{ sleep: { seconds: 3 } }, { sleep: { seconds: 3 } }, { sleep: { seconds: -1 } }],
  ...[{ tcpSocket: { port: 80 } }, { tcpSocket: { port: 'http', host: '10.0.0.1' } }],
];

function hook(random: Random): JsonObject {
  return { ms: random.pick(HOOK_MS), fails: random.percent(20) };
}

function answers(random: Random): Json {
  let afterMs = 0;
  return random.list(3, () => {
    afterMs += milliseconds(random, random.pick([0, 1, 5, 10, 11, 30, 60]));
    return { afterMs, result: random.pick(['success', 'success', 'failure', 'failure', 'error']) };
  });
}

/** A probe; thresholds of one, and delays around the period. */
function probe(random: Random, kind: string): JsonObject {
  const period = random.pick([1, 2, 3, 5, 10]);
  return {
    exec: { command: [kind] },
    ...random.maybe(90, () => ({ periodSeconds: period })),
    ...random.maybe(40, () => ({
      initialDelaySeconds: random.pick([0, 1, period - 1, period, period + 1]),
    })),
    ...random.maybe(50, () => ({ failureThreshold: random.pick([1, 2, 3]) })),
    ...(kind === 'readiness' && random.percent(40)
      ? { successThreshold: random.pick([1, 2]) }
      : {}),
    ...(kind !== 'readiness' && random.percent(20)
      ? { terminationGracePeriodSeconds: random.pick([1, 5, 60]) }
      : {}),
  };
}

const RULES: readonly JsonObject[] = [
  { action: 'Restart', exitCodes: { operator: 'In', values: [42] } },
  { action: 'Restart', exitCodes: { operator: 'NotIn', values: [0] } },
  { action: 'RestartAllContainers', exitCodes: { operator: 'In', values: [42] } },
  { action: 'RestartAllContainers', exitCodes: { operator: 'NotIn', values: [0, 1] } },
];

function restartPolicy(random: Random, isInit: boolean): JsonObject {
  if (isInit && random.percent(40)) {
    return { restartPolicy: 'Always' };
  }
  return random.maybe(25, () => ({
    restartPolicy: random.pick(['Never', 'OnFailure', 'Always']),
    ...random.maybe(60, () => ({
      restartPolicyRules: Array.from({ length: 1 + random.below(2) }, () => random.pick(RULES)),
    })),
  }));
}

interface Made {
  readonly container: JsonObject & { readonly name: string };
  readonly script: JsonObject;
}

/** A container with its script: regular init containers mostly end soon. */
function container(random: Random, name: string, isInit: boolean): Made {
  const policy = restartPolicy(random, isInit);
  const isRegular = isInit && policy.restartPolicy !== 'Always';
  const kinds = isRegular
    ? []
    : ['startup', 'liveness', 'readiness'].filter((kind) =>
        random.percent(kind === 'startup' ? 20 : 30),
      );
  const hooks = isRegular ? [] : ['postStart', 'preStop'].filter(() => random.percent(20));
  const seconds = isRegular || random.percent(60) ? SHORT_RUNS : RUNS;
  const script: JsonObject = {
    runs: Array.from({ length: 1 + random.below(3) }, () =>
      run(random, seconds, isRegular ? 97 : 50),
    ),
    ...Object.fromEntries(hooks.map((kind) => [kind, hook(random)])),
    probes: Object.fromEntries(kinds.map((kind) => [kind, answers(random)])),
  };
  const lifecycle = Object.fromEntries(
    hooks.map((kind) => [
      kind,
      random.percent(80) ? { exec: { command: [kind] } } : random.pick(OWN_HOOKS),
    ]),
  );
  return {
    script,
    container: {
      name,
      image: name,
      ...policy,
      ...Object.fromEntries(kinds.map((kind) => [`${kind}Probe`, probe(random, kind)])),
      ...(hooks.length > 0 ? { lifecycle } : {}),
    },
  };
}

/** A life of up to three containers of each kind; sometimes long enough for the longest delay of a restart. */
export function life(random: Random): JsonObject {
  const init = random.percent(50)
    ? random.list(3, (index) => container(random, INIT_NAMES[index] as string, true))
    : [];
  const apps = Array.from({ length: 1 + random.below(random.percent(50) ? 1 : 3) }, (_, index) =>
    container(random, APP_NAMES[index] as string, false),
  );
  const seconds = random.pick([30, 60, 60, 120, 120, 200, 400, 1500]);
  return {
    pod: {
      metadata: { name: 'web', namespace: 'shop', creationTimestamp: NOW },
      spec: {
        ...random.maybe(70, () => ({
          restartPolicy: random.pick(['Always', 'OnFailure', 'Never']),
        })),
        ...random.maybe(30, () => ({
          terminationGracePeriodSeconds: random.pick([0, 1, 2, 5, 30, 60]),
        })),
        ...random.maybe(10, () => ({ activeDeadlineSeconds: random.pick([1, 10, 30, 60]) })),
        ...random.maybe(10, () => ({ readinessGates: [{ conditionType: 'example.com/gate' }] })),
        ...(init.length > 0 ? { initContainers: init.map(({ container }) => container) } : {}),
        containers: apps.map(({ container }) => container),
      },
      ...random.maybe(5, () => ({
        status: {
          conditions: [{ type: 'example.com/gate', status: random.pick(['True', 'False']) }],
        },
      })),
    },
    now: NOW,
    seconds,
    scripts: Object.fromEntries(
      [...init, ...apps].map(({ container, script }) => [container.name, script]),
    ),
    ...random.maybe(40, () => ({
      deleteAtSeconds: random.below(seconds),
      ...random.maybe(40, () => ({ gracePeriodSeconds: random.pick([0, 1, 2, 5, 30, 60, -1]) })),
    })),
  };
}
