import type { Json, JsonObject } from '../../harness/json.js';
import type { Random } from '../../harness/random.js';
import { words } from '../../harness/words.js';

/** Ports by number and by name, of which some are invalid. */
export const PORTS: readonly Json[] = [
  8080,
  1,
  65_535,
  65_536,
  0,
  -1,
  'web',
  'dns',
  'other',
  '',
  '80',
];
/** Paths that Go reads, escapes or refuses. */
export const PATHS: readonly string[] = [
  ...words(
    '/ /healthz /healthz?full healthz a/b //host/x ///x http://host/x http:x //h:80  //[::1]/x',
  ),
  ...words(
    '/a%20b /a%zz /%e4 /%2f /ä /a?b#c /x# /x#%zz a:b /a:b * /* ? /? /a?? ./a /a;b,c /[a] /{a} /a|b : :x %',
  ),
  ...words('/(a)!\' /~a_b.c-d /a&b=c+d$e@f /<a> /"a" /^a` mailto:a http: http:? 1a:b'),
  ...['', '/a b', 'a b', '/a\tb', '/a\u007fb', '/\\'],
];
/** Hosts, of which some are invalid. */
export const HOSTS: readonly string[] = [
  ...words(
    '10.0.0.7 localhost localhost:80 [::1] ::1 fd00::7 1:2:3:4:5:6:7:8 1:2:3:4:5:6:7 ::ffff:10.0.0.1 ::1%eth0',
  ),
  ...words(
    '1::2::3 a_b a/b a@b a?b a#b a%b a%20b <a> "a" x] [x x[ 1::% ::1.2.3.4.5 1:2:3:4:5:6:1.2.3.4 12345::',
  ),
  ...[
    '',
    '',
    'a b',
    'a\\b',
    'a`b',
    '::256.1.1.1',
    '1:2:3:4:5:6:7::',
    '::1:2:3:4:5:6:7:8',
    ':',
    ':::',
    '::',
    '::01.2.3.4',
  ],
];
const HEADER_NAMES = [
  ...words(
    'Host host User-Agent user-agent Accept ACCEPT X-A x-a x_b __proto__ Content-Length Connection a!#$%&*+.^`|~',
  ),
  ...['', 'a b', 'a:b', 'ä', 'a\n'],
];
const HEADER_VALUES = [
  '',
  '',
  'a',
  ' a ',
  '\ta\t',
  'a\nb',
  'ä',
  'a:b',
  'shop.example.com',
  'a/b',
  'a\u007f',
  '*/*',
];
const COMMANDS = [
  ...words(
    'true $(A) $$(A) $$$(A) $(B)x $(C) $(A $( $ $$ a$ $(A)$(B) $() $x $(A)) $((A)) $(__proto__) $ä $(D)',
  ),
  ...['', 'a b', '$(A B)', '$ (A)'],
];

/** A probe of any handler, sometimes of two or none, with numbers that need not be valid. */
export function anyProbe(random: Random): JsonObject {
  return {
    ...handler(random),
    ...(random.percent(10) ? handler(random) : {}),
    ...Object.fromEntries(
      NUMBERS.filter(() => random.percent(40)).map((field) => [
        field,
        random.pick([0, 1, 3, 10, -1, 2_147_483_647, null]),
      ]),
    ),
  };
}

const NUMBERS = words(
  'initialDelaySeconds timeoutSeconds periodSeconds successThreshold failureThreshold terminationGracePeriodSeconds',
);

function handler(random: Random): JsonObject {
  switch (random.below(12)) {
    case 0:
    case 1:
      return {
        exec: random.maybe(90, () => ({ command: random.list(3, () => random.pick(COMMANDS)) })),
      };
    case 2:
      return {
        tcpSocket: {
          ...random.maybe(95, () => ({ port: random.pick(PORTS) })),
          ...random.maybe(40, () => ({ host: random.pick(HOSTS) })),
        },
      };
    case 3:
      return {
        grpc: {
          ...random.maybe(95, () => ({ port: random.pick([9090, 0, -1, 65_536]) })),
          ...random.maybe(60, () => ({ service: random.pick(['', 'a.B', 'ä', null]) })),
          ...random.maybe(20, () => ({ mode: random.pick(['Plaintext', 'TLS', 'Odd', '']) })),
        },
      };
    case 4:
      return {};
    default:
      return { httpGet: httpGet(random) };
  }
}

function httpGet(random: Random): JsonObject {
  const path = random.pick(PATHS);
  return {
    ...random.maybe(95, () => ({ port: random.percent(60) ? 8080 : random.pick(PORTS) })),
    ...random.maybe(85, () => ({
      path: random.percent(60) ? path : random.edited(path, [...'/:?#%@[]a2 ~*']),
    })),
    ...random.maybe(40, () => ({ host: random.pick(HOSTS) })),
    ...random.maybe(50, () => ({ scheme: random.pick(['HTTP', 'HTTPS', 'http', 'Odd', '']) })),
    ...random.maybe(40, () => ({
      httpHeaders: random.list(4, () => ({
        name: random.pick(HEADER_NAMES),
        value: random.pick(HEADER_VALUES),
      })),
    })),
    ...random.maybe(8, () => ({ protocol: random.pick(['HTTP1', 'HTTP2', 'Odd', '']) })),
  };
}

/** A container with ports and variables. */
export function anyContainer(random: Random): JsonObject {
  return {
    name: 'app',
    ports: random.list(3, () => ({
      ...random.maybe(90, () => ({ name: random.pick(['web', 'dns', '', 'other']) })),
      containerPort: random.pick([80, 8080, 53, 0, 65_536]),
    })),
    env: random.list(3, () => ({
      name: random.pick(['A', 'B', 'D', '__proto__', 'A B', '']),
      ...random.maybe(90, () => ({ value: random.pick(['a', '', '$(A)', '$$']) })),
    })),
  };
}
