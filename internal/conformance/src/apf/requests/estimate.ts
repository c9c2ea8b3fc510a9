import { workEstimate } from '@kubesem/apf';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { infoOf, type Line, MORE_METHODS, PARAMETERS, query, requestLine } from './line.js';

/** Feature gates that are on by default. */
const GATES = ['SizeBasedListCostEstimate', 'WatchList'];

function estimateOf(random: Random, line: JsonObject): Json {
  const stats = {
    count: random.pick([0, 1, 2, 99, 100, 101, 1000, 100_000, 1_000_000_000]),
    size: random.pick([0, -1, 1, 999, 1000, 1001, 5000, 100_000, 1_500_000]),
    stale: random.percent(10),
  };
  return {
    ...line,
    maxSeats: random.pick([0, 1, 3, 10, 11, 100, 1000]),
    ...random.maybe(85, () => ({ stats })),
    watches: random.pick([0, 1, 9, 10, 11, 95, 100, 101, 12_345]),
    consistentReads: random.percent(50),
    ...random.maybe(20, () => ({ gatesOff: GATES.filter(() => random.percent(60)) })),
  };
}

/** A request to estimate; most are lists, watches and writes. */
function estimation(random: Random): Json {
  if (random.percent(20)) {
    return estimateOf(random, requestLine(random));
  }
  const path = random.pick(['/api/v1/pods', '/apis/apps/v1/namespaces/ns/deployments']);
  const write = { method: random.pick(['PUT', 'POST', 'PATCH', 'DELETE']), url: `${path}/x` };
  const read = { method: 'GET', url: path + query(random) };
  return estimateOf(random, random.percent(25) ? write : read);
}

/** One estimate for each kind of request. */
function* estimations(): Iterable<Json> {
  const stats = { count: 1000, size: 2000, stale: false };
  const common = { maxSeats: 0, stats, watches: 95, consistentReads: true };
  for (const method of MORE_METHODS) {
    for (const path of [
      '/api/v1/pods',
      '/api/v1/pods/x',
      '/healthz',
      '/api/v1/serviceaccounts/a/token',
    ]) {
      yield { ...common, method, url: path };
    }
  }
  for (const [name, values] of Object.entries(PARAMETERS)) {
    for (const value of values) {
      const url = `/api/v1/pods?${name}=${encodeURIComponent(value)}`;
      yield { ...common, method: 'GET', url };
      yield { ...common, method: 'GET', url, gatesOff: ['SizeBasedListCostEstimate'] };
      yield { ...common, method: 'GET', url: `${url}&watch=1`, gatesOff: ['WatchList'] };
    }
  }
}

interface Estimation extends Line {
  readonly maxSeats: number;
  readonly stats?: { readonly count: number; readonly size: number; readonly stale: boolean };
  readonly watches: number;
  readonly consistentReads: boolean;
  readonly gatesOff?: readonly string[];
}

const estimate: Operation = {
  name: 'apf.estimate',
  program: 'apf',
  examples: estimations,
  generate: estimation,
  compare(input, theirs, comparison) {
    const { stats, maxSeats, watches, consistentReads, ...more } = input as unknown as Estimation;
    const { gatesOff = [], ...line } = more;
    if (theirs.out === undefined) {
      return; // not a request; apf.requestInfo compares that
    }
    const ours = workEstimate(infoOf(line), line.url, {
      maxSeats,
      watches,
      supportsConsistentReads: consistentReads,
      sizeBasedListCostEstimate: !gatesOff.includes('SizeBasedListCostEstimate'),
      watchList: !gatesOff.includes('WatchList'),
      ...(stats && {
        objects: {
          objectCount: stats.count,
          averageObjectBytes: stats.size,
          isStale: stats.stale,
        },
      }),
    });
    const { initialSeats, finalSeats, additionalLatencyNs } = theirs.out as JsonObject;
    comparison.field('initial seats', initialSeats, ours.initialSeats);
    comparison.field('final seats', finalSeats, ours.finalSeats);
    comparison.field('latency', Number(additionalLatencyNs), ours.additionalLatencyNs);
  },
  kind: (input, { err, out }) =>
    `${err},${(input as unknown as Line).method},${JSON.stringify(out)}`,
};

/** Seats and time of a request. */
export const estimateOperations: readonly Operation[] = [estimate];
