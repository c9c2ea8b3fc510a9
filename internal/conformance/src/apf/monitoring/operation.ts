import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { controllerScenario, PERIOD_NS } from '../controller/generator.js';
import { Run, type Scenario } from '../controller/run.js';
import { type DumpRows, dumpRows, readDump } from './dump.js';
import { compareMetrics, Metrics } from './metrics.js';

/** Longer scenarios are only fuzzed. */
const SHORT = 5000;

/** A scenario of which the state is dumped when a request arrives. Most end soon after, while requests wait and execute. */
function monitoredScenario(random: Random): Json {
  const scenario = controllerScenario(random) as JsonObject;
  const arrivals = scenario.arrivals as unknown as Scenario['arrivals'];
  const dumpAtNs = random.pick(arrivals).atNs;
  return {
    ...scenario,
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
    const rows = readDump(dump as unknown as DumpRows);
    const ours = run.dump ? dumpRows(run.dump) : [];
    for (const [index, row] of rows.entries()) {
      comparison.field('row of the dump', row, ours[index]);
    }
    comparison.field('rows of the dump', rows.length, ours.length);
    compareMetrics(metrics as unknown as { [series: string]: string }, values, comparison);
  },
  kind(input, { out }) {
    const { arrivals, priorityLevels } = input as unknown as Scenario;
    const { metrics, dump } = out as unknown as { metrics: JsonObject; dump: DumpRows };
    const text = Object.keys(metrics).join();
    const traits = [
      text.includes('request_queue_length_after_enqueue'),
      text.includes('rejected_requests_total'),
      text.includes('execute=false'),
      Math.min(3, dump.requests.length),
      priorityLevels.length,
      arrivals.some(({ configuration }) => configuration),
    ];
    return JSON.stringify(input).length < SHORT ? traits.join() : 'long';
  },
};

/** Metrics, dumps and the Retry-After header. */
export const monitoringOperations: readonly Operation[] = [monitoring];
