import {
  type AuditSkipCode,
  auditLogReader,
  mergeConfiguration,
  type Scenario,
  safeParseScenario,
} from '@kubesem/apf-simulator';
import * as flags from '../../../frame/flags.js';
import { readDocument } from '../../../io/document.js';
import { jsonIn, readLines } from '../../../io/lines.js';
import type { Input } from '../../../io/objects.js';
import type { Terminal } from '../../../io/terminal.js';
import { seconds, seed } from '../../../options.js';
import { hasErrors } from '../../../output/problems.js';
import { APF_FLAGS, readStoredObjects } from '../configuration.js';

/** The arguments of `kubesem apf simulate`. */
export const SIMULATE_ARGUMENTS = {
  scenario: flags.argument('[SCENARIO]', 'YAML or JSON file, or - for standard input'),
};

/** Its flags. */
export const SIMULATE_FLAGS = {
  ...APF_FLAGS,
  // A scenario can have the number as well.
  serverConcurrency: flags.positive(
    '--server-concurrency <N>',
    'Seats of the server (default: 600)',
  ),
  ...flags.table(),
  auditLog: flags.value(
    '--audit-log <FILE>',
    'Replay the requests of an audit log (- for standard input)',
  ),
  compare: flags.repeatable('--compare <PATH>', 'Changed objects to compare with'),
  seed: flags.value('--seed <N>', 'Random seed', seed),
  durationSeconds: flags.value(
    '--duration <TIME>',
    'Simulated time, such as 90s, 10m or 1h',
    seconds,
  ),
  chart: flags.value(
    '--chart <LEVEL>',
    'Draw this priority level (default on a terminal: the busiest one)',
    undefined,
    { lostIn: ['csv', 'json', 'yaml'] },
  ),
};

/** What its command line says. */
export type SimulateAsked = flags.ValuesOf<typeof SIMULATE_ARGUMENTS> &
  flags.ValuesOf<typeof SIMULATE_FLAGS> & { readonly input: Input };

/** The input of a simulation. */
export type SimulationInput = NonNullable<Awaited<ReturnType<typeof readSimulation>>['input']>;

/**
 * Reads the scenario, the audit log and the configurations.
 *
 * @param asked - where they are
 * @param terminal - standard input, and standard error for the progress
 * @returns what is wrong, and the input unless a simulation of the valid part would mislead
 * @throws InputError if the scenario cannot be read
 */
export async function readSimulation(asked: SimulateAsked, terminal: Terminal) {
  const { auditLog, compare, filesOnly, serverConcurrency } = asked;
  const read = await readScenario(asked.scenario, terminal);
  const given = await readStoredObjects(asked.input, terminal);
  const changed =
    compare.length === 0 ? undefined : await readStoredObjects({ paths: compare }, terminal);
  const problems = [...read.problems, ...given.problems, ...(changed?.problems ?? [])];
  const errors = [...given.errors, ...(changed?.errors ?? [])];
  if (errors.length > 0 || hasErrors(problems)) {
    return { problems, errors, input: undefined };
  }
  const { value: scenario } = read;
  const own = scenario?.config;
  const server = {
    serverConcurrencyLimit: serverConcurrency ?? own?.serverConcurrencyLimit,
    suggestedObjects: !filesOnly && own?.suggestedObjects !== false,
  };
  const log = auditLog === undefined ? undefined : await readArrivals(auditLog, terminal);
  const found = {
    problems: [...problems, ...(log?.problems ?? [])],
    errors: log?.errors ?? [],
  };
  if (log?.arrivals.length === 0 && scenario === undefined) {
    return { ...found, input: undefined };
  }
  const base = mergeConfiguration(own, given.stored);
  return {
    ...found,
    input: {
      scenario,
      log,
      base: { ...server, ...base },
      /** The configuration to compare with, if there is one. */
      changed: changed && { ...server, ...mergeConfiguration(base, changed.stored) },
    },
  };
}

async function readScenario(
  path: string | undefined,
  terminal: Terminal,
): ReturnType<typeof readDocument<Scenario>> {
  const parse = (data: unknown) => {
    const { error, value } = safeParseScenario(data);
    return { value, problems: error?.problems ?? [] };
  };
  const needs = 'durationSeconds and flows';
  return path === undefined
    ? { value: undefined, problems: [] }
    : readDocument(path, { what: 'scenario', needs, parse }, terminal);
}

/** What is wrong with a line; events with other codes are skipped for what they are. */
const MESSAGES: { readonly [Code in AuditSkipCode]?: string } = {
  NOT_AN_EVENT: 'not an Event of audit.k8s.io/v1 in JSON',
  INVALID_TIME: 'requestReceivedTimestamp and stageTimestamp must be times in this order',
  INVALID_REQUEST: 'requestURI is not a URL that the API server can read',
};

/** Reads an audit log, however large it is. */
async function readArrivals(path: string, terminal: Terminal) {
  const reader = auditLogReader();
  const { file, isComplete, problems, errors } = await readLines(path, terminal, (line) => {
    const code = reader.add(jsonIn(line));
    const message = code && MESSAGES[code];
    return code && message ? { code, message } : undefined;
  });
  const found = reader.finish();
  const isEmpty = found.arrivals.length === 0 && isComplete;
  const nothing = isEmpty ? [`${file}: no events of completed requests found`] : [];
  return { ...found, problems, errors: [...errors, ...nothing] };
}
