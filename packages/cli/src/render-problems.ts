import type { Problem } from '@kubesem/inspect';
import { type Colors, visible } from './terminal.js';

/** A problem, as far as it is shown. */
export type PlacedProblem = Pick<Problem, 'severity' | 'message' | 'file' | 'line' | 'column'>;

/**
 * Writes a problem in one line, as compilers do: editors and terminals open the place.
 *
 * @param problem - of a file or an object
 * @param colors - for the terminal
 * @returns the line, with its end
 */
export function renderProblem(
  { severity, message, file, line, column }: PlacedProblem,
  colors: Colors,
): string {
  const label = severity === 'error' ? colors.red('error:') : colors.yellow('warning:');
  return `${visible(file)}:${line}:${column}: ${label} ${visible(message)}\n`;
}
