import type { Random } from '../random.js';
import { words } from '../words.js';

/** Every kind of character that some syntax treats differently, most of them valid somewhere. */
const CHARACTERS: readonly string[] = [
  ...'abcz019azAZ09',
  ...[
    ...words('- - . . _ / ='),
    ' ',
    ...words('* % ~ !'),
    ...['\u007f', '\u0000', '\n', '\t', '@', '[', '`', '{'],
  ],
  ...[
    'ä',
    '\u0131',
    '\u212a',
    '\u017f',
    '\u2028',
    '\u{1f600}',
    '\ud800',
    '\uff0d',
    '\ufeff',
    '\u00ad',
    '\u0080',
  ],
];
const PLAIN: readonly string[] = [...'abcxyz0189'];
const SOME: readonly string[] = [...PLAIN, ...PLAIN, '-', '.', '_', 'A', 'Z', '/'];

/** Lengths at which limits are, in bytes, and short ones. */
const LENGTHS: readonly number[] = [
  ...[0, 1, 1, 2, 2, 3, 3, 4, 5, 7, 14, 15, 15, 16, 62, 63, 63, 64, 252, 253, 253, 254, 300],
];

const KNOWN: readonly string[] = [
  '',
  ...words(`
    . .. ... ..data - -- a--b __proto__ constructor toString a/b /a a/ a/b/c // /
    example.com/My_Name Example.com/x kubernetes.io/hostname 8080 http http-2 -a--b a.b a..b
    a.-b a-.b a.b- 1.2.3.4 A=B = 1_VAR ..=
  `),
  ...['a\n', '\na'],
];

function run(random: Random, characters: readonly string[], length: number): string {
  let text = '';
  for (let index = 0; index < length; index++) {
    text += random.pick(characters);
  }
  return text;
}

function part(random: Random): string {
  const length = random.pick(LENGTHS);
  const characters = random.pick([PLAIN, SOME, SOME, CHARACTERS]);
  const text = run(random, random.percent(50) && length > 20 ? PLAIN : characters, length);
  // One wide character moves the length in bytes away from the one in characters.
  return random.percent(5) ? text.replace(/^./, random.pick(['ä', '€', '\u{1f600}'])) : text;
}

/** A name of any syntax, near to the edges of all of them. */
export function name(random: Random): string {
  let text = random.percent(15) ? random.pick(KNOWN) : part(random);
  if (random.percent(30)) {
    text += random.pick(['/', '/', '.', '-', '--']) + part(random);
  }
  while (random.percent(25)) {
    text = random.edited(text, CHARACTERS);
  }
  return text;
}

/** Names that nobody should have to find by chance. */
export function* names(): Iterable<string> {
  yield* KNOWN;
  for (const length of [15, 63, 253]) {
    for (const filler of ['a', '-', '.', 'ä']) {
      for (const count of [length, length + 1]) {
        yield filler.repeat(count);
        yield `x.y/${filler.repeat(count)}`;
        yield `${filler.repeat(count)}/x`;
      }
    }
    yield `${'ä'.repeat((length - 1) / 2)}a`;
    yield `${'€'.repeat(length / 3)}`;
    yield `${'\u0080'.repeat((length - 1) / 2)}ab`;
    yield `${'\u07ff\u0800'.repeat(length / 5)}a`;
  }
  for (let code = 0; code < 0x82; code++) {
    const character = String.fromCharCode(code);
    yield `a${character}b`;
    yield code % 2 === 0 ? `a${character}` : `${character}a`;
  }
}
