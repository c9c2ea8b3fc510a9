import { type Scenario, type ScenarioProblem, safeParseScenario } from '@kubesem/apf';
import { type Document, isCollection, isNode, LineCounter, type Node, parseDocument } from 'yaml';
import { readTextFile, writeProblems } from './cluster-input.js';
import { STDIN_NAME } from './inputs.js';
import type { PlacedProblem } from './render-problems.js';
import type { Terminal } from './terminal.js';

/**
 * Reads a scenario, and writes what is wrong with it to standard error.
 *
 * @param path - of a file with YAML or JSON; `-` is standard input
 * @param terminal - where to read from and to write to
 * @returns the scenario; nothing if it is broken
 * @throws InputError if the file cannot be read
 */
export async function readScenario(
  path: string,
  terminal: Terminal,
): Promise<Scenario | undefined> {
  const file = path === '-' ? STDIN_NAME : path;
  const lines = new LineCounter();
  const document = parseDocument(await readTextFile(path, terminal), { lineCounter: lines });
  const [error] = document.errors;
  const placed = (message: string, offset: number): PlacedProblem => {
    const { line, col } = lines.linePos(offset);
    return { severity: 'error', message, file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  if (error !== undefined) {
    const [found = ''] = error.message.split(/ at line \d/);
    const message =
      error.code === 'MULTIPLE_DOCS'
        ? 'expected one document, a scenario; found several'
        : `expected YAML or JSON: ${found}`;
    writeProblems([placed(message, error.pos[0])], terminal);
    return undefined;
  }
  let value: unknown;
  try {
    value = document.toJS();
  } catch (cause) {
    // Aliases that stand for more than there is in the file.
    writeProblems([placed(`expected plain YAML: ${(cause as Error).message}`, 0)], terminal);
    return undefined;
  }
  const { own, problems } = withoutKind(value);
  const { error: refused, value: scenario } = safeParseScenario(own);
  const all = [...problems, ...(refused?.problems ?? [])];
  writeProblems(
    all.map((problem) =>
      placed(`${problem.message} (${problem.code})`, offsetOf(document, problem)),
    ),
    terminal,
  );
  return problems.length > 0 ? undefined : scenario;
}

const KIND: { readonly [field: string]: string } = {
  apiVersion: 'kubesem/v1',
  kind: 'ApfScenario',
};

/** A scenario may say what it is, so that it can lie among manifests. */
function withoutKind(value: unknown): {
  readonly own: unknown;
  readonly problems: readonly WrongField[];
} {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { own: value, problems: [] };
  }
  const fields = Object.entries(value);
  return {
    own: Object.fromEntries(fields.filter(([name]) => !Object.hasOwn(KIND, name))),
    problems: fields.flatMap(([name, found]): WrongField[] => {
      const expected = Object.hasOwn(KIND, name) ? KIND[name] : found;
      const message = `${name}: expected ${expected}, or nothing`;
      return found === expected ? [] : [{ code: 'NOT_SUPPORTED', segments: [name], message }];
    }),
  };
}

/** A problem, as far as it is shown. */
type WrongField = Pick<ScenarioProblem, 'code' | 'segments' | 'message'>;

/** Where a field starts; of one that is missing, where that starts which should have it. */
function offsetOf(document: Document, { segments }: WrongField): number {
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
