import type { Container, Pod } from '@kubesem/core';
import {
  CrashLoopBackOff,
  type CrashLoopSettings,
  containerRestart,
  crashLoopSettings,
} from '@kubesem/lifecycle';
import type { JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { restartFields } from './generator.js';

interface RestartCase {
  readonly pod: Pod & { readonly spec: { readonly containers: readonly [Container] } };
  readonly exitCode: number;
}

interface RestartAnswer {
  readonly restarts: boolean;
  readonly action: string;
  readonly matched: boolean;
}

const EXIT_CODES = [0, 0, 1, 42, 137, -1, 2_147_483_647];

/** Rules without a policy, of every operator, and of two that match. */
const CONTAINERS: readonly JsonObject[] = [
  {},
  { restartPolicy: 'Always' },
  { restartPolicy: 'Never' },
  { restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'In', values: [42] } }] },
  ...['In', 'NotIn', 'Odd'].flatMap((operator) =>
    ['Restart', 'RestartAllContainers', 'Odd'].map((action) => ({
      restartPolicy: 'Never',
      restartPolicyRules: [
        { action, exitCodes: { operator, values: [42] } },
        { action: 'Restart', exitCodes: { operator: 'In', values: [1] } },
      ],
    })),
  ),
];

const restart: Operation = {
  name: 'container.restart',
  program: 'kubernetes',
  *examples() {
    for (const restartPolicy of ['Always', 'OnFailure', 'Never', '']) {
      for (const container of CONTAINERS) {
        for (const exitCode of [0, 1, 42]) {
          yield { pod: { spec: { restartPolicy, containers: [container] } }, exitCode };
        }
      }
    }
  },
  generate: (random) => ({
    pod: {
      spec: {
        ...random.maybe(85, () => ({
          restartPolicy: random.pick(['Always', 'OnFailure', 'Never', 'Odd']),
        })),
        containers: [{ name: 'app', ...restartFields(random, 60) }],
      },
    },
    exitCode: random.pick(EXIT_CODES),
  }),
  compare(input, theirs, comparison) {
    const { pod, exitCode } = input as unknown as RestartCase;
    const { restarts, action, matched } = theirs.out as unknown as RestartAnswer;
    const [container] = pod.spec.containers;
    const ours = containerRestart(pod, container, exitCode);
    comparison.field('restarts', restarts, ours.restarts);
    const { decidedBy } = ours;
    if (decidedBy.by === 'RULE') {
      const rule = container.restartPolicyRules?.[decidedBy.index ?? -1];
      comparison.field('rule', action, rule?.action);
      comparison.field('all containers', action === 'RestartAllContainers', ours.allContainers);
    } else {
      const isRule = matched && container.restartPolicy != null;
      const decides = isRule && ['Restart', 'RestartAllContainers'].includes(action);
      comparison.field('no rule', false, decides);
    }
  },
  kind(input, { out }) {
    const { pod, exitCode } = input as unknown as RestartCase;
    const { by } = containerRestart(pod, pod.spec.containers[0], exitCode).decidedBy;
    return [...Object.values(out as JsonObject), by].join();
  },
};

const settings: Operation = {
  name: 'crashLoop.settings',
  program: 'kubernetes',
  examples: () =>
    [1, 2, 9, 10, 11, 60, 299, 300].map((seconds) => ({
      maxContainerRestartPeriodSeconds: seconds,
    })),
  generate: (random) => ({ maxContainerRestartPeriodSeconds: 1 + random.below(300) }),
  compare(input, theirs, comparison) {
    const ours = crashLoopSettings(input as { maxContainerRestartPeriodSeconds: number });
    const { initialSeconds, maxSeconds } = theirs.out as JsonObject;
    comparison.field('first delay', initialSeconds, ours.initialSeconds);
    comparison.field('longest delay', maxSeconds, ours.maxSeconds);
  },
  kind: (_, { out }) => `${(out as JsonObject).maxSeconds}`,
};

interface SeriesCase extends CrashLoopSettings {
  readonly housekeeping: boolean;
  readonly runMs: readonly number[];
}

/** Runs around the delays and the time after which a series starts anew, in seconds. */
const RUNS = [0, 1, 5, 10, 11, 60, 299, 300, 301, 400, 450, 599, 600, 601, 900];

function series(random: Random): JsonObject {
  const maxSeconds = random.pick([300, 300, 300, 60, 10, 5, 1]);
  return {
    initialSeconds: Math.min(random.pick([10, 10, 1]), maxSeconds),
    maxSeconds,
    housekeeping: random.percent(70),
    runMs: random.list(12, () => random.pick(RUNS) * 1000 + random.pick([0, 0, 0, 1, 500, 999])),
  };
}

/** The waits of our back-off, which the oracle looks at every second, and collects every two. */
function oursOf({ housekeeping, runMs, ...delays }: SeriesCase): number[] {
  const backOff = new CrashLoopBackOff(delays);
  let nowMs = 0;
  const pass = (untilMs: number): void => {
    for (let at = nowMs - (nowMs % 2000) + 2000; housekeeping && at <= untilMs; at += 2000) {
      backOff.collect(at);
    }
    nowMs = untilMs;
  };
  return runMs.map((ms) => {
    pass(nowMs + ms);
    const finishedAtMs = nowMs;
    while (backOff.next({ finishedAtMs, nowMs }) > 0) {
      pass(nowMs + 1000);
    }
    return nowMs - finishedAtMs;
  });
}

const backOff: Operation = {
  name: 'crashLoop.series',
  program: 'kubernetes',
  examples: () => {
    const defaults = { initialSeconds: 10, maxSeconds: 300, housekeeping: true };
    return [
      { ...defaults, runMs: Array.from({ length: 8 }, () => 1000) },
      { ...defaults, runMs: [1, 1, 1, 1, 1, 1, 400, 1, 450, 1].map((seconds) => seconds * 1000) },
      { ...defaults, housekeeping: false, runMs: [1000, 1000, 1000, 601_000, 1000] },
      { ...defaults, runMs: [] },
    ];
  },
  generate: series,
  candidates: 1000,
  compare(input, theirs, comparison) {
    const { waitsMs } = theirs.out as { readonly waitsMs: readonly number[] };
    const ours = oursOf(input as unknown as SeriesCase);
    comparison.field('waits', waitsMs.join(), ours.join());
  },
  kind(input, { out }) {
    const { maxSeconds, housekeeping } = input as unknown as SeriesCase;
    const { waitsMs } = out as { readonly waitsMs: readonly number[] };
    return [maxSeconds, housekeeping, new Set(waitsMs).size, waitsMs.length].join();
  },
};

/** Restarts of containers. */
export const restartOperations: readonly Operation[] = [restart, settings, backOff];
