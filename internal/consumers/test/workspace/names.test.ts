import ts from 'typescript';
import { expect, test } from 'vitest';
import { libraries, root } from '../../src/workspace.js';

const { config } = ts.readConfigFile(`${root}tsconfig.base.json`, ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
const indexes = libraries.map((name) => `${root}packages/${name}/src/index.ts`);
const program = ts.createProgram(indexes, options);
const checker = program.getTypeChecker();

/** A function that users of a package see. */
interface PublicFunction {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly isBoolean: boolean;
}

/** The functions in the index of a package, apart from what only the family calls. */
function functionsOf(index: string): readonly PublicFunction[] {
  const source = program.getSourceFile(index) as ts.SourceFile;
  const module = checker.getSymbolAtLocation(source) as ts.Symbol;
  return checker.getExportsOfModule(module).flatMap((exported) => {
    const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
    const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
    const { valueDeclaration } = symbol;
    const isInternal = symbol.getJsDocTags(checker).some(({ name }) => name === 'internal');
    if (valueDeclaration === undefined || isInternal) {
      return [];
    }
    const [signature] = checker.getTypeOfSymbol(symbol).getCallSignatures();
    return signature === undefined ? [] : [publicFunction(exported.name, signature)];
  });
}

function publicFunction(name: string, signature: ts.Signature): PublicFunction {
  const isBoolean = (signature.getReturnType().flags & ts.TypeFlags.BooleanLike) !== 0;
  const union = checker.typeToString(signature.getReturnType());
  return {
    name,
    parameters: signature.parameters.map((parameter) => parameter.name),
    isBoolean: isBoolean || union === 'boolean' || /^\w+ is /.test(union),
  };
}

const functions = [
  ...new Map(indexes.flatMap(functionsOf).map((each) => [each.name, each])).values(),
];

/** Names against a rule, by the reason. */
const EXCEPTIONS: { readonly [reason: string]: readonly string[] } = {
  'the types of fields are checked, which is no validation': ['checkTypes'],
  'it returns what is wrong with the text, and throws nothing': [
    ...['parseJSON', 'parseManifests', 'parseObjects'],
  ],
  'the subject is a part of the first parameter: a container or a volume of a Pod, a name in a Pod':
    [
      ...['containerEnvironment', 'explainContainerEnvironment', 'containerFiles', 'volumeFiles'],
      ...['explainLookup'],
    ],
  'the answer is about the first two objects': ['mirroredEndpoints', 'nodeFit'],
  'the time is the subject or the only other input, in a loop': [
    ...['formatAge', 'imagePullBackOffRemainingMs', 'nextImagePullBackOff'],
  ],
};
const EXCEPTED = new Set(Object.values(EXCEPTIONS).flat());

/** Lists the functions that break a rule. */
function breaking(rule: (each: PublicFunction) => boolean): readonly string[] {
  return functions.filter((each) => !EXCEPTED.has(each.name) && rule(each)).map(({ name }) => name);
}

test('a question is a boolean, and a boolean is named as a question', () => {
  const isQuestion = (name: string): boolean => /^(is|has|matches|needs|tolerates)[A-Z]/.test(name);
  expect(breaking(({ name, isBoolean }) => isQuestion(name) !== isBoolean)).toEqual([]);
});

test('a parser has a safe form', () => {
  const names = new Set(functions.map(({ name }) => name));
  expect(
    breaking(({ name }) => /^parse[A-Z]/.test(name) && !names.has(`safeP${name.slice(1)}`)),
  ).toEqual([]);
});

test('a name says what the answer is about', () => {
  const bare = /^(lookup|query|classify|nameOf|simulate|ratio|percent|headroom|check[A-Z]\w*)$/;
  expect(breaking(({ name }) => bare.test(name))).toEqual([]);
});

test('the cluster is the second parameter, and options are the last one', () => {
  const isMisplaced = ({ parameters }: PublicFunction): boolean =>
    parameters.indexOf('cluster') > 1 ||
    (parameters.includes('options') && parameters.indexOf('options') < parameters.length - 1);
  expect(breaking(isMisplaced)).toEqual([]);
});

test('the current time is an option', () => {
  expect(breaking(({ parameters }) => parameters.some((name) => name.startsWith('now')))).toEqual(
    [],
  );
});

test('the exceptions are public functions', () => {
  const names = new Set(functions.map(({ name }) => name));
  expect([...EXCEPTED].filter((name) => !names.has(name))).toEqual([]);
});

test('the index of core has at most 60 values', () => {
  const source = program.getSourceFile(`${root}packages/core/src/index.ts`) as ts.SourceFile;
  const module = checker.getSymbolAtLocation(source) as ts.Symbol;
  const values = checker.getExportsOfModule(module).filter((exported) => {
    const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
    const { flags } = isAlias ? checker.getAliasedSymbol(exported) : exported;
    return (flags & ts.SymbolFlags.Value) !== 0;
  });
  expect(values.length).toBeLessThanOrEqual(60);
});
