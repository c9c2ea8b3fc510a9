import { isAbsolute, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CodeRow } from '@kubesem/core';
import { version } from '../version.js';
import { countProblems, describeProblem, type ShownProblem, timesOf } from './problems.js';
import { renderStructured } from './structured.js';
import { visible } from './text.js';

const HOME = 'https://github.com/kubesem/kubesem/tree/main/packages/cli';

/**
 * Writes findings in the Static Analysis Results Interchange Format, version 2.1.0.
 *
 * @param problems - with their places
 * @param errors - why sources could not be read
 * @param codeRows - what each code means
 * @returns the log, which GitHub and other code scanners read
 *
 * Source: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function renderSarif(
  problems: readonly ShownProblem[],
  errors: readonly string[],
  codeRows: ReadonlyMap<string, CodeRow>,
): string {
  const codes = [...new Set(problems.map(codeOf))].sort();
  const indexes = new Map(codes.map((code, index) => [code, index]));
  const rules = codes.map((id) => {
    const { summary = id, source = '', page = `${HOME}#find-mistakes` } = codeRows.get(id) ?? {};
    const help = source === '' ? summary : `${summary} Decided by ${source}.`;
    return { id, shortDescription: { text: summary }, help: { text: help }, helpUri: page };
  });
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'kubesem', version, informationUri: HOME, rules } },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: errors.length === 0,
            toolExecutionNotifications: errors.map((message) => ({
              level: 'error',
              message: { text: plainText(message) },
            })),
          },
        ],
        results: eachOnce(problems).map(([problem, occurrenceCount]) => ({
          ruleId: codeOf(problem),
          ruleIndex: indexes.get(codeOf(problem)),
          level: problem.severity,
          message: { text: plainText(describeProblem(problem)) },
          locations: [locationOf(problem)],
          ...(occurrenceCount > 1 && { occurrenceCount }),
        })),
      },
    ],
  };
  return renderStructured(log, 'json');
}

function codeOf({ code = 'PROBLEM' }: ShownProblem): string {
  return code;
}

/** The problems with different texts or places, and how often each occurs. */
function eachOnce(problems: readonly ShownProblem[]): readonly (readonly [ShownProblem, number])[] {
  const found = new Map<string, readonly [ShownProblem, number]>();
  for (const problem of problems) {
    const { severity, code, file, line, column } = problem;
    const key = JSON.stringify([severity, code, file, line, column, describeProblem(problem)]);
    const [first, times] = found.get(key) ?? [problem, 0];
    found.set(key, [first, times + 1]);
  }
  return [...found.values()];
}

function locationOf({ file, line, column, path = '' }: ShownProblem) {
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(file) },
      // An object of a cluster has no place in a file.
      ...(line > 0 && { region: { startLine: line, startColumn: column } }),
    },
    ...(path !== '' && { logicalLocations: [{ fullyQualifiedName: plainText(path) }] }),
  };
}

function uriOf(file: string): string {
  if (isAbsolute(file)) {
    return pathToFileURL(file).href;
  }
  // Half of a surrogate pair has no percent-encoding.
  const wellFormed = Buffer.from(file).toString();
  return wellFormed.split(sep).map(encodeURIComponent).join('/');
}

/** Viewers make links of `[…](…)`, and spreadsheets make formulas of texts that start with a sign. */
function plainText(text: string): string {
  return text.replace(/\]\(/g, '\\](').replace(/^[=+\-@\t\r]/, "'$&");
}

/**
 * Writes findings as the commands from which GitHub Actions makes annotations.
 *
 * @param problems - with their places
 * @param errors - without a place
 * @returns the lines
 *
 * Source: `github.com/actions/toolkit`, `packages/core`: the escapes of workflow commands.
 */
export function renderAnnotations(
  problems: readonly ShownProblem[],
  errors: readonly string[],
): string {
  const lines = countProblems(problems).map((problem) => {
    const { severity, code = '', file, line, column, places } = problem;
    // An object of a cluster has no place in a file.
    const place = line === 0 ? [] : [`line=${line}`, `col=${column}`];
    const properties = [`file=${property(file)}`, ...place];
    const title = code === '' ? [] : [`title=${property(code)}`];
    const text = data(`${describeProblem(problem)}${timesOf(places)}`);
    return `::${severity} ${[...properties, ...title].join(',')}::${text}\n`;
  });
  return [...lines, ...errors.map((message) => `::error::${data(message)}\n`)].join('');
}

function data(text: string): string {
  return visible(text).replace(/%/g, '%25');
}

function property(text: string): string {
  return data(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
}
