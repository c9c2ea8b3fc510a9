import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { controllerScenario, PERIOD_NS } from '../controller/generator.js';
import { Run, type Scenario } from '../controller/run.js';
import { compareDumps, type Dumps, dumpsOf } from './dump.js';
import { compareMetrics, Metrics } from './metrics.js';

/** Longer scenarios are only fuzzed. */
const SHORT = 5000;

/** What columns of a dump can hold. */
const ODD = [
  '',
  'ä\u{1f600}',
  'a, b',
  '__proto__',
  '\u001B[31mred',
  '\u007F',
  '%0A',
  'x'.repeat(40),
];

/** A caller whose name and request are harder to print. */
function oddCaller(random: Random, caller: JsonObject): JsonObject {
  const odd = (percent: number, ...fields: readonly string[]): JsonObject =>
    Object.assign(
      {},
      ...fields.map((field) => random.maybe(percent, () => ({ [field]: random.pick(ODD) }))),
    );
  const fields = ['path', 'name', 'namespace', 'apiGroup', 'apiVersion', 'resource', 'subresource'];
  return {
    ...caller,
    ...odd(5, 'user'),
    info: { ...(caller.info as JsonObject), ...odd(10, ...fields) },
  };
}

/** A scenario of which the state is dumped when a request arrives. Most end soon after, while requests wait and execute. */
function monitoredScenario(random: Random): Json {
  const scenario = controllerScenario(random) as JsonObject;
  const arrivals = scenario.arrivals as unknown as Scenario['arrivals'];
  const dumpAtNs = random.pick(arrivals).atNs;
  return {
    ...scenario,
    callers: (scenario.callers as JsonObject[]).map((caller) => oddCaller(random, caller)),
    dumpAtNs,
    ...random.maybe(80, () => ({ periods: Math.ceil(dumpAtNs / PERIOD_NS) + random.below(3) })),
  };
}

const monitoring: Operation = {
  name: 'apf.monitoring',
  program: 'apf',
  candidates: 2000,
  examples: () => [],
  generate: monitoredScenario,
  compare(input, theirs, comparison) {
    const { metrics, dump, retryAfter } = theirs.out as JsonObject;
    const values = new Metrics();
    const run = new Run(input as unknown as Scenario, (controller, clock) =>
      values.observe(controller, clock),
    );
    for (const [position, seconds] of Object.entries(retryAfter as JsonObject)) {
      comparison.field(`retry ${position}`, Number(seconds), run.retryAfter.get(Number(position)));
    }
    const dumps = dump as unknown as Dumps;
    const ours = run.dump === undefined ? {} : dumpsOf(run.dump, Object.keys(dumps));
    compareDumps(dumps, ours, comparison);
    compareMetrics(metrics as unknown as { [series: string]: string }, values, comparison);
  },
  kind(input, { out }) {
    const { arrivals, priorityLevels } = input as unknown as Scenario;
    const { metrics, dump } = out as unknown as { metrics: JsonObject; dump: Dumps };
    const text = Object.keys(metrics).join();
    const traits = [
      text.includes('request_queue_length_after_enqueue'),
      text.includes('rejected_requests_total'),
      text.includes('execute=false'),
      Math.min(3, (dump.dump_requests?.length ?? 0) - 2),
      priorityLevels.length,
      arrivals.some(({ configuration }) => configuration),
    ];
    return JSON.stringify(input).length < SHORT ? traits.join() : 'long';
  },
};

/** Metrics, dumps and the Retry-After header. */
export const monitoringOperations: readonly Operation[] = [monitoring];
