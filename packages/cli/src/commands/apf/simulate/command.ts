import { ApfConfigurationError } from '@kubesem/apf';
import { ScenarioError } from '@kubesem/apf-simulator';
import type { Command } from 'commander';
import { type CommandContext, FAILED, OK, requireOneStdin, usageError } from '../../../context.js';
import { InputError } from '../../../io/sources.js';
import type { Terminal } from '../../../io/terminal.js';
import {
  repeatable,
  seconds,
  seed,
  withApfConfiguration,
  withColumns,
  withTable,
} from '../../../options.js';
import { notFound } from '../../../output/not-found.js';
import {
  describeProblem,
  writeErrors,
  writeNotes,
  writeWarnings,
} from '../../../output/problems.js';
import { writeResult } from '../../../output/write.js';
import { comparedLevels } from './comparison.js';
import { runSimulation, simulationModel } from './model.js';
import { logNote, requestsNote, warningsOn } from './notes.js';
import { readSimulation, type SimulateFlags } from './read.js';
import { levelsIn, renderResults, simulatedLevels } from './render.js';

const EXAMPLES = `
Examples:
  kubesem apf simulate examples/apf-scenario.yaml
                                      Waiting times and rejections
  kubesem apf simulate scenario.yaml -f apf.yaml --compare change.yaml
                                      Would the change starve the controllers?
  kubesem apf simulate --audit-log audit.log -f apf.yaml --compare change.yaml
                                      The same with recorded requests
  kubesem apf simulate scenario.yaml --chart workload-low
                                      Seats and waits of one level over time

A scenario lists who sends which requests, how many, and how long each executes.
Times are in seconds:
  durationSeconds: 300
  flows:
    - name: operator
      request:
        url: /api/v1/pods?limit=500
        user: { name: 'system:serviceaccount:ops:operator' }
      arrival: { process: poisson, perSecond: 20 }
      durationSeconds: { distribution: exponential, meanSeconds: 0.02 }
The README of @kubesem/apf-simulator lists all fields. An audit log has one
event of audit.k8s.io/v1 per line; watches and other long-running requests are
skipped.

With --compare, both configurations receive the same requests. The second one
adds the changed objects to those of -f; a changed object replaces the one with
the same name. The same seed gives the same result.

Exit status: 0 if there are no errors, 1 if a file is invalid, 2 if the command
line is wrong.`;

/** Adds `kubesem apf simulate`. */
export function addSimulate(apf: Command, { terminal, finish }: CommandContext): void {
  withColumns(
    withTable(withApfConfiguration(apf.command('simulate'))),
    'level',
    'seats',
    'used',
    'arrived',
    'rejected',
    'waiting',
    'wait-p50',
    'p99',
    'fair',
    'executed',
  )
    .description('Simulate a server: how long requests wait, and which are rejected')
    .argument('[SCENARIO]', 'YAML or JSON file, or - for standard input')
    .option('--audit-log <FILE>', 'Replay the requests of an audit log (- for standard input)')
    .addOption(repeatable('--compare <PATH>', 'Changed objects to compare with'))
    .option('--seed <N>', 'Random seed', seed)
    .option('--duration <TIME>', 'Simulated time, such as 90s, 10m or 1h', seconds)
    .option('--chart <LEVEL>', 'Draw this priority level (default on a terminal: the busiest one)')
    .addHelpText('after', EXAMPLES)
    .action(async (scenario: string | undefined, flags: SimulateFlags, itself: Command) => {
      const { auditLog, filename = [], compare = [] } = flags;
      if (scenario === undefined && auditLog === undefined) {
        usageError(itself, 'no requests; pass a SCENARIO or --audit-log');
      }
      requireOneStdin([scenario, auditLog, ...filename, ...compare], itself);
      const isLimitGiven = itself.getOptionValueSource('serverConcurrency') === 'cli';
      finish(await simulate(scenario, flags, isLimitGiven, terminal));
    });
}

async function simulate(
  path: string | undefined,
  flags: SimulateFlags,
  isLimitGiven: boolean,
  terminal: Terminal,
): Promise<number> {
  const { auditLog, chart, filename = [] } = flags;
  try {
    const input = await readSimulation(path, flags, isLimitGiven, terminal);
    if (input === undefined) {
      return FAILED;
    }
    const { log, base, changed } = input;
    const results = runSimulation(input, flags, terminal.stderr);
    const { before, after } = results;
    const levels = levelsIn(results);
    const isDrawn = chart === undefined || levels.includes(chart);
    writeResult(flags, terminal, {
      text: (layout) => renderResults(results, isDrawn ? chart : undefined, layout),
      table: (layout) =>
        after ? comparedLevels(before, after, layout) : simulatedLevels(before, layout),
      model: () => simulationModel(results, log),
    });
    writeNotes(log === undefined ? [] : [logNote(log)], terminal);
    const warnings = [base, ...(changed ? [changed] : [])].flatMap(warningsOn);
    writeWarnings(new Set(warnings), terminal);
    writeNotes([requestsNote(results)], terminal);
    if (!isDrawn) {
      const paths = [path, auditLog, ...filename].flatMap((each) => each ?? []);
      const known = levels.map((name) => ({ namespace: undefined, name }));
      const message = notFound({ paths }, `priority level ${chart}`, { name: chart }, known);
      writeErrors([message], terminal);
    }
    return input.isBroken || !isDrawn ? FAILED : OK;
  } catch (error) {
    writeErrors(messagesOf(error), terminal);
    return FAILED;
  }
}

/** What is wrong with the input; throws what is not its fault. */
function messagesOf(error: unknown): readonly string[] {
  if (error instanceof ApfConfigurationError) {
    return error.problems.map(
      (problem) => `${problem.kind} ${problem.name}: ${describeProblem(problem)}`,
    );
  }
  if (error instanceof ScenarioError) {
    return error.problems.map(describeProblem);
  }
  if (error instanceof InputError) {
    return [error.message];
  }
  throw error;
}
