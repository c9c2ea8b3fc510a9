import { type Scenario, type ScenarioProblem, safeParseScenario } from '@kubesem/apf-simulator';
import { type Document, isCollection, isNode, LineCounter, type Node, parseDocument } from 'yaml';
import { readTextFile } from '../../../io/read.js';
import type { Terminal } from '../../../io/terminal.js';
import { type ShownProblem, writeProblems } from '../../../output/problems.js';

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
  const placed = (message: string, offset: number): ShownProblem => {
    const { line, col } = lines.linePos(offset);
    return { severity: 'error', message, file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const value = valueOf(document);
  if ('message' in value) {
    writeProblems([placed(value.message, value.offset)], terminal);
    return undefined;
  }
  const { own, problems } = withoutKind(value.data);
  const { error: rejected, value: scenario } = safeParseScenario(own);
  writeProblems(
    [...problems, ...(rejected?.problems ?? [])].map((problem) =>
      placed(`${problem.message} (${problem.code})`, offsetOf(document, problem)),
    ),
    terminal,
  );
  return problems.length > 0 ? undefined : scenario;
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
        ? 'several documents; a scenario is one document'
        : `not valid YAML or JSON: ${found}`;
    return { message, offset: error.pos[0] };
  }
  try {
    return { data: document.toJS() };
  } catch (cause) {
    // Aliases that expand to more than the file contains.
    return { message: `not plain YAML: ${(cause as Error).message}`, offset: 0 };
  }
}

const KIND: { readonly [field: string]: string } = {
  apiVersion: 'kubesem/v1',
  kind: 'ApfScenario',
};

/** A scenario can have a version and a kind, like the manifests next to it. */
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
      const message = `${name}: must be ${expected} or absent`;
      return found === expected ? [] : [{ code: 'NOT_SUPPORTED', segments: [name], message }];
    }),
  };
}

/** A problem, as far as it is shown. */
type WrongField = Pick<ScenarioProblem, 'code' | 'segments' | 'message'>;

/** Where a field starts; for a missing one, where the object starts that should have it. */
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
