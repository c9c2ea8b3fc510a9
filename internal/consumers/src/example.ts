import ts from 'typescript';
import type { CodeBlock } from './code-blocks.js';

/** What an example shows: the value of an expression, or the code of the error that it throws. */
export interface Shown {
  /** The place, as `file:line`. */
  readonly place: string;
  /** The expression. */
  readonly actual: () => Promise<unknown>;
  /** The shown value. */
  readonly value?: () => Promise<unknown>;
  /** The shown error code. */
  readonly throws?: string;
}

/** A part of the code that a comment says something about. */
interface Claim {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

const MARKER = /^\/\/ (=>|throws) (.*)$/;

/**
 * Turns an example into a program that hands everything shown to `show`.
 *
 * The grammar: a statement that is an expression, and at the end of its last line `// => value` or `// throws CODE`.
 * A value whose line ends with an open bracket goes on in the comment lines that follow at once.
 *
 * @param block - a TypeScript block of the documentation
 * @returns a TypeScript module that expects a function `show` in its scope
 * @throws an Error if the block shows nothing, or shows it where nothing is compared
 */
export function instrument(block: CodeBlock): string {
  const { code } = block;
  const source = ts.createSourceFile('example.ts', code, ts.ScriptTarget.Latest);
  const claims = source.statements.flatMap((statement) => claimBehind(statement, source, block));
  const marked = code.split('\n').filter((line) => /\/\/ (=>|throws) /.test(line)).length;
  if (claims.length === 0) {
    throw new Error('expected a shown result, as in: expression // => value');
  }
  if (claims.length !== marked) {
    throw new Error(`${marked} results are shown, ${claims.length} of them follow an expression`);
  }
  return claims.reduceRight(
    (text, { start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end),
    code,
  );
}

function claimBehind(statement: ts.Statement, source: ts.SourceFile, block: CodeBlock): Claim[] {
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

/** The texts of the comment lines that follow at once, up to the next line of code or empty line. */
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
 * @param load - imports a module by its name
 * @param show - is given everything shown, in its order
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
    modules.set(fileName, await load(fileName));
  }
  const AsyncFunction = Object.getPrototypeOf(run).constructor;
  const program = new AsyncFunction('require', 'exports', 'show', outputText);
  await program((name: string) => modules.get(name), {}, show);
}

/**
 * The plain data in a value, as examples show it: what `toJSON` returns, and no fields that are undefined.
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
