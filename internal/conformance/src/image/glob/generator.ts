import type { JsonObject } from '../../harness/json.js';
import type { Random } from '../../harness/random.js';
import { words } from '../../harness/words.js';
import {
  ADDRESSES,
  CHARACTERS,
  DOMAINS,
  ENDS,
  LABELS,
  PATHS,
  PORTS,
  REPOSITORIES,
  SCHEMES,
  USERS,
} from './parts.js';

/** A normalised image name, without tag and digest. */
export function normalisedImage(random: Random): string {
  return `${random.pick(DOMAINS)}/${random.pick(REPOSITORIES)}`;
}

/** A pattern that shares parts with the image, or none. */
export function imageGlob(random: Random, image: string): string {
  const slash = image.indexOf('/');
  const [host, port] = hostAndPort(slash < 0 ? image : image.slice(0, slash));
  let pattern = random.percent(70) ? globbed(random, host) : anyHost(random);
  pattern += random.percent(80) ? port : random.pick(PORTS);
  pattern += random.percent(65) ? pathPrefix(random, image.slice(slash)) : random.pick(PATHS);
  if (random.percent(5)) {
    const at = random.below(pattern.length);
    const letter = pattern.charAt(at);
    const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    pattern = random.percent(50)
      ? pattern.toUpperCase()
      : pattern.slice(0, at) + other + pattern.slice(at + 1);
  }
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

/** The host with globs in place of parts of its labels; most still match. */
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

/** The beginning of a path, partly escaped. */
function pathPrefix(random: Random, path: string): string {
  const prefix = path.slice(0, random.below(path.length + 1));
  if (random.percent(90)) {
    return prefix;
  }
  const at = random.below(prefix.length + 1);
  const escape = prefix.charCodeAt(at).toString(16).padStart(2, '0');
  return at < prefix.length ? `${prefix.slice(0, at)}%${escape}${prefix.slice(at + 1)}` : prefix;
}

/** A pattern, and an image that is mostly normalised. */
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

/** Characters of an IPv6 zone that are special in a character class, or end it. */
const IN_LISTS: readonly string[] = words('a z m - - * . ] %5B %5D %25 é € ! , %20 ^ %5E %5C');

/** A pattern of an IPv6 address without a port, whose brackets form a character class, and a short host. */
function listPair(random: Random): JsonObject {
  let zone = '';
  while (random.percent(75)) {
    zone += random.pick(IN_LISTS);
  }
  const address = random.pick(['::1', 'f::', '::ffff:1.2.3.4', '1:2:3:4:5:6:7:8']);
  const pattern = `[${address}%25${zone}]${random.pick(['', '', '', ':80', '/a'])}`;
  let host = random.pick(['a', 'b', 'z', '1', 'f', '-', '%25', 'é', ',', '*', ']', '']);
  while (random.percent(30)) {
    host += random.pick(['a', '.', '4', ']', 'é', '%C3', '.b', '*']);
  }
  const image = random.percent(85) ? `${host}/a` : pattern;
  return { pattern, image: random.percent(90) ? image : image.replace('/', ':80/') };
}
