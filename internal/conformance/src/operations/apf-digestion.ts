import {
  ApfController,
  effectiveConfiguration,
  type LevelConcurrency,
  requestFromUrl,
  VirtualClock,
} from '@kubesem/apf';
import type { FlowSchema, PriorityLevelConfiguration } from '@kubesem/core';
import type { Comparison } from '../comparison.js';
import type { Configuration } from '../generators/apf-controller.js';
import {
  configurationRounds,
  requestFor,
  tooFewSeats,
  waitingRequest,
} from '../generators/apf-digestion.js';
import type { Operation } from '../operation.js';
import { isHalf } from './apf-controller.js';

interface Rounds {
  readonly serverConcurrencyLimit: number;
  readonly rounds: readonly (Configuration & { readonly hold: readonly string[] })[];
}

interface Level {
  readonly nominal: number;
  readonly lower: number;
  readonly upper: number;
  readonly current: number;
  readonly maxSeats: number;
  readonly quiescing: boolean;
  readonly queues: number;
}

interface Digested {
  readonly flowSchemas: readonly string[];
  readonly dangling: readonly string[];
  readonly levels: { readonly [name: string]: Level };
}

const oneSeat = { initialSeats: 1, finalSeats: 0, additionalLatencyNs: 0 };

const nameOf = ({ metadata }: FlowSchema | PriorityLevelConfiguration): string =>
  metadata?.name ?? '';

/** What the first configuration comes to without a controller. */
function compareEffective(
  { serverConcurrencyLimit, rounds }: Rounds,
  answers: readonly Digested[],
  comparison: Comparison,
): void {
  for (const [index, round] of rounds.entries()) {
    const { flowSchemas, dangling, levels } = effectiveConfiguration(round, serverConcurrencyLimit);
    const wanted = answers[index];
    comparison.field(
      `schemas ${index}`,
      wanted?.flowSchemas.join(),
      flowSchemas.map(nameOf).join(),
    );
    comparison.field(`dangling ${index}`, wanted?.dangling.join(), [...dangling].sort().join());
    if (index > 0) {
      continue; // levels of the rounds before may still be there
    }
    comparison.field('levels', Object.keys(wanted?.levels ?? {}).length, levels.length);
    for (const { configuration, nominalLimit, lowerLimit, upperLimit, maxSeats } of levels) {
      const name = nameOf(configuration);
      const level = wanted?.levels[name];
      const theirs = [level?.nominal, level?.lower, level?.upper, level?.maxSeats];
      comparison.field(
        name,
        theirs.join(),
        [nominalLimit, lowerLimit, upperLimit, maxSeats].join(),
      );
    }
  }
}

const digest: Operation = {
  name: 'apf.digest',
  program: 'apf',
  candidates: 1000,
  examples: () => [tooFewSeats],
  generate: configurationRounds,
  compare(input, theirs, comparison) {
    const all = input as unknown as Rounds;
    const answers = (theirs.out as unknown as Digested[]).map((answer) => ({
      ...answer,
      dangling: [...answer.dangling].sort(),
    }));
    compareEffective(all, answers, comparison);
    const { serverConcurrencyLimit, rounds } = all;
    const controller = new ApfController({
      serverConcurrencyLimit,
      clock: new VirtualClock(),
      priorityLevels: [],
      flowSchemas: [],
    });
    const limits = new Map<string, LevelConcurrency>();
    let isTied = false;
    controller.on({
      adjusted: (level, concurrency) => {
        limits.set(level, concurrency);
        isTied ||= isHalf(concurrency);
      },
      removed: (level) => limits.delete(level),
    });
    for (const [index, round] of rounds.entries()) {
      controller.updateConfig(round);
      const { priorityLevels } = controller.dump();
      const levels = answers[index]?.levels ?? {};
      const names = (object: object) => Object.keys(object).sort().join();
      comparison.field(`levels ${index}`, names(levels), names(priorityLevels));
      for (const [name, { maxSeats, ...wanted }] of Object.entries(levels)) {
        const { nominalLimit, lowerLimit, upperLimit, currentLimit } = limits.get(name) ?? {};
        const { isQuiescing, queues } = priorityLevels[name] ?? {};
        const level = `${name} ${index}`;
        comparison.field(`nominal limit of ${level}`, wanted.nominal, nominalLimit);
        comparison.field(`lower limit of ${level}`, wanted.lower, lowerLimit);
        comparison.field(`upper limit of ${level}`, wanted.upper, upperLimit);
        comparison.field(`current limit of ${level}`, wanted.current, currentLimit, () =>
          isTied ? 'half-seats' : undefined,
        );
        comparison.field(`whether it drains, ${level}`, wanted.quiescing, isQuiescing);
        comparison.field(`queues of ${level}`, wanted.queues, queues?.length);
        const request = round.hold.includes(name) ? requestFor(round, name) : undefined;
        if (request !== undefined) {
          const work = (context: { readonly maxSeats: number }) => {
            comparison.field(`seats to a request of ${level}`, maxSeats, context.maxSeats);
            return oneSeat;
          };
          controller.request(request, { work });
        }
      }
    }
    controller.close();
  },
  kind(input, { out }) {
    const { rounds } = input as unknown as Rounds;
    const drains = (out as unknown as Digested[]).some(({ levels }) =>
      Object.values(levels).some(({ quiescing }) => quiescing),
    );
    const dangles = (out as unknown as Digested[]).some(({ dangling }) => dangling.length > 0);
    const levels = rounds.map(
      ({ priorityLevels, hold }) => `${priorityLevels.length >> 1} ${hold.length > 0}`,
    );
    return rounds.length <= 2 ? `${levels.join()},${drains},${dangles}` : 'long';
  },
};

interface Waiting {
  readonly nowNs: number;
  readonly deadlineNs?: number;
}

/** A level with one seat and one queue, which everybody gets to. */
const NARROW = {
  priorityLevels: [
    {
      metadata: { name: 'narrow' },
      spec: {
        type: 'Limited',
        limited: {
          nominalConcurrencyShares: 100,
          limitResponse: { type: 'Queue', queuing: { queues: 1, handSize: 1 } },
        },
      },
    },
  ],
  flowSchemas: [
    {
      metadata: { name: 'all' },
      spec: {
        priorityLevelConfiguration: { name: 'narrow' },
        rules: [
          {
            subjects: [{ kind: 'User', user: { name: '*' } }],
            nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
          },
        ],
      },
    },
  ],
};

const waitLimit: Operation = {
  name: 'apf.waitLimit',
  program: 'apf',
  examples: () => [],
  generate: waitingRequest,
  compare(input, theirs, comparison) {
    const { nowNs, deadlineNs } = input as unknown as Waiting;
    const clock = new VirtualClock();
    clock.run(nowNs);
    const controller = new ApfController({ serverConcurrencyLimit: 1, clock, ...NARROW });
    const request = requestFromUrl('GET', '/version', { name: 'jane' });
    controller.request(request);
    const timeoutMs = deadlineNs === undefined ? undefined : (deadlineNs - nowNs) / 1e6;
    const ticket = controller.request(request, { timeoutMs });
    while (ticket.state === 'waiting' && clock.step()) {}
    // What has no time left is still taken for a moment.
    const wanted = Math.max(nowNs, Number(theirs.out));
    comparison.field('until', wanted, clock.nowNs());
    comparison.field('reason', 'time-out', ticket.rejection?.reason);
    controller.close();
  },
  kind(input, { out }) {
    const { nowNs, deadlineNs } = input as unknown as Waiting;
    const seconds = (Number(out) - nowNs) / 1e9;
    // A quarter of it is not always whole nanoseconds.
    const rest = deadlineNs === undefined ? 'default' : (deadlineNs - nowNs) % 8;
    return `${rest},${Math.sign(seconds)},${Math.round(Math.log10(Math.abs(seconds)))},${seconds === 60}`;
  },
};

/** What a server makes of its configuration, and how long a request may wait. */
export const digestionOperations: readonly Operation[] = [digest, waitLimit];
