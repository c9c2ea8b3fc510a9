import { parseManifests } from '@kubesem/manifests';
import type { Json } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { explain, hasKeyOfTwoTypes, ignoresText } from './deviations.js';
import { yamlDocument } from './generator.js';
import { STREAMS } from './stream-examples.js';
import { parseGoJson, sorted } from './values.js';

const SEPARATORS: readonly string[] = [
  ...[
    '---\n',
    '---\n',
    '---\n',
    '---\n',
    '--- # c\n',
    '---   \n',
    '---#c\n',
    '---\t\n',
    '---\n---\n',
  ],
  ...['--- x\n', '---x\n', '----\n', ' ---\n', '...\n', '...\n---\n', '# c\n---\n', '\n---\n\n'],
  ...[
    '---\n# c\n---\n',
    '---\n\ufeff',
    '\ufeff---\n',
    '%YAML 1.1\n---\n',
    '%YAML 1.2\n---\n',
    '---\n%YAML 1.2\n---\n',
    '---\n# c\n%TAG ! a:\n---\n',
    '--- |\n',
    '--- {a: 1}\n',
    '',
  ],
];

const JSON_DOCUMENTS: readonly string[] = [
  ...[
    '{}',
    '{"a": 1}',
    '{"a": [1, {"b": null}]}\n',
    ' {"a": "}"}',
    '{"a":\n  1}\n',
    '{"a": 1}{"b": 2}',
  ],
  ...[
    '{"a": 1,}',
    '{a: 1}',
    '{"a": 1',
    '[1]',
    '"x"',
    '5',
    'null',
    'true',
    '-',
    'x',
    '{"a": "\\u00e9"}',
  ],
  ...[
    '{"a": 9223372036854775807}',
    '{"a": 1e3}',
    '{"a": 1}x',
    '{"a": 1} # c',
    '{"a": 1}\n---\n',
    '{"a": 1, "a": 2}',
  ],
];

/** A file of one or more documents, YAML or JSON. */
function stream(random: Random): string {
  const asJSON = random.percent(35);
  let text = random.pick([
    '',
    '',
    '',
    '---\n',
    '# c\n',
    '\n',
    ' ',
    '\ufeff',
    random.pick(SEPARATORS),
  ]);
  const count = 1 + random.below(4);
  for (let index = 0; index < count; index++) {
    const isJSON = asJSON ? random.percent(80) : random.percent(5);
    text += isJSON ? random.pick(JSON_DOCUMENTS) : small(random);
    const separator = isJSON
      ? random.pick(['\n', '', ' ', '---\n', '\n---\n'])
      : random.pick(SEPARATORS);
    text += index < count - 1 || random.percent(20) ? separator : '';
  }
  if (random.percent(3)) {
    return random.edited(text, ['\r', '\r\n', '\n\r']);
  }
  return random.percent(15) ? text.replace(/\n/g, '\r\n') : text;
}

function small(random: Random): string {
  if (random.percent(60)) {
    return random.pick([
      'a: 1\n',
      'b: [1]\n',
      '# c\n',
      '',
      'null\n',
      '~\n',
      '- x\n',
      'a: |\n  x\n\n',
      'k: &a 1\nl: *a\n',
    ]);
  }
  return yamlDocument(random);
}

/** A file, or its bytes if they are not UTF-8. */
function file(random: Random): Json {
  const text = stream(random);
  if (!random.percent(5)) {
    return text;
  }
  // After a byte order mark, kubectl does not replace the bytes, and rejects the document.
  const bytes = [...Buffer.from(text.replace(/^\ufeff+/, ''))];
  const broken = random.pick([
    [0xff],
    [0xc3],
    [0xe2, 0x82],
    [0xf0, 0x9f, 0x8e],
    [0x80],
    [0xc0, 0xaf],
    [0xed, 0xa0, 0x80],
  ]);
  bytes.splice(random.below(bytes.length + 1), 0, ...broken);
  return { b64: Buffer.from(bytes).toString('base64') };
}

/** Decodes a file as the command does. */
function textOf(input: Json): string {
  return typeof input === 'string'
    ? input
    : Buffer.from((input as { b64?: string }).b64 ?? '', 'base64').toString('utf8');
}

interface Documents {
  readonly documents: readonly string[];
  readonly error: string | null;
}

/** Reports whether a list has all elements of another one, in order. */
function isPart(some: readonly Json[], all: readonly Json[]): boolean {
  let found = 0;
  for (const value of all) {
    found += JSON.stringify(value) === JSON.stringify(some[found]) ? 1 : 0;
  }
  return found === some.length;
}

const documents: Operation = {
  name: 'yaml.documents',
  program: 'staging',
  *examples() {
    yield* STREAMS;
    for (const separator of SEPARATORS) {
      yield `a: 1\n${separator}b: 2\n`;
      yield `${separator}b: 2\n`;
      yield `{"a": 1}\n${separator}b: 2\n`;
    }
  },
  generate: file,
  compare(input, theirs, comparison) {
    const text = textOf(input);
    if (theirs.out === undefined) {
      return;
    }
    const out = theirs.out as unknown as Documents;
    const read = parseManifests({ name: 'case', text });
    if (hasKeyOfTwoTypes(text, read)) {
      return;
    }
    const broken = read.problems.some(({ severity }) => severity === 'error');
    const kubernetes = out.documents.map((document) => sorted(parseGoJson(document)));
    const all = read.documents.map(({ value }) => sorted(value as Json));
    // kubectl stops at an error, kubesem goes on.
    const ours = out.error === null ? all : all.slice(0, kubernetes.length);
    const isBroken = broken && out.error !== null;
    const isRejection = isBroken || isPart(all, kubernetes) || isPart(kubernetes, all);
    const state = (hasError: boolean) => (hasError ? ' broken' : '');
    comparison.field(
      'documents',
      JSON.stringify(kubernetes) + state(out.error !== null),
      JSON.stringify(ours) + state(broken),
      () => explain(text, isRejection, !broken && ignoresText(read)),
    );
  },
  // Positions in messages say nothing about the kind.
  trim: (out) => {
    const { documents: list, error } = out as unknown as Documents;
    return { documents: list, error: error === null ? null : 'broken' } as unknown as Json;
  },
  kind: (_input, theirs) => {
    const { documents: list, error } = theirs.out as unknown as Documents;
    return `${error === null} ${list.map((text) => text.replace(/[0-9]+/g, '0').slice(0, 8)).join(' ')}`;
  },
};

/** Files of several documents as kubectl reads them. */
export const documentOperations: readonly Operation[] = [documents];
