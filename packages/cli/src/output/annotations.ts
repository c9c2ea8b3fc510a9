import { countProblems, describeProblem, type ShownProblem, timesOf } from './problems.js';
import { visible } from './text.js';

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
