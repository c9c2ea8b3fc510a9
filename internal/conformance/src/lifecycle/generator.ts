import type { Json, JsonObject } from '../harness/json.js';
import type { Random } from '../harness/random.js';

/** The time of all cases. */
export const NOW = '2026-11-22T12:00:00Z';
const NOW_MS = Date.parse(NOW);

/** Ages in seconds, around each change of their format. */
const AGES: readonly number[] = [
  ...[-3, -2, -1, 0, 1, 59, 60, 119, 120, 121, 599, 600, 601, 10_799, 10_800, 28_799, 28_800],
  ...[28_801, 172_799, 172_800, 176_400, 691_199, 691_200, 63_071_999, 63_072_000, 94_608_000],
  ...[252_287_999, 252_288_000, 9_000_000_000],
];
/** No time, the ends of what Go reads, and what it reads beyond RFC 3339. */
const ODD_TIMES = [
  ...[null, null, '0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00.5Z'],
  ...['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-11-22T11:59:00,5Z'],
  ...['2026-11-22T9:00:00Z', '2026-11-22T11:59:00.9999999999Z', '2026-11-21T12:00:00-24:00'],
];
const FRACTIONS = ['', '', '.5', '.999', '.000000001', '.999999999', '.100'];

/** A time before {@link NOW}, sometimes after it; with fractions of a second, in any time zone, or none. */
export function time(random: Random): Json {
  if (random.percent(8)) {
    return random.pick(ODD_TIMES);
  }
  const age = random.percent(50) ? random.pick(AGES) : random.below(400_000);
  const hours = random.pick([0, 0, 0, 2]);
  const shown = new Date(NOW_MS - age * 1000 + hours * 3_600_000).toISOString().slice(0, 19);
  return shown + random.pick(FRACTIONS) + (hours === 0 ? 'Z' : '+02:00');
}

const INIT_NAMES = ['init', 'proxy', 'setup'];
const APP_NAMES = ['app', 'web', 'log'];
const REASONS = [
  ...['', 'Completed', 'Error', 'OOMKilled', 'CrashLoopBackOff', 'PodInitializing'],
  'RestartingAllContainers',
];
const WAITING = [...REASONS, 'ContainerCreating', 'ImagePullBackOff', 'ErrImagePull'];
const PHASES = ['Pending', 'Running', 'Running', 'Succeeded', 'Failed', 'Unknown', '', 'Odd'];
const POD_REASONS = ['', '', '', '', 'Evicted', 'NodeLost', 'DeadlineExceeded', 'Shutdown'];
const CONDITIONS = ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled', 'example.com/gate'];

function terminated(random: Random): JsonObject {
  return {
    ...random.maybe(80, () => ({ exitCode: random.pick([0, 0, 1, 42, 137, -1, 2_147_483_647]) })),
    ...random.maybe(25, () => ({ signal: random.pick([0, 9, 15, -1]) })),
    ...random.maybe(70, () => ({ reason: random.pick(REASONS) })),
    ...random.maybe(80, () => ({ finishedAt: time(random) })),
  };
}

function state(random: Random): Json {
  const states: JsonObject = {
    ...random.maybe(30, () => ({
      waiting: random.maybe(85, () => ({ reason: random.pick(WAITING) })),
    })),
    ...random.maybe(40, () => ({ running: random.maybe(80, () => ({ startedAt: time(random) })) })),
    ...random.maybe(35, () => ({ terminated: terminated(random) })),
  };
  return random.percent(3) ? null : states;
}

/** The status of a container, which need not make sense. */
export function containerStatus(random: Random, name: string): Json {
  if (random.percent(1)) {
    return null;
  }
  return {
    ...random.maybe(98, () => ({ name: random.percent(95) ? name : 'other' })),
    ...random.maybe(95, () => ({ state: state(random) })),
    ...random.maybe(40, () => ({
      lastState: random.maybe(85, () => ({ terminated: terminated(random) })),
    })),
    ...random.maybe(90, () => ({ ready: random.percent(55) })),
    ...random.maybe(60, () => ({ started: random.pick([true, true, false, null]) })),
    ...random.maybe(70, () => ({
      restartCount: random.pick([0, 0, 1, 2, 17, 2_147_483_647, -1]),
    })),
  };
}

/** The statuses of containers: most have one, in any order, some twice. */
function statuses(random: Random, names: readonly string[]): Json {
  const shown = names.filter(() => random.percent(92));
  if (random.percent(20)) {
    shown.reverse();
  }
  if (random.percent(4)) {
    shown.push(random.pick(['other', 'app', 'proxy']));
  }
  return shown.map((name) => containerStatus(random, name));
}

function condition(random: Random): JsonObject {
  return {
    type: random.pick(CONDITIONS),
    ...random.maybe(60, () => ({ lastTransitionTime: time(random) })),
    ...random.maybe(95, () => ({ status: random.pick(['True', 'True', 'False', 'Unknown']) })),
    ...random.maybe(15, () => ({ reason: random.pick(['SchedulingGated', 'PodCompleted']) })),
  };
}

/** Policies and rules by exit code; an init container with the policy Always is a sidecar. */
export function restartFields(random: Random, policyPercent: number): JsonObject {
  return {
    ...random.maybe(policyPercent, () => ({
      restartPolicy: random.pick(['Always', 'Always', 'Never', 'OnFailure', 'Odd', '']),
    })),
    ...random.maybe(15, () => ({ restartPolicyRules: random.list(3, () => restartRule(random)) })),
  };
}

function restartRule(random: Random): JsonObject {
  return {
    ...random.maybe(95, () => ({
      action: random.pick(['Restart', 'RestartAllContainers', 'Odd', '']),
    })),
    ...random.maybe(90, () => ({
      exitCodes: {
        operator: random.pick(['In', 'NotIn', 'Odd']),
        values: random.list(3, () => random.pick([0, 1, 42, 137])),
      },
    })),
  };
}

/** A stored Pod with a status that need not fit its spec. */
export function podWithStatus(random: Random): JsonObject {
  const init = random.list(3, (index) => INIT_NAMES[index] as string);
  const apps = random.list(3, (index) => APP_NAMES[index] as string);
  if (random.percent(3)) {
    init.push('init');
  }
  return {
    metadata: {
      ...random.maybe(95, () => ({
        name: random.pick(['web', 'db-0', 'a-much-longer-name-7c9f']),
      })),
      ...random.maybe(90, () => ({ namespace: random.pick(['default', 'shop']) })),
      ...random.maybe(90, () => ({ creationTimestamp: time(random) })),
      ...random.maybe(20, () => ({ deletionTimestamp: '2026-11-22T12:00:30Z' })),
      ...random.maybe(30, () => ({ labels: labels(random) })),
      ...random.maybe(5, () => ({
        annotations: { 'kubernetes.io/config.source': random.pick(['file', 'api', '']) },
      })),
    },
    spec: {
      containers: apps.map((name) => ({ name, ...restartFields(random, 15) })),
      ...random.maybe(60, () => ({
        restartPolicy: random.pick(['Always', 'OnFailure', 'Never', '']),
      })),
      ...random.maybe(60, () => ({
        initContainers: init.map((name) => ({ name, ...restartFields(random, 60) })),
      })),
      ...random.maybe(70, () => ({ nodeName: random.pick(['node-1', '']) })),
      ...random.maybe(25, () => ({
        readinessGates: random.list(2, () => ({ conditionType: random.pick(CONDITIONS) })),
      })),
    },
    ...random.maybe(97, () => ({
      status: {
        ...random.maybe(95, () => ({ phase: random.pick(PHASES) })),
        ...random.maybe(30, () => ({ reason: random.pick(POD_REASONS) })),
        ...random.maybe(70, () => ({ conditions: random.list(4, () => condition(random)) })),
        ...random.maybe(80, () => ({ initContainerStatuses: statuses(random, init) })),
        ...random.maybe(95, () => ({ containerStatuses: statuses(random, apps) })),
        ...random.maybe(40, () => ({ podIP: random.pick(['10.0.0.1', '']) })),
        ...random.maybe(40, () => ({
          podIPs: random.list(2, () => ({ ip: random.pick(['10.0.0.1', 'fd00::1']) })),
        })),
        ...random.maybe(10, () => ({ nominatedNodeName: 'node-2' })),
      },
    })),
  };
}

function labels(random: Random): JsonObject {
  return {
    ...random.maybe(70, () => ({ app: random.pick(['web', 'db']) })),
    ...random.maybe(40, () => ({ 'example.com/tier': random.pick(['front', '']) })),
  };
}
