// More than 400 lines, most of them lists of the parts that patterns are made from.
import type { JsonObject } from '../json.js';
import type { Random } from '../random.js';
import { words } from '../words.js';
import { listPair } from './image-glob-lists.js';

/** What means something in a URL or in a pattern, or may not stand in one. */
export const CHARACTERS: readonly string[] = [
  ...[...words('* * . . : / / [ ] ?'), '\\', ...words('^ - % # @ ! " <')],
  ...[
    ...words('a z 0 8 A'),
    ...[' ', '\u0000', '\n', '\u007f', '{', '|', '`'],
    ...words("+ & = , '"),
  ],
  ...[...['é', '€', '\u{1f600}', '\ud800'], ...words('%2F %25 %C3%A9 %c3 %41 %3F %23 % %4')],
  ...words('%2e %20 %00 %zz %2525 %E2%82 ** [a-z] [^a] [] [a // :: @@'),
];
/** Labels of hosts. */
export const LABELS: readonly string[] = [
  ...words('a b io com docker example registry eu x 0 1'),
  '',
  ...words('A localhost a-b xn--a * *a a* *a* ** a*b*c aaab abab é %C3%A9 %25 a]'),
];
/** Addresses in brackets, most of them broken in some way. */
export const ADDRESSES: readonly string[] = words(`
  [::1] [::1] [fe80::1] [F::1] [2001:db8:0:0:0:0:0:1] [::ffff:1.2.3.4] [1.2.3.4] [::] [1::]
  [::1%25en0] [::1%25a-z] [::1%25*] [::1%25a.b] [::1%25] [::1%en0] [::1%2525] [::1%25%5B]
  [::1%25%5D] [::1%25]] [::1%25%20] [::1%25%2F] [::1%25%C3] [:] [] [a] [::1 ::1
  [1:2:3:4:5:6:7:8] [1:2:3:4:5:6:7:8:9] [1:2:3:4:5:6:7::] [::1:2:3:4:5:6:7] [12345::]
  [::1.2.3] [::1.2.3.256] [::01.2.3.4] [1.2.3.4::] [%3A:1] [::%31] [::é] [::1%25é] [::1]a
  a[::1] [::1]] [::g] [1::2::3] [::1%25-] [::1%25z-a] [::1%25a-] [::1%25--] [::1%25%25]
  [1:2:3:4:5:6:1.2.3.4]
`);
/** Ports with their colons. */
export const PORTS: readonly string[] = [
  ...words(':80 :443 :5000 : :080 :a :80a :80:80 :99999999999 :* :%38'),
  ':8 ',
];
/** Paths, and what may stand in one. */
export const PATHS: readonly string[] = [
  ...['', ''],
  ...words(`
    / /a /a/b /library /library/busybox /images /images2 /a/ //a /A /%61 /a%2Fb /é /%C3%A9 /%C3
    /%e2%82%ac /* /[a] /a?b /a#b /v1/ /v2/ /v1 /v1/a /v2/a /a%3Fb /a%23b /% /%zz /a%
  `),
  ...['/a b', '/a\\b', '/a+b', '/a:b'],
];
/** User information, and what is none. */
export const USERS: readonly string[] = [
  ...words('user@ user:password@ @ :@ a@b@ %41@ %4@ a:%@ a%:41@ é@'),
  ...['a b@', 'a/b@'],
];
/** Queries and fragments. */
export const ENDS: readonly string[] = [
  ...['?', '?a=b', '??', '?%', '#', '#a', '#%', '#%41', '#\u0001', '?\u0001', '#%zz', '?#', '#?%'],
];
/** What no scheme is taken from. */
export const SCHEMES: readonly string[] = [
  'https://',
  'http://',
  'HTTPS://',
  'ftp://',
  '//',
  'https:/',
  '://',
];

/** The domains of normalised images. */
const DOMAINS: readonly string[] = words(`
  docker.io docker.io docker.io localhost localhost:5000 ghcr.io a.b.c A F eu.example.com
  registry.example.com:443 127.0.0.1:5000 [::1] [::1]:5000 [fe80::1] a.io:080 aaab.io abab.io
  a-b.c-d.io index.docker.io x.x 0.0 1.2.3.4 docker.io:443
`);
const REPOSITORIES: readonly string[] = words(`
  library/busybox library/a a a/b a/b/c images images2 images/a v1/a v2/a/b a.b a--b
  library/library b
`);

/** The name of an image as it is normalised, without tag and digest. */
export function normalisedImage(random: Random): string {
  return `${random.pick(DOMAINS)}/${random.pick(REPOSITORIES)}`;
}

/** A pattern that has something of the image, or nothing. */
export function imageGlob(random: Random, image: string): string {
  const slash = image.indexOf('/');
  const [host, port] = hostAndPort(slash < 0 ? image : image.slice(0, slash));
  let pattern = random.percent(70) ? globbed(random, host) : anyHost(random);
  pattern += random.percent(80) ? port : random.pick(PORTS);
  pattern += random.percent(65) ? pathPrefix(random, image.slice(slash)) : random.pick(PATHS);
  if (random.percent(4)) {
    pattern = random.pick(USERS) + pattern;
  }
  if (random.percent(4)) {
    pattern += random.pick(ENDS);
  }
  if (random.percent(3)) {
    pattern = random.pick(SCHEMES) + pattern;
  }
  while (random.percent(10)) {
    pattern = random.edited(pattern, CHARACTERS);
  }
  return pattern;
}

function hostAndPort(domain: string): readonly [string, string] {
  const colon = /:[0-9]*$/.exec(domain)?.index;
  return colon === undefined || domain.endsWith(']')
    ? [domain, '']
    : [domain.slice(0, colon), domain.slice(colon)];
}

function anyHost(random: Random): string {
  let host = random.pick(random.percent(20) ? ADDRESSES : LABELS);
  while (random.percent(50)) {
    host += `.${random.pick(LABELS)}`;
  }
  return host;
}

/** The host with globs for parts of its labels, mostly so that it still matches. */
function globbed(random: Random, host: string): string {
  if (host.startsWith('[')) {
    return random.percent(70) ? host : random.pick(ADDRESSES);
  }
  return host
    .split('.')
    .map((label) => {
      const at = random.below(label.length + 1);
      switch (random.below(10)) {
        case 0:
        case 1:
          return '*';
        case 2:
          return `${label.slice(0, at)}*`;
        case 3:
          return `*${label.slice(at)}`;
        case 4:
          return `${label.slice(0, at)}*${label.slice(at + random.below(3))}`;
        case 5:
          return `*${label.slice(at, at + 1)}*${label.slice(at + 1, at + 2)}`;
        case 6:
          return random.percent(30) ? random.pick(LABELS) : label;
        default:
          return label;
      }
    })
    .join('.');
}

/** The beginning of a path, some of it escaped. */
function pathPrefix(random: Random, path: string): string {
  const prefix = path.slice(0, random.below(path.length + 1));
  if (random.percent(90)) {
    return prefix;
  }
  const at = random.below(prefix.length + 1);
  const escape = prefix.charCodeAt(at).toString(16).padStart(2, '0');
  return at < prefix.length ? `${prefix.slice(0, at)}%${escape}${prefix.slice(at + 1)}` : prefix;
}

/** A pattern, and an image: mostly a normalised one. */
export function globPair(random: Random): JsonObject {
  if (random.percent(5)) {
    return listPair(random);
  }
  let image = normalisedImage(random);
  const pattern = imageGlob(random, image);
  if (random.percent(12)) {
    image = random.percent(50) ? imageGlob(random, image) : random.edited(image, CHARACTERS);
  }
  return { pattern, image };
}
