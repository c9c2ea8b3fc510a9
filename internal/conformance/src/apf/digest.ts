import {
  ApfController,
  classifyRequest,
  effectiveConfiguration,
  type LevelConcurrency,
  type RequestDigest,
  VirtualClock,
} from '@kubesem/apf';
import type { FlowSchema, PriorityLevelConfiguration } from '@kubesem/core';
import type { Comparison } from '../harness/comparison.js';
import type { Json } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { type Configuration, configuration, isBuiltIn } from './controller/generator.js';

const USERS = ['u0', 'u1', 'u2', 'u3', 'u4', 'u5', 'nobody'];

/**
 * Finds a request that reaches a level.
 *
 * @param round - the configuration
 * @param level - name of the level
 * @returns a request of one of its users; undefined if there is no such user
 */
function requestFor(round: Configuration, level: string): RequestDigest | undefined {
  const { flowSchemas } = effectiveConfiguration(round, 1);
  const requestInfo = {
    isResourceRequest: true,
    path: '/api/v1/pods',
    verb: 'list',
    resource: 'pods',
  };
  const digests = [
    ...USERS.map((name) => ({ requestInfo, user: { name, groups: ['system:authenticated'] } })),
    { requestInfo, user: { name: 'root', groups: ['system:masters'] } },
  ];
  return digests.find((digest) => classifyRequest(digest, flowSchemas)?.priorityLevel === level);
}

const MOST_ROUNDS = 4;

/** Reports whether a queue of a level has space for a request of each round: the two sides use different flows. */
function hasSpace({ priorityLevels }: Configuration, level: string): boolean {
  const levels = priorityLevels as readonly PriorityLevelConfiguration[];
  const { spec } = levels.find(({ metadata }) => metadata?.name === level) ?? {};
  const { queuing } = spec?.limited?.limitResponse ?? {};
  return (queuing?.queueLengthLimit ?? MOST_ROUNDS) >= MOST_ROUNDS;
}

/** Consecutive configurations, while requests of former levels continue. */
function configurationRounds(random: Random): Json {
  const rounds = Array.from({ length: 1 + random.below(MOST_ROUNDS) }, () => {
    const round = configuration(random);
    const hold = ['a', 'b', 'c', 'system', 'catch-all', 'exempt'].filter(
      (level) =>
        random.percent(40) && hasSpace(round, level) && requestFor(round, level) !== undefined,
    );
    return { ...round, hold };
  });
  const serverConcurrencyLimit = random.pick([1, 2, 10, 600, random.below(1000)]);
  return { serverConcurrencyLimit, rounds } as unknown as Json;
}

/** Levels that lend nothing need more seats than exist, so nobody borrows; another level lends all of its seats. */
const TOO_FEW_SEATS: Json = {
  serverConcurrencyLimit: 10,
  rounds: [20, 60].map((shares) => ({
    priorityLevels: [
      ...Array.from({ length: 20 }, (_, i) => levelOf(`n${i}`, 1, 0)),
      levelOf('wide', shares, 100),
    ],
    flowSchemas: [],
    hold: [],
  })),
};

function levelOf(name: string, nominalConcurrencyShares: number, lendablePercent: number): Json {
  const limitResponse = { type: 'Reject' };
  const limited = { nominalConcurrencyShares, lendablePercent, limitResponse };
  return { metadata: { name }, spec: { type: 'Limited', limited } };
}

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

const ONE_SEAT = { initialSeats: 1, finalSeats: 0, additionalLatencyNs: 0 };

const nameOf = ({ metadata }: FlowSchema | PriorityLevelConfiguration): string =>
  metadata?.name ?? '';

/** Compares the effective configuration, computed without a controller. */
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
      continue; // levels of earlier rounds may still exist
    }
    comparison.field('levels', Object.keys(wanted?.levels ?? {}).length, levels.length);
    for (const { configuration, nominalLimit, lowerLimit, upperLimit, ...ours } of levels) {
      const name = nameOf(configuration);
      const { nominal, lower, upper, current, maxSeats } = wanted?.levels[name] ?? {};
      comparison.field(
        name,
        [nominal, lower, upper, current, maxSeats].join(),
        [nominalLimit, lowerLimit, upperLimit, ours.initialLimit, ours.maxSeats].join(),
      );
    }
  }
}

/** Runs the configurations on one controller and compares the levels after each. */
function compareRounds(
  { serverConcurrencyLimit, rounds }: Rounds,
  answers: readonly Digested[],
  comparison: Comparison,
): void {
  const controller = new ApfController({
    serverConcurrencyLimit,
    clock: new VirtualClock(),
    priorityLevels: [],
    flowSchemas: [],
  });
  const limits = new Map<string, LevelConcurrency>();
  controller.on({
    adjusted: (level, concurrency) => {
      limits.set(level, concurrency);
    },
    removed: (level) => limits.delete(level),
  });
  for (const [index, round] of rounds.entries()) {
    controller.updateConfig(round);
    const { priorityLevels } = controller.dump();
    const levels = answers[index]?.levels ?? {};
    const names = (object: object) => Object.keys(object).sort().join();
    comparison.field(`levels ${index}`, names(levels), names(priorityLevels));
    for (const [name, wanted] of Object.entries(levels)) {
      const { nominalLimit, lowerLimit, upperLimit, currentLimit } = limits.get(name) ?? {};
      const { isQuiescing, queues } = priorityLevels[name] ?? {};
      const level = `${name} ${index}`;
      comparison.field(`nominal limit of ${level}`, wanted.nominal, nominalLimit);
      comparison.field(`lower limit of ${level}`, wanted.lower, lowerLimit);
      comparison.field(`upper limit of ${level}`, wanted.upper, upperLimit);
      comparison.field(`current limit of ${level}`, wanted.current, currentLimit);
      comparison.field(`${level} is quiescing`, wanted.quiescing, isQuiescing);
      comparison.field(`queues of ${level}`, wanted.queues, queues?.length);
      const request = round.hold.includes(name) ? requestFor(round, name) : undefined;
      if (request !== undefined) {
        const work = ({ maxSeats }: { readonly maxSeats: number }) => {
          comparison.field(`maximum of seats in ${level}`, wanted.maxSeats, maxSeats);
          return ONE_SEAT;
        };
        controller.request(request, { work });
      }
    }
  }
  controller.close();
}

const digest: Operation = {
  name: 'apf.digest',
  program: 'apf',
  candidates: 1000,
  examples: () => [TOO_FEW_SEATS],
  generate: configurationRounds,
  compare(input, theirs, comparison) {
    const rounds = input as unknown as Rounds;
    const answers = (theirs.out as unknown as Digested[]).map((answer) => ({
      ...answer,
      dangling: [...answer.dangling].sort(),
    }));
    compareEffective(rounds, answers, comparison);
    compareRounds(rounds, answers, comparison);
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
    if (rounds.length > 2) {
      return 'long';
    }
    return rounds.some(isBuiltIn) ? 'built-in' : `${levels.join()},${drains},${dangles}`;
  },
};

/** The effective configuration of a server. */
export const digestOperations: readonly Operation[] = [digest];
