import type { Random } from '../random.js';
import { words } from '../words.js';

/** What breaks a reference, or changes which part a text belongs to. */
const CHARACTERS: readonly string[] = [
  ...['/', '/', ':', ':', '@', '@', '.', '.', '_', '_', '-', '-', 'a', 'f', 'g', 'z', '0', '9'],
  ...['A', 'F', 'Z', '[', ']', '%', '?', '#', '*', '+', '~', ' ', '\t', '\n', '\u0000', '\u007f'],
  // Go lower-cases the first three to ASCII or to something else; the others have no case, or no code point.
  ...['\u0130', '\u212a', 'É', 'é', '\u0131', '\u017f', '\u00aa', '\u{10400}', '\u{1f600}'],
  ...[
    '\ud800',
    '\ufeff',
    '\u2028',
    '\u01c5',
    'Σ',
    '../',
    '//',
    '::',
    '@@',
    'library/',
    'docker.io/',
  ],
];

const LABELS: readonly string[] = words(`
  a b app io com example docker gcr 0 127 10 a-b a--b x1 library localhost latest sha256
  REGISTRY Foo xn--bcher-kva
`);
const DOMAINS: readonly string[] = [
  ...words(`
    docker.io index.docker.io registry-1.docker.io localhost localhost ghcr.io registry.k8s.io
    registry 127.0.0.1 DOCKER.IO Localhost LOCALHOST a. .a [::1] [fe80::1] [2001:db8::1] [] [g]
    [1.2.3.4] [::1 ::1 [:] [F] a_b.c a__b A_b a_b -a a- a..b a.-b a-.b a.b. É é.io
  `),
  'a b',
];
const PORTS: readonly string[] = [
  ...['80', '443', '5000', '0', '99999999999999999999', '', 'a', '80a', '-1', ' 80', '0x50', '٣'],
];
const COMPONENTS: readonly string[] = [
  ...words(`
    a b app team library busybox pause nginx 0 9z a.b a_b a__b a-b a---b a.b_c-d localhost
    docker.io
  `),
  ...['x'.repeat(64), 'a'.repeat(30)],
];
const WRONG_COMPONENTS: readonly string[] = [
  '',
  ...words('. .. -a a- _a a_ .a a. a..b a___b a._b a_-b a-.b A aB a+b a~b'),
  ...['a b', 'é', 'É', 'a\u212a', '\u0130'],
];
const TAGS: readonly string[] = words(`
  latest latest 1 1.0 v1.2.3 _ __ A Latest a.b-c_D 5000 0 a. latest. a- 1.0-alpine sha256
`);
const WRONG_TAGS: readonly string[] = [
  ...['', '-', '.', '-a', '.a', 'a+b', 'a/b', 'a:b', 'a b', 'é', 'a\u212a', ' latest', 'latest '],
];
const ALGORITHMS: readonly string[] = [
  ...words(`
    sha384 sha512 sha1 md5 SHA256 Sha512 sha256+b64 a.b a_b a-b b3 sha256+ +sha256 a..b 1a a+1
  `),
  ...['', 'sha 256', 'sha256:sha256', 'a-B', 'tarsum.v1+sha256'],
];
const DIGITS_OF: { readonly [algorithm: string]: number } = { sha256: 64, sha384: 96, sha512: 128 };

/** Some lower-case hexadecimal digits. */
function hex(random: Random, length: number): string {
  let text = '';
  while (text.length < length) {
    text += (random.bits() >>> 0).toString(16).padStart(8, '0');
  }
  return text.slice(0, length);
}

/** A text of exactly `length` characters that is valid as a path: the limits are in the length alone. */
function longPath(random: Random, length: number): string {
  let text = '';
  while (text.length < length) {
    text += `${random.pick(COMPONENTS)}${random.pick(['/', '/', '.', '--'])}`;
  }
  text = text.slice(0, length);
  return /[a-z0-9]$/.test(text) ? text : `${text.slice(0, -1)}z`;
}

function domain(random: Random): string {
  let host = random.pick(random.percent(40) ? LABELS : DOMAINS);
  while (random.percent(30)) {
    host += `.${random.pick(LABELS)}`;
  }
  return random.percent(35) ? `${host}:${random.pick(PORTS)}` : host;
}

function path(random: Random): string {
  if (random.percent(2)) {
    return longPath(random, 244 + random.below(16));
  }
  let text = random.pick(random.percent(8) ? WRONG_COMPONENTS : COMPONENTS);
  while (random.percent(40)) {
    text += `/${random.pick(random.percent(8) ? WRONG_COMPONENTS : COMPONENTS)}`;
  }
  return text;
}

function tag(random: Random): string {
  if (random.percent(4)) {
    return `a.B-_${hex(random, 122 + random.below(4))}`;
  }
  return random.pick(random.percent(10) ? WRONG_TAGS : TAGS);
}

function digest(random: Random): string {
  const algorithm = random.percent(65) ? 'sha256' : random.pick(ALGORITHMS);
  const digits = DIGITS_OF[algorithm] ?? random.pick([32, 40, 64, 96, 128]);
  const offBy = random.percent(80)
    ? 0
    : random.pick([-1, 1, -digits, 31 - digits, 32 - digits, 64]);
  const text = hex(random, digits + offBy);
  return `${algorithm}:${random.percent(92) ? text : random.pick([text.toUpperCase(), `${text.slice(1)}g`])}`;
}

/** A reference by its grammar; about one in three is invalid. */
export function imageText(random: Random): string {
  if (random.percent(1)) {
    return hex(random, 63 + random.below(3)) + random.pick(['', '', '', ':a', '/a', 'A']);
  }
  let text = path(random);
  if (random.percent(55)) {
    text = `${domain(random)}/${text}`;
  }
  if (random.percent(45)) {
    text += `:${tag(random)}`;
  }
  if (random.percent(25)) {
    text += `@${digest(random)}`;
  }
  while (random.percent(12)) {
    text = random.edited(text, CHARACTERS);
  }
  return text;
}

/** References that nobody should have to find by chance. */
export function* imageTexts(): Iterable<string> {
  const digits = '0123456789abcdef'.repeat(4);
  for (const first of [...LABELS, ...DOMAINS, ...COMPONENTS, ...WRONG_COMPONENTS]) {
    yield first;
    yield `${first}/a`;
    yield `${first}/a/b:c`;
    yield `a/${first}`;
    yield `a.io/b/${first}`;
    yield `docker.io/${first}`;
    yield `index.docker.io/${first}`;
    yield `docker.io/library/${first}`;
  }
  for (const port of PORTS) {
    yield `a:${port}`;
    yield `a:${port}/b`;
    yield `[::1]:${port}/b`;
    yield `localhost:${port}/b:${port}`;
    yield `docker.io:${port}/b`;
  }
  for (const text of [...TAGS, ...WRONG_TAGS]) {
    yield `a:${text}`;
    yield `a.io:80/b/c:${text}`;
    yield `a:${text}@sha256:${digits}`;
  }
  for (const algorithm of ['sha256', ...ALGORITHMS]) {
    for (const length of [0, 1, 31, 32, 40, 63, 64, 65, 95, 96, 97, 127, 128, 129, 256]) {
      yield `a@${algorithm}:${digits.repeat(4).slice(0, length)}`;
    }
    const whole = digits.repeat(2).slice(0, DIGITS_OF[algorithm] ?? 64);
    yield `a.io/b:c@${algorithm}:${whole}`;
    yield `a@${algorithm}:${whole.toUpperCase()}`;
    yield `a@${algorithm}:${whole.slice(0, -1)}F`;
    yield `a@${algorithm}:${whole.slice(0, -1)}F0`;
    yield `a@${algorithm}:${whole.slice(0, -1)}g`;
    yield `a@${algorithm}:${whole}:a`;
    yield `a@${algorithm}${whole}`;
    yield `${algorithm}:${whole}`;
    yield `A@${algorithm}:${whole}`;
  }
  yield* lengths(digits);
  for (let code = 0; code < 0x82; code++) {
    const character = String.fromCharCode(code);
    yield `a${character}b`;
    yield `a${character}b/c`;
    yield `a.io/b:c${character}d`;
    yield `a@sha256:${digits.slice(1)}${character}`;
    yield `a.io:1${character}/b`;
    yield `[::1${character}]/b`;
  }
  yield* [
    'a@',
    'a:@',
    'a@:',
    '@',
    ':',
    '/',
    'a:b:c',
    'a@b@c',
    'a@b:c',
    `a@sha256:${digits}@sha256:${digits}`,
  ];
  yield* [
    `a@sha256:${digits}:b`,
    `a:b@sha256:${digits}/c`,
    'https://a.io/b',
    'a.io//b',
    'a/b/',
    '/a',
    '//a',
  ];
}

function* lengths(digits: string): Iterable<string> {
  for (const text of [digits, digits.toUpperCase(), digits.slice(1), `${digits}0`]) {
    yield* [
      text,
      `${text}:a`,
      `library/${text}`,
      `docker.io/${text}`,
      `a.io/${text}`,
      `${text}/a`,
      `a:${text}`,
    ];
  }
  for (const length of [246, 247, 248, 254, 255, 256, 300]) {
    const name = 'a'.repeat(length);
    const parts = `${'ab/'.repeat(length)}`.slice(0, length - 1);
    yield* [
      name,
      `x/${name}`,
      `x.io/${name}`,
      `localhost/${name}`,
      `docker.io/${name}`,
      `${name}:tag`,
      `x.io/${parts}z`,
    ];
    yield* [
      `${name}.io/b`,
      `${name}/b`,
      `A${name}/b`,
      `a_${name}.b/c`,
      `x.io/${name}A`,
      `x.io/${name}@sha256:0`,
    ];
    yield* [`${name}@sha256:${digits}`, `x.io/${name}@md5:${digits}`, `x.io/${name}:é`];
  }
  for (const length of [1, 127, 128, 129, 300]) {
    yield* [
      `a:${'b'.repeat(length)}`,
      `a:${'_'.repeat(length)}@sha256:${digits}`,
      `a:${'.'.repeat(length)}`,
    ];
  }
}
