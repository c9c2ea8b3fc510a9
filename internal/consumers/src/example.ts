import ts from 'typescript';
import type { CodeBlock } from './code-blocks.js';

/** A result in an example: the value of an expression, or the code of the error it throws. */
export interface Shown {
  /** Place as `file:line`. */
  readonly place: string;
  /** Evaluates the expression. */
  readonly actual: () => Promise<unknown>;
  /** Returns the shown value. */
  readonly value?: () => Promise<unknown>;
  /** Shown error code. */
  readonly throws?: string;
}

/** An expression with a shown result, and the code that replaces it. */
interface Claim {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

const MARKER = /^\/\/ (=>|throws) (.*)$/;

/**
 * Turns an example into a program that passes each shown result to `show`.
 *
 * A result follows an expression statement, at the end of its last line, as `// => value` or `// throws CODE`. If that
 * line ends with an open bracket, the value continues in the next comment lines.
 *
 * @param block - a TypeScript block of the documentation
 * @returns a TypeScript module that needs a function `show` in its scope
 * @throws an Error if the block shows no result, or a result does not follow an expression
 */
function instrument(block: CodeBlock): string {
  const { code } = block;
  const source = ts.createSourceFile('example.ts', code, ts.ScriptTarget.Latest);
  const claims = source.statements.flatMap((statement) => claimAfter(statement, source, block));
  const marked = code.split('\n').filter((line) => /\/\/ (=>|throws) /.test(line)).length;
  if (claims.length === 0) {
    throw new Error('no result is shown; add one, as in: expression // => value');
  }
  if (claims.length !== marked) {
    throw new Error(
      `${marked} results are shown, but only ${claims.length} of them follow an expression`,
    );
  }
  return claims.reduceRight(
    (text, { start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end),
    code,
  );
}

function claimAfter(statement: ts.Statement, source: ts.SourceFile, block: CodeBlock): Claim[] {
  const { code } = block;
  const comment = ts.getTrailingCommentRanges(code, statement.end)?.[0];
  const [, kind, text = ''] = MARKER.exec(code.slice(comment?.pos, comment?.end)) ?? [];
  if (!comment || !kind || !ts.isExpressionStatement(statement)) {
    return [];
  }
  const start = statement.getStart(source);
  const rest = /[[({]$/.test(text) ? commentLinesAfter(code, comment.end) : [];
  const lines = [text, ...rest].join('\n');
  const line = block.line + source.getLineAndCharacterOfPosition(start).line;
  const expected = kind === '=>' ? `value: async () => (${lines})` : `throws: '${text.trim()}'`;
  const replacement = `await show({
    place: '${block.file}:${line}',
    actual: async () => (${statement.expression.getText(source)}),
    ${expected},
  });`;
  return [{ start, end: statement.end, replacement }];
}

/** Returns the texts of the next comment lines, up to the next line of code or empty line. */
function commentLinesAfter(code: string, position: number): string[] {
  const texts: string[] = [];
  for (const line of code.slice(position).split('\n').slice(1)) {
    const text = /^\s*\/\/(.*)$/.exec(line)?.[1];
    if (text === undefined) {
      break;
    }
    texts.push(text);
  }
  return texts;
}

/**
 * Runs an example.
 *
 * @param block - a TypeScript block of the documentation
 * @param load - imports a module by name
 * @param show - receives the shown results, in order
 */
export async function run(
  block: CodeBlock,
  load: (name: string) => Promise<unknown>,
  show: (shown: Shown) => Promise<void>,
): Promise<void> {
  const { outputText } = ts.transpileModule(instrument(block), {
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      esModuleInterop: true,
    },
  });
  const modules = new Map<string, unknown>();
  for (const { fileName } of ts.preProcessFile(block.code).importedFiles) {
    // Otherwise the compiled code takes an ECMAScript module for a CommonJS one, and its default export for a name.
    modules.set(fileName, { ...((await load(fileName)) as object), __esModule: true });
  }
  const AsyncFunction = Object.getPrototypeOf(run).constructor;
  const program = new AsyncFunction('require', 'exports', 'show', outputText);
  await program((name: string) => modules.get(name), {}, show);
}

/**
 * Returns the plain data in a value, as examples show it: the result of `toJSON`, without undefined fields.
 *
 * @param value - anything
 * @returns a copy of its data
 */
export function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return plain(value.toJSON());
  }
  if (Array.isArray(value)) {
    return value.map(plain);
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]) =>
      field === undefined ? [] : [[key, plain(field)]],
    ),
  );
}
