import { words } from '../../harness/words.js';
import {
  ALGORITHMS,
  COMPONENTS,
  DIGITS_OF,
  DOMAINS,
  LABELS,
  PORTS,
  TAGS,
  WRONG_COMPONENTS,
  WRONG_TAGS,
} from './generator.js';

/** Hand-picked references. */
export function* imageExamples(): Iterable<string> {
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
  yield* [...words('a@ a:@ a@: @ : / a:b:c a@b@c a@b:c'), `a@sha256:${digits}@sha256:${digits}`];
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
