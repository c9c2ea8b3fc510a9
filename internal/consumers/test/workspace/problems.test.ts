import ts from 'typescript';
import { expect, test } from 'vitest';
import { libraries, root } from '../../src/workspace.js';

const { config } = ts.readConfigFile(`${root}tsconfig.base.json`, ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
const indexes = libraries.map((name) => `${root}packages/${name}/src/index.ts`);
const program = ts.createProgram(indexes, options);
const checker = program.getTypeChecker();

/** Exported types with a code and a message that are no problems of an object, each with the reason. */
const EXCEPTIONS: { readonly [type: string]: string } = {
  CodeRow: 'what a code means, whatever object has the problem',
  EvictionStatus: 'an object of the API, with a status of HTTP as its code',
  ReadinessBlocker: 'a state of a Pod, in the words of its status',
};

/** The files of the one shape of a problem, and of the errors that have a code. */
const SHAPES = /packages\/core\/src\/(?:field\/problem|errors)\.ts$/;

/** Whether a type has a field that is not that of `Problem` or of an error. */
function hasOwn(type: ts.Type, name: string): boolean {
  const declarations = checker.getPropertyOfType(type, name)?.declarations ?? [];
  return declarations.some((declaration) => !SHAPES.test(declaration.getSourceFile().fileName));
}

/** The exported interfaces and type aliases of a package that have fields of a problem of their own. */
function ownShapes(index: string): readonly string[] {
  const source = program.getSourceFile(index) as ts.SourceFile;
  const module = checker.getSymbolAtLocation(source) as ts.Symbol;
  return checker.getExportsOfModule(module).flatMap((exported) => {
    const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
    const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
    if ((symbol.flags & ts.SymbolFlags.Type) === 0) {
      return [];
    }
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    const isProblem = hasOwn(type, 'severity') || (hasOwn(type, 'code') && hasOwn(type, 'message'));
    return isProblem ? [symbol.name] : [];
  });
}

test('every exported type with a code and a message extends Problem of core', () => {
  const found = indexes.flatMap(ownShapes);
  expect([...new Set(found)].sort()).toEqual(Object.keys(EXCEPTIONS).sort());
});
