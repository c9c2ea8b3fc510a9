import {
  type ApfConfiguration,
  ApfConfigurationError,
  effectiveConfiguration,
  planMaintenance,
  type RecordedArrival,
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

/** What is simulated. */
interface Simulated {
  readonly scenario: Scenario | undefined;
  readonly log: ReadArrivals | undefined;
  /** One configuration, or two to compare. */
  readonly configurations: readonly Configuration[];
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
    return simulated.isBroken ? 1 : 0;
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
  const base = replaceIn(own, given.stored);
  const after = changed === undefined ? [] : [replaceIn(base, changed.stored)];
  const limit = isLimitGiven
    ? serverConcurrency
    : (own?.serverConcurrencyLimit ?? serverConcurrency);
  const suggestedObjects = !filesOnly && own?.suggestedObjects !== false;
  const log = auditLog === undefined ? undefined : await readArrivals(auditLog, terminal);
  if (log !== undefined && log.arrivals.length === 0 && scenario === undefined) {
    return undefined;
  }
  return {
    scenario,
    log,
    configurations: [base, ...after].map((objects) => ({
      ...objects,
      serverConcurrencyLimit: limit,
      suggestedObjects,
    })),
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
  { scenario, log, configurations }: Simulated,
  { seed, duration }: ApfSimulateFlags,
  { stderr }: Terminal,
): readonly SimulationResult[] {
  const arrivals: readonly RecordedArrival[] = log?.arrivals ?? [];
  const durationSeconds = duration ?? scenario?.durationSeconds;
  const parts = 1000;
  const progress = startProgress(parts * configurations.length, stderr, 'simulating');
  try {
    return configurations.map((config) => {
      let before = 0;
      return simulate({
        ...scenario,
        config,
        arrivals,
        ...(durationSeconds === undefined ? {} : { durationSeconds }),
        ...(seed === undefined ? {} : { seed }),
        onProgress: (part) => {
          progress.advance((part - before) * parts);
          before = part;
        },
      });
    });
  } finally {
    progress.stop();
  }
}

function renderTables(
  results: readonly SimulationResult[],
  { chart }: ApfSimulateFlags,
  { stdout }: Terminal,
): string {
  const [before, after] = results;
  if (before === undefined) {
    return '';
  }
  const { colors } = stdout;
  const text =
    after === undefined
      ? renderSimulation(before, colors)
      : renderComparison(before, after, colors);
  const level = chart ?? (stdout.isTerminal ? busiestLevel(after ?? before) : undefined);
  if (level === undefined) {
    return text;
  }
  const charts = results.map((result, index) => {
    const which = results.length === 1 ? '' : index === 0 ? 'before: ' : 'after: ';
    return renderLevelChart(result, level, which, colors);
  });
  return [text, ...charts].join('\n');
}

/** What programs get to read. */
function forPrograms(results: readonly SimulationResult[], log: ReadArrivals | undefined): unknown {
  const [before, after] = results;
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
  { log, configurations }: Simulated,
  results: readonly SimulationResult[],
  { stderr }: Terminal,
): void {
  const { colors } = stderr;
  const note = (text: string) => stderr.write(`${colors.dim(text)}\n`);
  const warn = (text: string) => stderr.write(`${colors.yellow('warning:')} ${visible(text)}\n`);
  if (log !== undefined) {
    note(logNote(log));
  }
  for (const text of new Set(configurations.flatMap((each) => warningsOf(each)))) {
    warn(text);
  }
  const [first] = results;
  if (first !== undefined) {
    const { total, seed, durationSeconds } = first;
    const left = total.waiting + total.executing;
    const rest =
      left === 0 ? '' : `; at the end ${count(left, 'request')} still waited or executed`;
    note(`${count(total.arrived, 'request')} in ${durationSeconds} s, seed ${seed}${rest}`);
  }
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
