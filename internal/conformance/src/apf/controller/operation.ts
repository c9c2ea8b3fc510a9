import type { Comparison } from '../../harness/comparison.js';
import type { JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import { compareDecisions } from '../queue-set/operation.js';
import { controllerScenario, isBuiltIn } from './generator.js';
import { type Decision, type Limits, Run, type Scenario } from './run.js';

/** Compares the limits of all levels over time, up to the first difference. */
function compareLimits(
  theirs: readonly Limits[],
  ours: readonly Limits[],
  comparison: Comparison,
): void {
  const text = (limits: Limits | undefined) =>
    Object.entries(limits ?? {})
      .map(([name, seats]) => [name, ...seats].join(' '))
      .sort()
      .join();
  comparison.field('number of adjustments', theirs.length, ours.length);
  const at = theirs.findIndex((limits, index) => text(limits) !== text(ours[index]));
  if (at >= 0) {
    comparison.field(`limits ${at}`, text(theirs[at]), text(ours[at]));
  }
}

/** The kind of a scenario with some traits. */
function kindOf({ arrivals, priorityLevels, periods = 0 }: Scenario, traits: string): string {
  const configurations = arrivals.flatMap(({ configuration = [] }) => configuration);
  // Long scenarios are only fuzzed.
  if (arrivals.length > 8 || periods > 8) {
    return 'long';
  }
  return [{ priorityLevels }, ...configurations].some(isBuiltIn)
    ? `built-in,${configurations.length > 0}`
    : `${priorityLevels.length >> 1},${configurations.length > 0},${traits}`;
}

const controller: Operation = {
  name: 'apf.controller',
  program: 'apf',
  candidates: 1000,
  examples: () => [],
  generate: controllerScenario,
  compare(input, theirs, comparison) {
    const { decisions, limits } = theirs.out as JsonObject;
    const ours = new Run(input as unknown as Scenario);
    compareDecisions(decisions as unknown as Decision[], ours.decisions, comparison);
    compareLimits(limits as unknown as Limits[], ours.limits, comparison);
  },
  kind(input, { out }) {
    const { decisions } = out as unknown as { decisions: readonly Decision[] };
    const words = new Set(decisions.map(([, word]) => word));
    const traits = [...words].sort().join();
    return kindOf(input as unknown as Scenario, `${traits},${Math.min(4, decisions.length)}`);
  },
};

/** Scenarios on all priority levels. */
export const controllerOperations: readonly Operation[] = [controller];
