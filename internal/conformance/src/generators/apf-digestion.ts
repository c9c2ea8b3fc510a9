import { classify, effectiveConfiguration, type RequestDigest } from '@kubesem/apf';
import type { Json } from '../json.js';
import type { Random } from '../random.js';
import { type Configuration, configuration } from './apf-controller.js';

/** What a server without any other gives all of its requests to wait: a quarter of a minute. */
const DEFAULT_WAIT_NS = 15_000_000_000;
/** Of a millisecond, so that milliseconds hold whole nanoseconds without rounding: a 64th. */
const STEP_NS = 15_625;

const USERS = ['u0', 'u1', 'u2', 'u3', 'u4', 'u5', 'nobody'];

/**
 * Finds somebody whose requests a level gets.
 *
 * @param round - the configuration
 * @param level - name of the level
 * @returns a request of such a user; nothing if there is none
 */
export function requestFor(round: Configuration, level: string): RequestDigest | undefined {
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
  return digests.find((digest) => classify(digest, flowSchemas)?.priorityLevel === level);
}

/** Configurations that follow each other, while requests of former levels go on. */
export function configurationRounds(random: Random): Json {
  const rounds = Array.from({ length: 1 + random.below(4) }, () => {
    const round = configuration(random);
    const hold = ['a', 'b', 'c', 'system', 'catch-all', 'exempt'].filter(
      (level) => random.percent(40) && requestFor(round, level) !== undefined,
    );
    return { ...round, hold };
  });
  const serverConcurrencyLimit = random.pick([1, 2, 10, 600, random.below(1000)]);
  return { serverConcurrencyLimit, rounds } as unknown as Json;
}

/** Levels that lend nothing want more seats than there are, so that no seats are borrowed; another lends all of its own. */
export const tooFewSeats: Json = {
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

/** When a request comes, and when it has to be done. */
export function waitingRequest(random: Random): Json {
  const nowNs = random.pick([0, 1, random.below(1e12), random.below(1e12)]);
  const seconds = random.pick([0.001, 1, 60, 240, 241, 1000]);
  const steps = random.below(Math.ceil((seconds * 1e9) / STEP_NS)) - random.pick([0, 0, 0, 100]);
  return {
    nowNs,
    ...(random.percent(50) && { receivedNs: nowNs }),
    ...(random.percent(80) && { deadlineNs: nowNs + steps * STEP_NS }),
    defaultNs: DEFAULT_WAIT_NS,
  };
}
