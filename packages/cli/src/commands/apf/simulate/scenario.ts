import { type Scenario, type ScenarioProblem, safeParseScenario } from '@kubesem/apf-simulator';
import { type Document, isCollection, isNode, LineCounter, type Node, parseDocument } from 'yaml';
import { readTextFile } from '../../../io/read.js';
import type { Terminal } from '../../../io/terminal.js';
import { writeProblems } from '../../../output/problems.js';

/**
 * Reads a scenario, and writes what is wrong with it to standard error.
 *
 * @param path - of a file with YAML or JSON; `-` is standard input
 * @param terminal - where to read from and to write to
 * @returns the scenario; undefined if it is invalid
 * @throws InputError if the file cannot be read
 */
export async function readScenario(
  path: string,
  terminal: Terminal,
): Promise<Scenario | undefined> {
  const { name: file, text } = await readTextFile(path, terminal);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const report = (problem: Pick<ScenarioProblem, 'message'>, offset: number) => {
    const { line, col } = lines.linePos(offset);
    const place = { file, line: Math.max(line, 1), column: Math.max(col, 1) };
    writeProblems([{ severity: 'error', ...problem, ...place }], terminal);
  };
  const value = valueOf(document);
  if ('message' in value) {
    report({ message: value.message }, value.offset);
    return undefined;
  }
  const { error, value: scenario } = safeParseScenario(value.data);
  for (const problem of error?.problems ?? []) {
    report(problem, offsetOf(document, problem));
  }
  return scenario;
}

/** The data of a document, or why it has none. */
function valueOf(
  document: Document.Parsed,
): { readonly data: unknown } | { readonly message: string; readonly offset: number } {
  const [error] = document.errors;
  if (error !== undefined) {
    const [found = ''] = error.message.split(/ at line \d/);
    const message =
      error.code === 'MULTIPLE_DOCS'
        ? 'several documents; a scenario must be one document'
        : `not valid YAML or JSON: ${found}`;
    return { message, offset: error.pos[0] };
  }
  try {
    const data: unknown = document.toJS();
    const message = 'no scenario found; it needs durationSeconds and flows';
    return data === null ? { message, offset: 0 } : { data };
  } catch (cause) {
    // Aliases that expand to more than the file contains.
    return { message: `not plain YAML: ${(cause as Error).message}`, offset: 0 };
  }
}

/** Where a field starts; for a missing one, where the object starts that should have it. */
function offsetOf(document: Document, { segments }: ScenarioProblem): number {
  let node: Node | null = document.contents;
  for (const segment of segments) {
    const inner: unknown = isCollection(node) ? node.get(segment, true) : undefined;
    if (!isNode(inner)) {
      break;
    }
    node = inner;
  }
  return node?.range?.[0] ?? 0;
}
