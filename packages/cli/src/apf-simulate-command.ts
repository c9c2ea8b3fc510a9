import {
  type ApfConfiguration,
  ApfConfigurationError,
  effectiveConfiguration,
  planMaintenance,
  type Scenario,
  ScenarioError,
  type SimulatedServer,
  type SimulationResult,
  simulate,
} from '@kubesem/apf';
import {
  type FlowSchema,
  KUBERNETES_VERSION,
  type PriorityLevelConfiguration,
} from '@kubesem/core';
import { type ApfFlags, nameOf, readStoredObjects } from './apf-input.js';
import { type ReadArrivals, readArrivals } from './audit-arrivals-input.js';
import { writeErrors } from './cluster-input.js';
import { InputError } from './inputs.js';
import { startProgress } from './progress.js';
import { renderLevelChart } from './render-chart.js';
import { renderComparison } from './render-comparison.js';
import { busiestLevel, renderSimulation } from './render-simulation.js';
import { readScenario } from './scenario-input.js';
import { renderStructured } from './structured.js';
import { type Terminal, visible } from './terminal.js';

/** The flags of `kubesem apf simulate`. */
export interface ApfSimulateFlags extends ApfFlags {
  /** A file with events. */
  readonly auditLog?: string | undefined;
  /** Files with the objects that change. */
  readonly compare?: readonly string[] | undefined;
  readonly seed?: number | undefined;
  /** In seconds. */
  readonly duration?: number | undefined;
  /** Name of a priority level. */
  readonly chart?: string | undefined;
}

interface Objects {
  readonly priorityLevels: readonly PriorityLevelConfiguration[];
  readonly flowSchemas: readonly FlowSchema[];
}

/** The server with one configuration. */
interface Configuration extends Objects {
  readonly serverConcurrencyLimit: number;
  readonly suggestedObjects: boolean;
}

/** What came of one configuration, and of the other one if there are two. */
interface Results {
  readonly before: SimulationResult;
  readonly after?: SimulationResult | undefined;
}

/** What is simulated. */
interface Simulated {
  readonly scenario: Scenario | undefined;
  readonly log: ReadArrivals | undefined;
  readonly base: Configuration;
  /** The configuration to compare with, if there is one. */
  readonly changed: Configuration | undefined;
  readonly isBroken: boolean;
}

/**
 * Simulates a server in virtual time, with one configuration or two.
 *
 * @param path - of the scenario, if there is one
 * @param flags - where the rest is, and how to print
 * @param isLimitGiven - whether the flags say how many seats the server has, and not the scenario
 * @param terminal - where to read from and to write to
 * @returns the exit status: 1 if anything is broken
 */
export async function apfSimulateCommand(
  path: string | undefined,
  flags: ApfSimulateFlags,
  isLimitGiven: boolean,
  terminal: Terminal,
): Promise<number> {
  try {
    const simulated = await readAll(path, flags, isLimitGiven, terminal);
    if (simulated === undefined) {
      return 1;
    }
    const results = runAll(simulated, flags, terminal);
    const { stdout } = terminal;
    stdout.write(
      flags.output === 'table'
        ? renderTables(results, flags, terminal)
        : renderStructured(forPrograms(results, simulated.log), flags.output),
    );
    writeNotes(simulated, results, terminal);
    return simulated.isBroken || isChartMissing(results, flags) ? 1 : 0;
  } catch (error) {
    if (!isOfUser(error)) {
      throw error;
    }
    writeErrors(error.message.split('\n'), terminal);
    return 1;
  }
}

/** Nothing, if the scenario or the configuration is broken: what came of the rest would mislead. */
async function readAll(
  path: string | undefined,
  { auditLog, filename = [], compare, filesOnly, serverConcurrency }: ApfSimulateFlags,
  isLimitGiven: boolean,
  terminal: Terminal,
): Promise<Simulated | undefined> {
  const scenario = path === undefined ? undefined : await readScenario(path, terminal);
  const given = await readStoredObjects(filename, terminal);
  const changed = compare === undefined ? undefined : await readStoredObjects(compare, terminal);
  const isBroken = (path !== undefined && scenario === undefined) || given.isBroken;
  if (isBroken || changed?.isBroken === true) {
    return undefined;
  }
  const own = scenario?.config;
  const server = {
    serverConcurrencyLimit: isLimitGiven
      ? serverConcurrency
      : (own?.serverConcurrencyLimit ?? serverConcurrency),
    suggestedObjects: !filesOnly && own?.suggestedObjects !== false,
  };
  const log = auditLog === undefined ? undefined : await readArrivals(auditLog, terminal);
  if (log !== undefined && log.arrivals.length === 0 && scenario === undefined) {
    return undefined;
  }
  const base = replaceIn(own, given.stored);
  return {
    scenario,
    log,
    base: { ...server, ...base },
    changed: changed && { ...server, ...replaceIn(base, changed.stored) },
    isBroken: log?.isBroken === true,
  };
}

/** Objects of which those with the same name give way to newer ones. */
function replace<T extends FlowSchema | PriorityLevelConfiguration>(
  olds: Iterable<T>,
  newer: Iterable<T>,
): readonly T[] {
  const news = [...newer];
  const names = new Set(news.map(nameOf));
  return [...[...olds].filter((object) => !names.has(nameOf(object))), ...news];
}

function replaceIn(base: Partial<SimulatedServer> | undefined, newer: ApfConfiguration): Objects {
  return {
    priorityLevels: replace(base?.priorityLevels ?? [], newer.priorityLevels),
    flowSchemas: replace(base?.flowSchemas ?? [], newer.flowSchemas),
  };
}

function runAll(
  { scenario, log, base, changed }: Simulated,
  { seed, duration }: ApfSimulateFlags,
  { stderr }: Terminal,
): Results {
  const steps = 1000;
  const progress = startProgress(changed ? 2 * steps : steps, stderr, 'simulating');
  const run = (config: Configuration): SimulationResult => {
    let before = 0;
    return simulate({
      ...scenario,
      config,
      arrivals: log?.arrivals ?? [],
      durationSeconds: duration ?? scenario?.durationSeconds,
      seed: seed ?? scenario?.seed,
      onProgress: (part) => {
        progress.advance((part - before) * steps);
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

function renderTables(
  { before, after }: Results,
  { chart }: ApfSimulateFlags,
  { stdout }: Terminal,
): string {
  const { colors } = stdout;
  const level = chart ?? (stdout.isTerminal ? busiestLevel(after ?? before) : undefined);
  const tables = after ? renderComparison(before, after, colors) : renderSimulation(before, colors);
  if (level === undefined) {
    return tables;
  }
  const charts = after
    ? [
        renderLevelChart(before, level, 'before: ', colors),
        renderLevelChart(after, level, 'after: ', colors),
      ]
    : [renderLevelChart(before, level, '', colors)];
  return [tables, ...charts].join('\n');
}

/** Whether the level that was to be drawn is in no configuration, which stands in the place of its chart. */
function isChartMissing({ before, after }: Results, { chart }: ApfSimulateFlags): boolean {
  const levels = { ...before.priorityLevels, ...after?.priorityLevels };
  return chart !== undefined && !Object.keys(levels).includes(chart);
}

/** What programs get to read. */
function forPrograms({ before, after }: Results, log: ReadArrivals | undefined): unknown {
  return {
    kubernetesVersion: KUBERNETES_VERSION,
    ...(log === undefined
      ? {}
      : {
          auditLog: {
            requests: log.arrivals.length,
            startUnixMs: log.startUnixMs,
            assumedDurations: log.assumedDurations,
            skipped: log.skipped,
          },
        }),
    ...(after === undefined ? before : { before, after }),
  };
}

/** What the tables do not say. */
function writeNotes(
  { log, base, changed }: Simulated,
  results: Results,
  { stderr }: Terminal,
): void {
  const { colors } = stderr;
  const note = (text: string) => stderr.write(`${colors.dim(text)}\n`);
  const warn = (text: string) => stderr.write(`${colors.yellow('warning:')} ${visible(text)}\n`);
  if (log !== undefined) {
    note(logNote(log));
  }
  for (const text of new Set([...warningsOf(base), ...(changed ? warningsOf(changed) : [])])) {
    warn(text);
  }
  note(requestsNote(results));
}

/** With two configurations, clients of a closed loop send as many requests as they get answers. */
function requestsNote({ before, after = before }: Results): string {
  const { seed, durationSeconds } = before;
  const totals = [before.total, after.total];
  const left = totals.map(({ waiting, executing }) => waiting + executing);
  const rest = left.some((number) => number > 0)
    ? `; at the end ${change(left)} still waited or executed`
    : '';
  return `${change(totals.map(({ arrived }) => arrived))} in ${durationSeconds} s, seed ${seed}${rest}`;
}

/** Numbers of requests before and after; one, if they are the same. */
function change(numbers: readonly number[]): string {
  return [...new Set(numbers)]
    .map((number, index, all) =>
      index === all.length - 1 ? count(number, 'request') : number.toLocaleString('en'),
    )
    .join(' → ');
}

function logNote({ arrivals, skipped, assumedDurations }: ReadArrivals): string {
  const { LONG_RUNNING, UNAUTHENTICATED } = skipped;
  const left = [
    ...(LONG_RUNNING > 0 ? [`${LONG_RUNNING} that ran for long`] : []),
    ...(UNAUTHENTICATED > 0 ? [`${UNAUTHENTICATED} of nobody`] : []),
  ];
  const leftOut = left.length > 0 ? `; left out: ${left.join(', ')}` : '';
  const assumed =
    assumedDurations > 0
      ? `; of ${assumedDurations} that were rejected then, the durations are those of others alike`
      : '';
  return `${count(arrivals.length, 'request')} from the audit log${leftOut}${assumed}`;
}

/** What is odd about a configuration, though it can be simulated. */
function warningsOf({ priorityLevels, flowSchemas, suggestedObjects }: Configuration): string[] {
  const plan = planMaintenance({ priorityLevels, flowSchemas });
  const created = plan.flatMap((action) =>
    suggestedObjects && action.verb === 'create' && action.resource !== 'flowschemas'
      ? [action.object]
      : [],
  );
  const levels = [...priorityLevels, ...created];
  const { dangling } = effectiveConfiguration({ priorityLevels: levels, flowSchemas }, 1);
  const current = new Set([...priorityLevels, ...flowSchemas].map(({ spec }) => spec));
  return [
    ...dangling.map((name) => `FlowSchema ${name} is not used: its priority level does not exist`),
    ...plan.flatMap((action) => {
      const { verb, resource, name } = action;
      const isChanged =
        verb === 'delete' || (verb === 'update' && !current.has(action.object.spec));
      const how = verb === 'delete' ? 'delete' : 'set back';
      return isChanged
        ? [`${resource}/${name}: the API server would ${how} it within a minute`]
        : [];
    }),
  ];
}

/** Whether an error tells what is wrong with what was read. */
function isOfUser(error: unknown): error is Error {
  return [InputError, ScenarioError, ApfConfigurationError].some((kind) => error instanceof kind);
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}
