import { type ConfigError, type ConfigFile, createConfigMap, createSecret } from '@kubesem/config';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { withoutReasons } from './field.js';
import { asBytes, asContent, joined } from './text.js';

interface CreateFile {
  readonly argument: string;
  readonly path: string;
  readonly content?: Json;
  readonly entries?: { readonly [name: string]: Json };
}

interface CreateCase {
  readonly kind: 'ConfigMap' | 'Secret';
  readonly name: string;
  readonly files?: readonly CreateFile[];
  readonly literals?: readonly string[];
  readonly envFiles?: readonly Json[];
  readonly appendHash?: boolean;
  readonly environment?: { readonly [name: string]: string };
  readonly type?: string;
}

const KEYS = [
  'a',
  'b',
  'a.b',
  'a-b',
  '.a',
  '..a',
  '__proto__',
  'constructor',
  'a b',
  '..',
  '.',
  'é',
  'B',
];
const LITERALS = [
  'a=1',
  'a=',
  'b=x=y',
  '=x',
  'a',
  '',
  'a b=1',
  'c="q"',
  '__proto__=p',
  'd=<&>',
  'B=é',
];
const ENV = ['a=1', 'B', 'HOME_OF_TEST', 'a b=1', '# c', '', 'c= "x" ', '\ufeffd=1'];

function content(random: Random): Json {
  return asBytes(joined(random, 4, ['a', '\n', '<', ...(random.percent(15) ? ['\xFF'] : [])]));
}

function file(random: Random, index: number): CreateFile {
  const key = random.pick(KEYS.filter((name) => !/^\.{1,2}$/.test(name)));
  const path = `dir${index}/${key}`;
  if (random.percent(25)) {
    const entries = Object.fromEntries(
      random.list(4, () => [
        random.pick(KEYS.filter((name) => !/^\.{1,2}$/.test(name))),
        content(random),
      ]),
    );
    const argument = random.pick([`ROOT/${path}`, `ROOT/${path}/`, `k=ROOT/${path}`]);
    return { argument, path, entries };
  }
  const argument = random.pick([
    `ROOT/${path}`,
    `ROOT/${path}`,
    `${random.pick(KEYS)}=ROOT/${path}`,
    `=ROOT/${path}`,
    `a=b=ROOT/${path}`,
    'key=',
  ]);
  return { argument, path, content: content(random) };
}

function createCase(random: Random): JsonObject {
  const kind = random.pick(['ConfigMap', 'Secret']);
  const isEnv = random.percent(20);
  return {
    kind,
    name: random.percent(97) ? random.pick(['web', 'a-b']) : '',
    ...(!isEnv && { files: random.list(3, (index) => file(random, index)) as unknown as Json }),
    ...(!isEnv && { literals: random.list(3, () => random.pick(LITERALS)) }),
    ...((isEnv || random.percent(3)) && {
      envFiles: random.list(2, () => random.list(3, () => random.pick(ENV)).join('\n')),
    }),
    ...random.maybe(60, () => ({ appendHash: true })),
    ...(kind === 'Secret' &&
      random.maybe(50, () => ({ type: random.pick(['Opaque', 'my/type']) }))),
    environment: { HOME_OF_TEST: 'home' },
  };
}

function ours({ kind, name = '', files = [], envFiles = [], ...rest }: CreateCase): Json {
  const options = {
    ...rest,
    name,
    files: files.map(({ argument, content: bytes, entries }): ConfigFile => {
      const contents = Object.entries(entries ?? {}).map(([name, each]) => [name, asContent(each)]);
      return {
        source: argument,
        ...(bytes === undefined
          ? { entries: Object.fromEntries(contents) }
          : { content: asContent(bytes) }),
      };
    }),
    envFiles: envFiles.map(asContent),
  };
  try {
    const object = kind === 'Secret' ? createSecret(options) : createConfigMap(options);
    return JSON.parse(JSON.stringify(object)) as Json;
  } catch (error) {
    return { error: withoutReasons((error as ConfigError).message) };
  }
}

/** The text without what our messages leave out: the text of a literal, which may be a secret. */
function shownError(error: string): string {
  return withoutReasons(error).replace(
    /^invalid literal source .*, expected/s,
    'invalid literal source, expected',
  );
}

const create: Operation = {
  name: 'config.create',
  program: 'kubernetes',
  *examples() {
    const literals = ['special.how=very', 'special.type=charm'];
    for (const kind of ['ConfigMap', 'Secret']) {
      yield { kind, name: 'special-config-2', literals, appendHash: true };
      yield { kind, name: 'web', literals: ['a=1', 'a=2'] };
      yield { kind, name: 'web', appendHash: true };
      yield { kind, name: '' };
      for (const literal of LITERALS) {
        yield { kind, name: 'web', literals: [literal] };
      }
      const path = 'bad name';
      yield { kind, name: 'web', files: [{ argument: `ROOT/${path}`, path, content: 'x' }] };
    }
  },
  generate: createCase,
  compare(input, theirs, comparison) {
    const { object, error } = theirs.out as { object?: JsonObject; error?: string };
    const answer = ours(input as unknown as CreateCase) as JsonObject;
    // An error about an env file names the file, which the library does not know.
    const isUtf8 = error?.includes('invalid utf8 bytes') ?? false;
    if (error !== undefined) {
      comparison.field(
        'error',
        isUtf8 || shownError(error),
        isUtf8 ? 'error' in answer : (answer.error as Json),
      );
      return;
    }
    comparison.field('object', sortedJson(object ?? {}), sortedJson(answer));
  },
  kind(input, { out }) {
    const { kind, appendHash = false } = input as unknown as CreateCase;
    const { object, error } = out as { object?: JsonObject; error?: string };
    const fields = Object.keys(object ?? {}).filter((field) => /data/i.test(field));
    return [kind, appendHash, ...fields, error?.replace(/ROOT.*|"[^"]*"/g, '')].join();
  },
};

/** JSON with sorted keys, without what kubectl leaves empty. */
function sortedJson(value: Json): string {
  return JSON.stringify(value, (_, part: Json) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** ConfigMaps and Secrets as kubectl makes them. */
export const createOperations: readonly Operation[] = [create];
