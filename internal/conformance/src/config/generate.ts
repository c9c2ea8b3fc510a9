import {
  type ConfigError,
  type GenerateSecretOptions,
  generateConfigMap,
  generateSecret,
} from '@kubesem/config';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { asBytes, asContent, joined } from './text.js';

/** An entry of a kustomization; its files are paths. */
interface Generator {
  readonly name?: string;
  readonly namespace?: string;
  readonly literals?: readonly string[];
  readonly files?: readonly string[];
  readonly envs?: readonly string[];
  readonly type?: string;
  readonly options?: NonNullable<GenerateSecretOptions['options']>;
}

interface GenerateCase {
  readonly kustomization: {
    readonly configMapGenerator?: readonly Generator[];
    readonly secretGenerator?: readonly Generator[];
  };
  readonly files?: { readonly [path: string]: Json };
}

const KEYS = ['a', 'b', 'a.b', 'a b', 'é', '__proto__', 'constructor', 'B', '-a', 'a:b', '#', '..'];
/** Names that the file system in memory accepts. */
const FILE_NAMES = ['a', 'a.b', 'B', '__proto__', 'constructor', '-a'];
const TEXT = [
  ...['a', ' ', '\n', '\n', '\t', '\r', '"', "'", '<', '&', ':', '#', '-', '|', '\\', '0', '{'],
  ...['é', '😀', '\u2028', '\u0085', '\u00a0', '\ufeff', '\x7f', '\0', 'true', 'null', '~'],
];
/** What a kustomization can hold without escapes. */
const PLAIN_TEXT = TEXT.filter((piece) => !/[\x7f\u0085\u2028\ufeff]/.test(piece));
const LITERALS = [
  ...['a=1', 'a=', 'b=x=y', '=x', 'a', '', 'c="q"', "c='q'", 'c="', `c="'`, 'c=""', `c='"'"'`],
  ...['d=<&>', 'B=é', 'n=1', 'n=true', 'n=null', 'n=~', 'n=1e3', 'n=0x10', 'n=2001-01-01'],
];
const ENV = ['a=1', 'B', 'a b=1', '# c', '', 'c= "x" ', '\ufeffd=1', '=x', 'é=1', ' e=1'];
const LABELS = ['a', 'example.com/b', 'c', '__proto__'];

function bytes(random: Random): Json {
  const isBinary = random.percent(20);
  const pieces = isBinary ? ['a', '\xFF', 'b', '\0', 'a'.repeat(30)] : TEXT;
  return asBytes(joined(random, random.percent(5) ? 90 : 6, pieces));
}

function labels(random: Random): JsonObject {
  const entries = random.list(3, () => [random.pick(LABELS), random.pick(['x', '', 'true', '1'])]);
  return Object.fromEntries(entries) as JsonObject;
}

function generateCase(random: Random): JsonObject {
  const isSecret = random.percent(40);
  const files: { [path: string]: Json } = {};
  const sources = random.list(3, (index) => {
    const path = `dir${index}/${random.pick(FILE_NAMES)}`;
    files[path] = bytes(random);
    return random.pick([
      path,
      path,
      `${random.pick(KEYS)}=${path}`,
      `=${path}`,
      `a=b=${path}`,
      'k=',
    ]);
  });
  const envs = random.percent(30)
    ? random.list(2, (index) => {
        const path = `env-${index}`;
        const lines = random.list(4, () =>
          random.percent(97) ? random.pick(ENV) : random.pick(['A=\xFF', 'x'.repeat(70_000)]),
        );
        files[path] = asBytes(lines.join(random.pick(['\n', '\r\n'])));
        return path;
      })
    : [];
  const generator = {
    name: random.percent(97) ? random.pick(['web', 'a-b']) : '',
    ...random.maybe(30, () => ({ namespace: random.pick(['shop', '']) })),
    ...random.maybe(80, () => ({ literals: random.list(3, () => literal(random)) })),
    ...random.maybe(60, () => ({ files: sources })),
    ...(envs.length > 0 && { envs }),
    ...(isSecret && random.maybe(50, () => ({ type: random.pick(['Opaque', 'my/type', '']) }))),
    ...random.maybe(40, () => ({
      options: {
        ...random.maybe(50, () => ({ labels: labels(random) })),
        ...random.maybe(50, () => ({ annotations: labels(random) })),
        ...random.maybe(50, () => ({ immutable: random.percent(70) })),
        ...random.maybe(30, () => ({ disableNameSuffixHash: random.percent(70) })),
      },
    })),
  };
  const kustomization = { [isSecret ? 'secretGenerator' : 'configMapGenerator']: [generator] };
  return { kustomization, files };
}

function literal(random: Random): string {
  return random.percent(60)
    ? random.pick(LITERALS)
    : `${random.pick(KEYS)}=${joined(random, 5, PLAIN_TEXT)}`;
}

function ours({ kustomization, files = {} }: GenerateCase): JsonObject {
  const { configMapGenerator = [], secretGenerator = [] } = kustomization;
  const content = (path: string): string | Uint8Array => asContent(files[path] ?? '');
  const argumentsOf = ({ envs = [], files: sources = [], name = '', ...rest }: Generator) => ({
    ...rest,
    name,
    envFiles: envs.map(content),
    files: sources.map((source) => ({ source, content: content(source.replace(/^.*=/, '')) })),
  });
  try {
    const objects = [
      ...configMapGenerator.map((each) => generateConfigMap(argumentsOf(each))),
      ...secretGenerator.map((each) => generateSecret(argumentsOf(each))),
    ];
    return JSON.parse(JSON.stringify({ objects })) as JsonObject;
  } catch (error) {
    return { error: (error as ConfigError).message };
  }
}

/** The message without the lists of sources before it, and without what ours leave out: a literal may be a secret. */
function shownError(error: string): string {
  return error
    .replace(/^loading KV pairs: (literal sources|file sources:|env source files:) \[.*?\]: /s, '')
    .replace(
      /^(literal sources .*: )?invalid literal source .*, expected/s,
      'invalid literal source, expected',
    );
}

function sortedJson(value: Json): string {
  return JSON.stringify(value, (_, part: Json) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Errors about the kustomization itself, which shrinking makes. */
const NO_GENERATOR =
  /^(kustomization\.yaml is empty|invalid Kustomization)|must resolve to a file$/;

/** Whether kustomize cannot read the YAML that it has written itself. */
function lostByYaml({ objects }: JsonObject, error: string): boolean {
  const data = ((objects ?? []) as JsonObject[]).flatMap((object) =>
    Object.entries({ ...(object.data as object), ...(object.binaryData as object) }),
  ) as [string, string][];
  switch (error) {
    case 'yaml: control characters are not allowed':
      return data.some((entry) => /[\x7f-\x84\x86-\x9f\ufffe\uffff]/.test(entry.join()));
    case 'json: unsupported type: map[interface {}]interface {}':
      return data.some(([key]) => /^(n|true)$/.test(key));
    default:
      return (
        /^yaml: line \d+: found a tab character where an indentation space is expected$/.test(
          error,
        ) && data.some(([, text]) => /^\n*\t[^]*\n/.test(text))
      );
  }
}

/** kustomize reads U+0085 and what surrounds it as line breaks of YAML. */
function folded(json: string): string {
  return json.replace(/(?:[\u0085\u2028\u2029 ]|\\n)+/g, ' ');
}

const generate: Operation = {
  name: 'config.generate',
  program: 'kubernetes',
  *examples() {
    for (const field of ['configMapGenerator', 'secretGenerator']) {
      const one = (generator: JsonObject, files: JsonObject = {}): JsonObject => ({
        kustomization: { [field]: [{ name: 'web', ...generator }] },
        files,
      });
      yield one({});
      yield one({ name: '' });
      yield one({ literals: ['special.how=very', 'special.type=charm'] });
      yield one({ literals: ['a=1'], envs: ['e'] }, { e: 'a=2' });
      for (const text of LITERALS) {
        yield one({ literals: [text] });
      }
      for (const line of ENV) {
        yield one({ envs: ['e'] }, { e: line });
      }
      for (const source of ['dir/a', 'k=dir/f', '=f', 'a=b=f', 'k=']) {
        yield one({ files: [source] }, { 'dir/a': 'x', 'dir/f': 'y', f: 'z' });
      }
      for (const length of [50, 51, 52, 53, 54, 105, 106]) {
        const b64 = Buffer.alloc(length, 0xff).toString('base64');
        yield one({ files: ['f'] }, { f: { b64 } });
      }
      yield one({ literals: ['a=1'], options: { immutable: true, labels: { a: 'b' } } });
      yield one({ literals: ['a=1'], options: { disableNameSuffixHash: true } });
    }
  },
  generate: generateCase,
  compare(input, theirs, comparison) {
    const { objects, error } = theirs.out as { objects?: JsonObject[]; error?: string };
    if (NO_GENERATOR.test(error ?? '')) {
      return;
    }
    const answer = ours(input as unknown as GenerateCase);
    const isUtf8 = error?.includes('invalid utf8 bytes') ?? false;
    const theirError = isUtf8 ? 'not UTF-8' : shownError(error ?? 'none');
    const ourError = isUtf8 && 'error' in answer ? 'not UTF-8' : (answer.error ?? 'none');
    comparison.field('error', theirError, ourError, () =>
      lostByYaml(answer, theirError) ? 'kustomize-yaml' : undefined,
    );
    if (objects !== undefined && answer.objects !== undefined) {
      const theirText = sortedJson(objects);
      const ourText = sortedJson(answer.objects);
      comparison.field('objects', theirText, ourText, () =>
        ourText.includes('\u0085') && folded(ourText) === folded(theirText)
          ? 'kustomize-yaml'
          : undefined,
      );
    }
  },
  kind(input, { out }) {
    const { kustomization } = input as unknown as GenerateCase;
    const { objects, error } = out as { objects?: JsonObject[]; error?: string };
    const fields = (objects ?? []).flatMap((object) => Object.keys(object));
    return [...Object.keys(kustomization), ...fields, error?.replace(/[^a-z ].*/, '')].join();
  },
};

/** ConfigMaps and Secrets as kustomize generates them. */
export const generateOperations: readonly Operation[] = [generate];
