import type { Comparison } from '../../harness/comparison.js';
import type { DeviationId } from '../../harness/deviations.js';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import { compareDecisions } from '../queue-set/operation.js';
import { controllerScenario } from './generator.js';
import { type Decision, type Limits, Run, type Scenario } from './run.js';

/** Compares the limits of all levels over time, up to the first difference. */
function compareLimits(
  theirs: readonly Limits[],
  ours: readonly Limits[],
  comparison: Comparison,
  explain: () => DeviationId | undefined,
): void {
  const text = (limits: Limits | undefined) =>
    Object.entries(limits ?? {})
      .map(([name, seats]) => [name, ...seats].join(' '))
      .sort()
      .join();
  comparison.field('number of adjustments', theirs.length, ours.length, explain);
  const at = theirs.findIndex((limits, index) => text(limits) !== text(ours[index]));
  if (at >= 0) {
    comparison.field(`limits ${at}`, text(theirs[at]), text(ours[at]), explain);
  }
}

const controller: Operation = {
  name: 'apf.controller',
  program: 'apf',
  candidates: 1000,
  examples: () => [],
  generate: controllerScenario,
  compare(input, theirs, comparison) {
    const { decisions, cut, limits } = theirs.out as JsonObject;
    const ours = new Run(input as unknown as Scenario);
    const explain = () => {
      const tied = ours.isTied ? ('half-seats' as const) : undefined;
      return cut ? ('cut-seats-counted' as const) : tied;
    };
    compareDecisions(decisions as unknown as Decision[], ours.decisions, comparison, explain);
    compareLimits(limits as unknown as Limits[], ours.limits, comparison, explain);
  },
  trim(out) {
    const { decisions, cut, limits } = out as { [field: string]: Json };
    return { decisions, cut, limits } as Json;
  },
  kind(input, { out }) {
    const { arrivals, priorityLevels, periods = 0 } = input as unknown as Scenario;
    const { decisions, cut } = out as unknown as { decisions: readonly Decision[]; cut: boolean };
    const words = new Set(decisions.map(([, word]) => word));
    const reconfigures = arrivals.some(({ configuration }) => configuration);
    // Long scenarios are only fuzzed.
    return arrivals.length <= 8 && periods <= 8
      ? `${priorityLevels.length >> 1},${[...words].sort().join()},${reconfigures},${cut},${Math.min(4, decisions.length)}`
      : 'long';
  },
};

/** Scenarios on all priority levels. */
export const controllerOperations: readonly Operation[] = [controller];
