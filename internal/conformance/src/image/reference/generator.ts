import type { Random } from '../../harness/random.js';
import { words } from '../../harness/words.js';

/** Characters that break a reference, or move its parts. */
const CHARACTERS: readonly string[] = [
  ...['/', '/', ':', ':', '@', '@', '.', '.', '_', '_', '-', '-', 'a', 'f', 'g', 'z', '0', '9'],
  ...['A', 'F', 'Z', '[', ']', '%', '?', '#', '*', '+', '~', ' ', '\t', '\n', '\u0000', '\u007f'],
  // Go lower-cases the first three; the others have no case, or are not code points.
  ...['\u0130', '\u212a', 'É', 'é', '\u0131', '\u017f', '\u00aa', '\u{10400}', '\u{1f600}'],
  ...[...['\ud800', '\ufeff', '\u2028', '\u01c5'], ...words('Σ ../ // :: @@ library/ docker.io/')],
];

/** Labels of domains. */
export const LABELS: readonly string[] = words(`
  a b app io com example docker gcr 0 127 10 a-b a--b x1 library localhost latest sha256
  REGISTRY Foo xn--bcher-kva
`);
/** Domains, valid and invalid. */
export const DOMAINS: readonly string[] = [
  ...words(`
    docker.io index.docker.io registry-1.docker.io localhost localhost ghcr.io registry.k8s.io
    registry 127.0.0.1 DOCKER.IO Localhost LOCALHOST a. .a [::1] [fe80::1] [2001:db8::1] [] [g]
    [1.2.3.4] [::1 ::1 [:] [F] a_b.c a__b A_b a_b -a a- a..b a.-b a-.b a.b. É é.io
  `),
  'a b',
];
/** Ports, valid and invalid. */
export const PORTS: readonly string[] = [
  ...['80', '443', '5000', '0', '99999999999999999999', '', 'a', '80a', '-1', ' 80', '0x50', '٣'],
];
/** Components of a path. */
export const COMPONENTS: readonly string[] = [
  ...words(`
    a b app team library busybox pause nginx 0 9z a.b a_b a__b a-b a---b a.b_c-d localhost
    docker.io
  `),
  ...['x'.repeat(64), 'a'.repeat(30)],
];
/** Components that no path can have. */
export const WRONG_COMPONENTS: readonly string[] = [
  '',
  ...words('. .. -a a- _a a_ .a a. a..b a___b a._b a_-b a-.b A aB a+b a~b'),
  ...['a b', 'é', 'É', 'a\u212a', '\u0130'],
];
/** Tags. */
export const TAGS: readonly string[] = words(`
  latest latest 1 1.0 v1.2.3 _ __ A Latest a.b-c_D 5000 0 a. latest. a- 1.0-alpine sha256
`);
/** Texts that are not tags. */
export const WRONG_TAGS: readonly string[] = [
  ...['', '-', '.', '-a', '.a', 'a+b', 'a/b', 'a:b', 'a b', 'é', 'a\u212a', ' latest', 'latest '],
];
/** Algorithms of digests other than sha256. */
export const ALGORITHMS: readonly string[] = [
  ...words(`
    sha384 sha512 sha1 md5 SHA256 Sha512 sha256+b64 a.b a_b a-b b3 sha256+ +sha256 a..b 1a a+1
  `),
  ...['', 'sha 256', 'sha256:sha256', 'a-B', 'tarsum.v1+sha256'],
];
/** The number of hexadecimal digits by algorithm. */
export const DIGITS_OF: { readonly [algorithm: string]: number } = {
  sha256: 64,
  sha384: 96,
  sha512: 128,
};

/** Some lower-case hexadecimal digits. */
function hex(random: Random, length: number): string {
  let text = '';
  while (text.length < length) {
    text += (random.bits() >>> 0).toString(16).padStart(8, '0');
  }
  return text.slice(0, length);
}

/** A valid path of exactly `length` characters, for the limits on the length. */
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

/** A text generated from the grammar of references; about one in three is invalid. */
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
