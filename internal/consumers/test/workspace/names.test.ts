import ts from 'typescript';
import { expect, test } from 'vitest';
import { exportedPaths, libraries, root } from '../../src/workspace.js';

const { config } = ts.readConfigFile(`${root}tsconfig.base.json`, ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
/** What users may import, apart from tables; `internal` promises nothing. */
const entries = libraries.flatMap((name) =>
  exportedPaths(name)
    .filter((path) => !/^\.\/(package\.json|codes|internal|types.*)$/.test(path))
    .map((path) => `${root}packages/${name}/src/${path === '.' ? 'index' : path.slice(2)}.ts`),
);
const program = ts.createProgram(entries, options);
const checker = program.getTypeChecker();

/** A function that users of a package see. */
interface PublicFunction {
  readonly name: string;
  readonly parameters: readonly ts.Symbol[];
  /** The type of the answer, without undefined. */
  readonly answer: ts.Type;
}

/** What an entry exports, under the names that it has there. */
function exportsOf(file: string): readonly (readonly [name: string, symbol: ts.Symbol])[] {
  const module = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.SourceFile);
  return checker.getExportsOfModule(module as ts.Symbol).map((exported) => {
    const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
    return [exported.name, isAlias ? checker.getAliasedSymbol(exported) : exported] as const;
  });
}

const exported = entries.flatMap(exportsOf);
const functions = [
  ...new Map(
    exported.flatMap(([name, symbol]): [string, PublicFunction][] => {
      const signatures =
        symbol.valueDeclaration && checker.getTypeOfSymbol(symbol).getCallSignatures();
      // The last overload takes any literal.
      const signature = signatures?.[signatures.length - 1];
      if (signature === undefined) {
        return [];
      }
      const answer = checker.getNonNullableType(signature.getReturnType());
      return [[name, { name, parameters: signature.parameters, answer }]];
    }),
  ).values(),
];
const names: ReadonlySet<string> = new Set(functions.map(({ name }) => name));

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
  'the domain follows the verb': ['classifyRequest', 'queryZone', 'resolveIntOrPercent'],
  'the word of kustomize, whose generator it is; kubectl creates': [
    ...['generateConfigMap', 'generateSecret'],
  ],
  'it lists what is wrong beside what is right, and its twin throws': [
    ...['collectDockerConfig', 'collectDockerKeyring'],
  ],
  'the word of every other tool that does this': ['apf', 'attempt', 'hold', 'protect'],
  'it keeps state between calls, and an interface hides how': [
    ...['createImageCredentials', 'createInspection', 'createInspectionMemory'],
  ],
  'a ranking, a plan, a hand of cards or a state in lines is one thing': [
    ...['containerStateText', 'dealHand', 'evictionRanking', 'nodeShutdownPlan'],
    ...['simulateTermination', 'addQuotaUsage'],
  ],
  'the levels come from a file, so they are parsed': ['safeLevelObjects'],
  'the error lists all problems, and a server that has read its file cannot start without it': [
    'parseConfiguration',
  ],
  'the server validates several kinds, and says which ones it knows': ['validateObject'],
  'it reads files at the start of a program': ['readKubeconfig'],
  'the answer of a probe is what the caller asks about': ['probeVerdictAtMs'],
};
const EXCEPTED = new Set(Object.values(EXCEPTIONS).flat());

/** Explanations beside the answer that they explain, by what recording costs. */
const EXPLANATIONS: { readonly [reason: string]: readonly string[] } = {
  'called for each Pod of a cluster, in tables and sums': [
    ...['explainPodLimits', 'explainPodQosClass', 'explainPodRequests', 'explainPodRow'],
  ],
  'called for each container of a cluster': ['explainContainerEnvironment'],
  'the answer comes from an index of patterns, and the explanation compares each one': [
    'explainRegistryCredentials',
  ],
  'the answer has the Pods of the node, and the explanation all Pods': ['explainNodeAllocation'],
};

/** Lists the functions that break a rule. */
function breaking(rule: (each: PublicFunction) => boolean): readonly string[] {
  return functions.filter((each) => !EXCEPTED.has(each.name) && rule(each)).map(({ name }) => name);
}

const parameterNames = ({ parameters }: PublicFunction): readonly string[] =>
  parameters.map(({ name }) => name);

function isBoolean({ answer }: PublicFunction): boolean {
  const text = checker.typeToString(answer);
  return (answer.flags & ts.TypeFlags.BooleanLike) !== 0 || /^(boolean|\w+ is .*)$/.test(text);
}

/** The type of the entries of a list; undefined for any other type. */
function entryOf({ answer }: PublicFunction): ts.Type | undefined {
  return checker.isArrayType(answer)
    ? checker.getTypeArguments(answer as ts.TypeReference)[0]
    : undefined;
}

const hasFields = (type: ts.Type | undefined, ...fields: readonly string[]): boolean =>
  type !== undefined && fields.every((field) => type.getProperty(field) !== undefined);

function isWords(type: ts.Type | undefined): boolean {
  const types = type?.isUnion() ? type.types : type && [type];
  return types?.every((each) => each.isStringLiteral()) === true;
}

test('a question is a boolean, and a boolean is named as a question', () => {
  const isQuestion = (name: string): boolean => /^(is|has|matches|needs|tolerates)[A-Z]/.test(name);
  expect(breaking((each) => isQuestion(each.name) !== isBoolean(each))).toEqual([]);
});

test('a parser has a safe form, and nothing else has', () => {
  expect(
    breaking(({ name }) => /^parse[A-Z]/.test(name) && !names.has(`safeP${name.slice(1)}`)),
  ).toEqual([]);
  expect(breaking(({ name }) => /^safe(?!Parse)/.test(name))).toEqual([]);
});

test('what reads a stream returns a promise or a generator', () => {
  expect(
    breaking(({ name, answer }) => {
      const isAsync = /^(Promise|Async)/.test(checker.typeToString(answer));
      return /^read[A-Z]/.test(name) && !isAsync;
    }),
  ).toEqual([]);
});

test('a name is the noun of the answer, with its domain', () => {
  const verb =
    /^(allocate|build|check|classify|collect|compute|decide|describe|determine|estimate|find|fits|generate|get|list|lookup|make|plan|query|reconcile|resolve|route|run|verify)(?=[A-Z]|$)/;
  expect(breaking(({ name }) => verb.test(name))).toEqual([]);
  expect(breaking(({ name }) => /^[a-z]+$/.test(name))).toEqual([]);
});

test('a list has a plural', () => {
  const isPlural = (name: string): boolean => /s(?=[A-Z]|$)|^(parse|validate)[A-Z]/.test(name);
  expect(breaking((each) => entryOf(each) !== undefined && !isPlural(each.name))).toEqual([]);
  expect(breaking(({ name }) => /[a-z]All(?=[A-Z]|$)|^all[A-Z]/.test(name))).toEqual([]);
});

test('what the server rejects is a list of field problems, what it warns of one of problems', () => {
  const problem = ['code', 'message', 'segments', 'severity'];
  expect(
    breaking(
      (each) => /^validate[A-Z]/.test(each.name) && !hasFields(entryOf(each), 'type', ...problem),
    ),
  ).toEqual([]);
  expect(
    breaking((each) => each.name.endsWith('Warnings') && !hasFields(entryOf(each), ...problem)),
  ).toEqual([]);
});

test('the errors of a text are codes', () => {
  expect(breaking((each) => each.name.endsWith('Errors') && !isWords(entryOf(each)))).toEqual([]);
});

test('what is created is an object of Kubernetes', () => {
  const isObject = (each: PublicFunction): boolean =>
    hasFields(entryOf(each) ?? each.answer, 'metadata', 'kind');
  expect(breaking((each) => /^create[A-Z]/.test(each.name) && !isObject(each))).toEqual([]);
});

test('an explanation stands beside its answer only where recording costs', () => {
  const pairs = [...names].filter((name) => {
    const answer = name.replace(/^explain(.)/, (_, first: string) => first.toLowerCase());
    return answer !== name && names.has(answer);
  });
  expect(pairs.sort()).toEqual(Object.values(EXPLANATIONS).flat().sort());
});

test('the cluster is the second parameter, and options are the last one', () => {
  expect(
    breaking((each) => {
      const parameters = parameterNames(each);
      const options = parameters.indexOf('options');
      return (
        parameters.indexOf('cluster') > 1 || (options !== -1 && options < parameters.length - 1)
      );
    }),
  ).toEqual([]);
});

test('the current time is an option', () => {
  expect(breaking((each) => parameterNames(each).some((name) => name.startsWith('now')))).toEqual(
    [],
  );
});

test('a word is the subject or an option, and no other parameter', () => {
  const isWord = (parameter: ts.Symbol): boolean =>
    isWords(checker.getNonNullableType(checker.getTypeOfSymbol(parameter)));
  expect(breaking(({ parameters }) => parameters.slice(1).some(isWord))).toEqual([]);
});

test('names have no abbreviation that Kubernetes does not use', () => {
  expect(
    breaking(({ name }) =>
      /(Cfg|Ctx|Desc|Idx|Msg|Num|Refs?|Repl|Tmpl|Utils?)(?=[A-Z]|$)/.test(name),
    ),
  ).toEqual([]);
});

test('the exceptions are public functions', () => {
  expect([...EXCEPTED].filter((name) => !names.has(name))).toEqual([]);
});
