// Decides which findings are reported and which fail the command: --fail-on, --ignore and the configuration file.
import { existsSync } from 'node:fs';
import { type FieldPathSegment, formatFieldPath } from '@kubesem/core';
import { appendAll } from '@kubesem/core/internal';
import type { InspectReport, Problem } from '@kubesem/inspect';
import { type ManifestDocument, parseManifests } from '@kubesem/manifests';
import { CommanderError, InvalidArgumentError } from 'commander';
import { USAGE } from '../../context.js';
import * as flags from '../../frame/flags.js';
import { readTextFile } from '../../io/read.js';
import { InputError } from '../../io/sources.js';
import type { Terminal } from '../../io/terminal.js';
import { type ShownProblem, writeErrors, writeProblems } from '../../output/problems.js';
import { count } from '../../output/text.js';
import { CODE_HINT, isInspectCode, readCode, withoutIndexes } from './codes.js';

/** The configuration that is read from the working directory. */
export const CONFIG_FILE = '.kubesem.yaml';

/** Which findings fail the command besides errors, and which are left out: codes, `TYPE:path`, `warning` and `error`. */
export interface Gate {
  readonly failOn?: readonly string[];
  readonly ignore?: readonly string[];
}

const SEVERITIES: readonly string[] = ['error', 'warning'];
/** Reads an entry of a list: a code, a code and the path of a field, or maybe a severity. Returns what is wrong otherwise. */
function readEntry(
  given: unknown,
  others: readonly string[],
): { name: string } | { fault: string } {
  if (typeof given === 'string' && others.includes(given)) {
    return { name: given };
  }
  const { code, path } = readCode(typeof given === 'string' ? given : '');
  if (!isInspectCode(code)) {
    return { fault: `unknown code ${JSON.stringify(given)}; ${CODE_HINT}` };
  }
  return path === ''
    ? { fault: `no path after the colon of ${JSON.stringify(given)}` }
    : { name: path === undefined ? code : `${code}:${path}` };
}

function codes(
  text: string,
  description: string,
  others: readonly string[],
): flags.Flag<readonly string[]> {
  return flags.list(text, description, (given) =>
    given.split(',').map((each) => {
      const entry = readEntry(each.trim(), others);
      if ('fault' in entry) {
        const { fault } = entry;
        throw new InvalidArgumentError(`${fault.charAt(0).toUpperCase()}${fault.slice(1)}.`);
      }
      return entry.name;
    }),
  );
}

/** The flags of a command with a gate. */
export const GATE_FLAGS = {
  failOn: codes(
    '--fail-on <CODE,...>',
    'Exit with status 1 on these findings, or on any "warning"',
    SEVERITIES,
  ),
  ignore: codes('--ignore <CODE,...>', 'Ignore these findings', []),
  config: flags.value('--config <FILE>', `Configuration (default: ${CONFIG_FILE} if it exists)`),
};

/**
 * Reads the gate from the flags and the configuration, and writes what is wrong with the configuration to standard error.
 *
 * @param asked - by the command line; each list replaces that of the configuration
 * @param terminal - where to read from and to write to
 * @throws CommanderError with status 2 if the configuration is wrong
 */
export async function readGate(
  { config = CONFIG_FILE, failOn, ignore }: flags.ValuesOf<typeof GATE_FLAGS>,
  terminal: Terminal,
): Promise<Gate> {
  const given = { ...(failOn.length > 0 && { failOn }), ...(ignore.length > 0 && { ignore }) };
  if (config === CONFIG_FILE && !existsSync(config)) {
    return given;
  }
  const problems: ShownProblem[] = [];
  const errors: string[] = [];
  let configured: Gate = {};
  try {
    configured = parseConfig(await readTextFile(config, terminal), problems);
  } catch (error) {
    if (!(error instanceof InputError)) {
      throw error;
    }
    errors.push(error.message);
  }
  writeProblems(problems, terminal);
  writeErrors(errors, terminal);
  if (problems.length + errors.length > 0) {
    throw new CommanderError(USAGE, 'kubesem.config', 'the configuration is wrong');
  }
  return { ...configured, ...given };
}

/** The lists of a configuration, and what they may contain besides codes. */
const FIELDS: { readonly [field: string]: readonly string[] } = { failOn: SEVERITIES, ignore: [] };

function parseConfig(file: { name: string; text: string }, problems: ShownProblem[]): Gate {
  const { documents, problems: ofText } = parseManifests(file);
  // An empty file sets nothing, but a list that counts only in part would surprise.
  const faults = ofText.filter(({ code }) => code !== 'NO_DOCUMENTS');
  appendAll(
    problems,
    faults.map((fault) => ({ ...fault, severity: 'error' as const })),
  );
  const [document, second] = documents;
  if (document === undefined) {
    return {};
  }
  const reject = rejectIn(document, problems);
  if (second !== undefined) {
    rejectIn(second, problems)([], 'INVALID_TYPE', 'expected one document');
  }
  const { value } = document;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    reject([], 'INVALID_TYPE', 'expected an object with failOn and ignore');
    return {};
  }
  const lists = Object.entries(value).map(([field, list]) => {
    const others = Object.entries(FIELDS).find(([name]) => name === field)?.[1];
    if (others === undefined) {
      reject([field], 'UNKNOWN_FIELD', 'unknown field; use failOn or ignore');
    } else if (!Array.isArray(list)) {
      reject([field], 'INVALID_TYPE', 'expected a list of codes');
    } else {
      const names = list.flatMap((each, index) => {
        const entry = readEntry(each, others);
        if ('fault' in entry) {
          reject([field, index], 'NOT_SUPPORTED', entry.fault);
          return [];
        }
        return [entry.name];
      });
      return [field, names];
    }
    return [field, []];
  });
  return Object.fromEntries(lists) as Gate;
}

function rejectIn({ file, positionOf }: ManifestDocument, problems: ShownProblem[]) {
  return (segments: readonly FieldPathSegment[], code: string, message: string): void => {
    const place = { file, ...positionOf(segments) };
    problems.push({ severity: 'error', code, path: formatFieldPath(segments), message, ...place });
  };
}

/** What a gate can call a finding: its code, and its code with the path of the field, in which all indexes are `[]`. */
function namesOf({ code, path }: Problem): readonly string[] {
  return [code, `${code}:${withoutIndexes(path)}`];
}

/** Leaves out the findings that a gate ignores. */
export function withoutIgnored(report: InspectReport, { ignore = [] }: Gate): InspectReport {
  if (ignore.length === 0) {
    return report;
  }
  const codes = new Set(ignore);
  const kept = (problems: readonly Problem[]) =>
    problems.filter((problem) => !namesOf(problem).some((name) => codes.has(name)));
  return {
    ...report,
    problems: kept(report.problems),
    objects: report.objects.map((object) => ({ ...object, problems: kept(object.problems) })),
  };
}

/** Explains why warnings fail the command; undefined if none does. */
export function failureOf(problems: readonly Problem[], { failOn = [] }: Gate): string | undefined {
  const names = new Set(failOn);
  const failing = problems.filter(
    (problem) =>
      problem.severity === 'warning' &&
      ['warning', ...namesOf(problem)].some((name) => names.has(name)),
  );
  const codes = [...new Set(failing.map(({ code }) => code))].sort();
  return failing.length === 0
    ? undefined
    : `${count(failing.length, 'warning')} not allowed by --fail-on: ${codes.join(', ')}`;
}
