import { type SimulatedServer, type SimulationResult, simulate } from '@kubesem/apf-simulator';
import { startProgress } from '../../../io/progress.js';
import type { Output } from '../../../io/terminal.js';
import type { SimulateAsked, SimulationInput } from './read.js';

/** The result with one configuration, and with the other one if there are two. */
export interface SimulationResults {
  readonly before: SimulationResult;
  readonly after?: SimulationResult | undefined;
}

const STEPS = 1000;

/** Simulates the server with each configuration. */
export function runSimulation(
  { scenario, log, base, changed }: SimulationInput,
  { seed, durationSeconds }: Pick<SimulateAsked, 'seed' | 'durationSeconds'>,
  stderr: Output,
): SimulationResults {
  const progress = startProgress(changed ? 2 * STEPS : STEPS, stderr, 'simulating');
  const run = (config: SimulatedServer): SimulationResult => {
    let before = 0;
    return simulate({
      ...scenario,
      config,
      arrivals: log?.arrivals ?? [],
      durationSeconds: durationSeconds ?? scenario?.durationSeconds,
      seed: seed ?? scenario?.seed,
      onProgress: (part) => {
        progress.advance((part - before) * STEPS);
        before = part;
      },
    });
  };
  try {
    return { before: run(base), after: changed && run(changed) };
  } finally {
    progress.stop();
  }
}

/** What `kubesem apf simulate` reports for programs. */
export function simulationModel(
  { before, after }: SimulationResults,
  log: SimulationInput['log'],
): object {
  const auditLog = log && {
    requests: log.arrivals.length,
    startUnixMs: log.startUnixMs,
    assumedDurations: log.assumedDurations,
    skipped: log.skipped,
  };
  return {
    ...(auditLog && { auditLog }),
    ...(after === undefined ? before : { before, after }),
  };
}
