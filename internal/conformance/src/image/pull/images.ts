import { words } from '../../harness/words.js';

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;
/** Similar image names, and invalid ones. */
export const IMAGES: readonly string[] = [
  ...['a', 'a:1', 'a:latest', `a@${DIGEST}`, `a:1@${DIGEST}`],
  ...words('b docker.io/library/a library/a:1 a/b a/bc:1 a/b/c x.io/a x.io:80/a:1 A'),
  ...['a b', '', 'a_b.c/d', 'X/a', `a@md5:${'0'.repeat(32)}`],
];

/** Pull policies, valid and invalid. */
export const PULL_POLICIES: readonly string[] = [
  'Always',
  'IfNotPresent',
  'Never',
  '',
  'Sometimes',
];

/** Entries of an allowlist. */
export const PATTERNS: readonly string[] = [
  ...words('a b a/* a/b a/b/* docker.io/library/a x.io/* x.io:80/* X/*'),
  ...['a b/*', 'A/*'],
];
/** Invalid entries of an allowlist. */
export const WRONG_PATTERNS: readonly string[] = [
  ...[
    '',
    '*',
    '/*',
    '//*',
    'a*',
    'a/**',
    '*/a',
    'a:1',
    `a@${DIGEST}`,
    ' a',
    'a/* ',
    'a/*\u0085',
    '\u00a0a',
    'A',
  ],
  ...['\ufeffa/*', 'a b', '\u3000a', '\u180ea/*', '\u200ba/*', '/a/*', '* /*', '\u2028a'],
];
