import { type Scenario, safeParseScenario } from '@kubesem/apf-simulator';
import { readDocument } from '../../../io/document.js';
import type { Terminal } from '../../../io/terminal.js';

/**
 * Reads a scenario, and writes what is wrong with it to standard error.
 *
 * @param path - of a file with YAML or JSON; `-` is standard input
 * @param terminal - where to read from and to write to
 * @returns the scenario; undefined if it is invalid
 * @throws InputError if the file cannot be read
 */
export function readScenario(path: string, terminal: Terminal): Promise<Scenario | undefined> {
  const parse = (data: unknown) => {
    const { error, value } = safeParseScenario(data);
    return { value, problems: error?.problems ?? [] };
  };
  const needs = 'durationSeconds and flows';
  return readDocument(path, { what: 'scenario', needs, parse }, terminal);
}
