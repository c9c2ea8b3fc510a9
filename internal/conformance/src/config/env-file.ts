import { type ConfigError, type EnvFileEntry, envFileValue, parseEnvFile } from '@kubesem/config';
import type { Comparison } from '../harness/comparison.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import { withoutReasons } from './field.js';
import { asBytes, asContent, joined, textOf } from './text.js';

const LONG = 'x'.repeat(70_000);
const QUOTED = [
  ...[
    "A='a'",
    "B='b'",
    "A=''",
    "A= 'x'",
    'A=x',
    "A='a' # comment",
    "A='a'b",
    "A='a",
    "'",
    '=',
    ' ',
  ],
  ...[
    '\n',
    '\n',
    '\n',
    '\r\n',
    '# comment',
    '\t',
    "A ='a'",
    "='a'",
    'A',
    "__proto__='p'",
    'é',
    '\0',
  ],
];

const value: Operation = {
  name: 'config.envFileValue',
  program: 'kubernetes',
  *examples() {
    for (const line of [
      ...QUOTED,
      "A='a\nb'",
      "A='a\r\nb' #\nA='c'",
      `A='${'y'.repeat(65_530)}'`,
    ]) {
      yield { content: line, key: 'A' };
      yield { content: `B='b'\n${line}\nA='z'`, key: 'A' };
    }
    for (const length of [65_534, 65_535, 65_536]) {
      yield { content: `#${'x'.repeat(length - 1)}\nA='a'`, key: 'A' };
      yield { content: `A='a'\n#${'x'.repeat(length - 1)}`, key: 'B' };
      yield { content: `A='${'x'.repeat(length - 3)}\n'`, key: 'A' };
    }
  },
  generate: (random) => ({
    content: asBytes(joined(random, 10, [...QUOTED, ...(random.percent(2) ? ['\xFF', LONG] : [])])),
    key: random.pick(['A', 'A', 'B', '__proto__', '']),
  }),
  compare(input, theirs, comparison) {
    const { content, key } = input as { content: Json; key: string };
    const { value: expected, error } = theirs.out as { value?: Json; error?: string };
    try {
      const ours = envFileValue(asContent(content), key);
      comparison.field('value', error ?? textOf(expected), ours ?? '');
    } catch (caught) {
      const { message, line } = caught as ConfigError;
      // A line that is too long has other words.
      const theirLine = error?.match(/line (\d+)/)?.[1];
      comparison.field('error', error === undefined ? 'none' : true, true);
      comparison.field(
        'line',
        theirLine ?? 'too long',
        message.includes('65535') ? 'too long' : `${line}`,
      );
      const text = error?.replace(/^.* line \d+: /, '');
      comparison.field(
        'message',
        theirLine && text,
        theirLine && message.replace(/^line \d+: /, ''),
      );
    }
  },
  kind(_, { out }) {
    const { value: found, error } = out as { value?: Json; error?: string };
    return error?.replace(/\d+/, 'n') ?? `${textOf(found).length}`;
  },
};

const LINES = [
  ...[
    'A=a',
    'A=b',
    'B=',
    'B',
    'HOME_OF_TEST',
    'A ="x" ',
    ' A=x',
    '\u00a0A=x',
    '\u0085A=x',
    '\u2028A=x',
  ],
  ...[
    'export A=1',
    'a.b=1',
    'a-b=1',
    '1a=1',
    '=x',
    'A==x',
    '# comment',
    ' # comment',
    '',
    'é=1',
    '__proto__=1',
  ],
  ...['\ufeffA=x', 'A=x\r', '\x1cA=1', '.=1', '..=1', '..a=1'],
];

interface EnvFileAnswer {
  readonly pairs?: readonly (readonly [Json, Json])[];
  readonly error?: string;
}

function comparePairs(
  comparison: Comparison,
  { pairs: expected, error }: EnvFileAnswer,
  parse: () => readonly EnvFileEntry[],
): void {
  try {
    const ours = parse().map(({ key, value: text }) => [key, text]);
    const texts = expected?.map((pair) => pair.map(textOf));
    comparison.field('pairs', error ?? JSON.stringify(texts), JSON.stringify(ours));
  } catch (caught) {
    const { code, line, message } = caught as ConfigError;
    if (code === 'ENV_UTF8') {
      // kustomize prints the bytes of the line instead of its number.
      const found = error?.match(/invalid utf8 bytes(?: at line (\d+)| : )/);
      comparison.field('line that is not UTF-8', found && (found[1] ?? `${line}`), `${line}`);
    } else {
      comparison.field('error', withoutReasons(error ?? ''), withoutReasons(message));
    }
  }
}

const pairs: Operation = {
  name: 'config.envFile',
  program: 'kubernetes',
  *examples() {
    const environment = { HOME_OF_TEST: 'home' };
    for (const line of LINES) {
      yield { content: line, environment };
      yield { content: `C=c\n${line}`, environment };
    }
    for (const length of [65_535, 65_536]) {
      yield { content: `A=a\nB=${'x'.repeat(length - 2)}\nC=c`, environment };
    }
  },
  generate: (random) => ({
    content: asBytes(
      random
        .list(6, () =>
          random.percent(95) ? random.pick(LINES) : random.pick(['A=\xFF', '\xFF', `A=${LONG}`]),
        )
        .join(random.pick(['\n', '\n', '\r\n'])),
    ),
    environment: { HOME_OF_TEST: 'home' },
  }),
  compare(input, theirs, comparison) {
    const { content, environment } = input as {
      content: Json;
      environment: { [name: string]: string };
    };
    const { kustomize, ...kubectl } = theirs.out as unknown as EnvFileAnswer & {
      readonly kustomize: EnvFileAnswer;
    };
    const file = asContent(content);
    comparePairs(comparison, kubectl, () => parseEnvFile(file, { environment }));
    comparePairs(comparison, kustomize, () => parseEnvFile(file, { dialect: 'kustomize' }));
  },
  kind(_, { out }) {
    const { pairs: found, error } = out as { pairs?: [Json, Json][]; error?: string };
    return (
      error?.replace(/\[.*|\d+/g, '') ??
      `${JSON.stringify((found as unknown as JsonObject[]) ?? []).slice(0, 40)}`
    );
  },
};

/** Env files of volumes and of kubectl. */
export const envFileOperations: readonly Operation[] = [value, pairs];
