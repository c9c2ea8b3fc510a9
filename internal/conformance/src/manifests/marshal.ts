import { formatYAML } from '@kubesem/manifests/internal';
import type { Json } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { SCALARS, scalar } from './scalars.js';

const PARTS: readonly string[] = [
  ...[
    'a',
    'word',
    'hello world',
    ' ',
    '  ',
    '\n',
    '\n\n',
    '\t',
    '\r',
    ':',
    ': ',
    ' #',
    '#',
    '- ',
    '-',
  ],
  ...[
    '"',
    "'",
    '\\',
    '\0',
    '\x07',
    '\x1b',
    '\u00a0',
    'é',
    '中',
    '🎉',
    '\ufeff',
    '\u2028',
    '\u200b',
    '\u202e',
  ],
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    '&',
    '*',
    '!',
    '|',
    '>',
    '%',
    '@',
    '`',
    '?',
    '---',
    '...',
    '=',
    '<<',
    '<',
  ],
  ...['0', '12', '1:30', '1e3', '0x1f', '2020-01-01', 'true', 'no', 'null', '~', '.5', '_'],
  'a sentence that is long enough to be folded somewhere near the end of its line, with spaces ',
];
const KEYS: readonly string[] = [
  ...[
    'a',
    'b',
    'A',
    'a1',
    'a10',
    'a2',
    'a02',
    '1',
    '10',
    '2',
    '_',
    '.',
    '-',
    'a.b',
    'a-b',
    'true',
    'null',
  ],
  ...[
    'é',
    '"q"',
    'a b',
    '🎉',
    'k\nl',
    'x: y',
    '',
    '00',
    '01',
    'k'.repeat(128),
    'k'.repeat(129),
    ...PARTS,
  ],
];

function text(random: Random): string {
  if (random.percent(20)) {
    return scalar(random);
  }
  return Array.from({ length: random.below(8) }, () => random.pick(PARTS)).join('');
}

function key(random: Random): string {
  return random.percent(70)
    ? random.pick(KEYS)
    : Array.from({ length: 1 + random.below(4) }, () => random.pick(KEYS)).join('');
}

/** An object as `kubectl create` makes it: strings, and objects of strings. */
function object(random: Random): Json {
  // Go's order of three keys with digits may be a circle, so it depends on the order in memory.
  const plain = () => key(random).replace(/[0-9]/g, 'x');
  const data = () =>
    random.percent(40)
      ? { [key(random)]: text(random), [key(random)]: text(random) }
      : Object.fromEntries(Array.from({ length: random.below(5) }, () => [plain(), text(random)]));
  const labels = Object.fromEntries(
    Array.from({ length: random.below(3) }, () => [plain(), text(random)]),
  );
  return {
    apiVersion: 'v1',
    ...(random.percent(80) && { data: data() }),
    ...(random.percent(20) && { immutable: random.percent(50) }),
    kind: 'ConfigMap',
    ...(random.percent(30) && { [plain()]: data() }),
    metadata: { name: text(random), ...labels },
    ...(random.percent(40) && { type: text(random) }),
  };
}

const marshal: Operation = {
  name: 'yaml.marshal',
  program: 'staging',
  *examples() {
    for (const value of [...SCALARS, ...PARTS, ...KEYS]) {
      yield { data: { a: value, [value]: value, z: `${value}${value}` } };
    }
  },
  generate: object,
  compare(input, theirs, comparison) {
    const ours = formatYAML(input as Parameters<typeof formatYAML>[0]);
    comparison.field('YAML', theirs.out as string, ours);
  },
  // The styles in the text, folded lines and long keys.
  kind: (_input, theirs) =>
    [...new Set(String(theirs.out).match(/[:?] (?:["']|[|][-+0-9]*)|^ {4}|^ *\?/gm))]
      .sort()
      .slice(0, 4)
      .join(),
};

/** YAML as kubectl writes it. */
export const marshalOperations: readonly Operation[] = [marshal];
