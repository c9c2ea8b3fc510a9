import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { libraries, root, typescriptFiles } from '../../src/workspace.js';

const API = 'packages/core/src/api/';
const parse = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, readFileSync(root + file, 'utf8'), ts.ScriptTarget.Latest, true);

/** The names of fields and kinds in the generated types of the API. */
const apiWords = new Set(
  typescriptFiles(API.slice(0, -1)).flatMap((file) => {
    const words: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isPropertySignature(node) || ts.isInterfaceDeclaration(node)) {
        words.push(node.name.getText());
      }
      ts.forEachChild(node, visit);
    };
    visit(parse(file));
    return words;
  }),
);

/** Words of exported unions that are not our own identifiers, by the reason: `Type` or `Type.field`. */
const EXCEPTIONS: { readonly [reason: string]: readonly string[] } = {
  'words of metrics, conditions, annotations and interfaces of Kubernetes that are no fields': [
    ...['QueueSetRejection', 'RejectionReason', 'ApfMetric.type', 'DumpName', 'DisruptionActor'],
    ...['MaintenanceAction.verb', 'MaintenanceAction.resource', 'LimitRangeDefault.kind'],
    ...['LimitRangeDefault.field', 'EvictionSignal', 'EvictionRankingOptions.imageFilesystem'],
    ...['RuntimeContainer.state', 'RuntimeSandbox.state', 'ProbeKind', 'DockerConfigFormat'],
    ...['ContainerKind', 'QuantityUnit', 'LabelRequirement.operator', 'FieldRequirement.operator'],
    ...['ContainerKill.reason', 'RequestState'],
  ],
  'words of other programs and languages': [
    ...[
      'Libc',
      'Zone.pods',
      'ZoneOptions.pods',
      'LookupTarget.type',
      'ScalarType',
      'GoUrl.slashes',
    ],
    ...['AbortSignalLike', 'TlsOptions.minVersion', 'Severity', 'ManifestDocument.format'],
    ...[
      'PlacedDocument.format',
      'HttpProbeRequest.kind',
      'TcpProbeRequest.kind',
      'IpAddress.family',
    ],
    ...['YAMLAlias.kind', 'YAMLList.kind', 'YAMLMap.kind', 'YAMLScalar.kind'],
  ],
  'choices that a caller writes in options and scenarios': [
    ...['OpenArrivals.process', 'ClosedLoopArrivals.process', 'DurationDistribution.distribution'],
    ...[
      'ParseEnvFileOptions.dialect',
      'ResolveIntOrPercentOptions.round',
      'LimitRounding.rounding',
    ],
    ...['QuantityStyle', 'ValidatePodOptions.origin', 'ScriptedAnswer.result'],
  ],
  'places in an object': [
    ...['AmountOrigin', 'PodLevelChange.from', 'PodLevelField.from', 'Share.from'],
    ...['ResourceSource.from', 'ResourceSource.source', 'ResourcePhase.phase'],
  ],
  'commands and pages print the words as they are': [
    ...['DrainedPod.action', 'PlannedPod.action', 'SimulationEvent.action', 'EndpointReason.state'],
    ...['ObjectReport.origin', 'QuotaReport.usageFrom', 'KeyringPart.origin', 'PodReason.about'],
    ...['PodImagePullSecrets.from', 'PodResolvConf.base', 'LookupAttempt.server', 'DnsName.of'],
    ...['ResourceKind', 'PodCount.per', 'FoundProblem.apiServer', 'ZoneLookup'],
  ],
};
const EXCEPTED = new Set(Object.values(EXCEPTIONS).flat());

/** Whether a part of a type names fields of another one, as the arguments of Pick do. */
function isAboutFields(node: ts.Node): boolean {
  return (
    ts.isTypeReferenceNode(node) ||
    ts.isIndexedAccessTypeNode(node) ||
    ts.isExpressionWithTypeArguments(node)
  );
}

/** The words of the exported types of a file, by `Type` or `Type.field`. */
function wordsOf(file: string): readonly (readonly [place: string, word: string])[] {
  const found: [string, string][] = [];
  const visit = (node: ts.Node, place: string): void => {
    if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)) {
      found.push([place, node.literal.text]);
    } else if (ts.isPropertySignature(node)) {
      ts.forEachChild(node, (child) =>
        visit(child, `${place.split('.')[0]}.${node.name.getText()}`),
      );
    } else if (!isAboutFields(node)) {
      ts.forEachChild(node, (child) => visit(child, place));
    }
  };
  for (const statement of parse(file).statements) {
    const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
    if (isType && statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) {
      ts.forEachChild(statement, (child) => visit(child, statement.name.text));
    }
  }
  return found;
}

const words = libraries
  .flatMap((name) => typescriptFiles(`packages/${name}/src`))
  .filter((file) => !/^packages\/core\/src\/(api|kinds|types)\//.test(file))
  .flatMap(wordsOf);

test('our own words are SCREAMING_CASE, and those of the Kubernetes API are as it writes them', () => {
  // Words in PascalCase are values of its fields, which the generated types do not have.
  const isWord = (word: string): boolean =>
    /^([A-Z][A-Z0-9_]*|[A-Z][A-Za-z0-9]*)$/.test(word) || apiWords.has(word);
  const wrong = words.filter(([place, word]) => !isWord(word) && !EXCEPTED.has(place));
  expect([...new Set(wrong.map(([place, word]) => `${place}: ${word}`))]).toEqual([]);
});

test('the exceptions are needed', () => {
  const places = new Set(words.map(([place]) => place));
  expect([...EXCEPTED].filter((place) => !places.has(place))).toEqual([]);
});

test('a rule, a verdict and a code are our own words, or a field that decides', () => {
  const isOurs = (place: string): boolean =>
    /\.(rule|verdict|code)$|(Rule|Verdict|Code)$/.test(place);
  const wrong = words.filter(
    ([place, word]) => isOurs(place) && !/^[A-Z][A-Z0-9_]*$/.test(word) && !apiWords.has(word),
  );
  expect([...new Set(wrong.map(([place, word]) => `${place}: ${word}`))]).toEqual([]);
});
