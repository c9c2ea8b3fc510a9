import ts from 'typescript';
import { expect, test } from 'vitest';
import { documentedCode } from '../../src/code-blocks.js';
import { root } from '../../src/workspace.js';

/** Compiles the blocks with the declarations of the builds, and returns the errors as `file:line message`. */
function compilerErrors(): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    // As the strictest users have it.
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    moduleDetection: ts.ModuleDetectionKind.Force,
    types: ['node'],
    typeRoots: [`${root}node_modules/@types`],
  };
  // The blocks become files of this package, which depends on all others.
  const blocks = new Map(
    documentedCode('ts').map((block, index) => [
      `${root}internal/consumers/example-${index}.ts`,
      block,
    ]),
  );
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (file) => blocks.has(file) || fileExists(file);
  host.readFile = (file) => blocks.get(file)?.code ?? readFile(file);
  host.getSourceFile = (file, target, ...rest) => {
    const block = blocks.get(file);
    return block
      ? ts.createSourceFile(file, block.code, target)
      : getSourceFile(file, target, ...rest);
  };
  const program = ts.createProgram([...blocks.keys()], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const message = ts.flattenDiagnosticMessageText(messageText, '\n');
    const block = blocks.get(file?.fileName ?? '');
    if (!file || !block) {
      return message;
    }
    const line = block.line + file.getLineAndCharacterOfPosition(start ?? 0).line;
    return `${block.file}:${line} ${message}`;
  });
}

test('the examples type-check', () => {
  expect(compilerErrors()).toEqual([]);
}, 60_000);
