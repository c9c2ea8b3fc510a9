import type { Json, JsonObject } from '../json.js';
import type { Random } from '../random.js';

const TEXTS: readonly string[] = [
  ...[
    'a',
    'user',
    'ünï',
    '\u{1f600}',
    '',
    ':',
    'a:b',
    '<&>',
    '"\\',
    '\u2028\u2029',
    '\n\t\u0001\u007f',
    '\ud800',
  ],
  ...[
    '\b\f\r',
    '+/=',
    "'",
    '\u0000',
    '__proto__',
    'https://index.docker.io/v1/',
    'a.io',
    'quay.io/team',
    ' ',
  ],
];

/** What kubectl is asked to make a Secret of. */
export function dockerSecretCase(random: Random): JsonObject {
  const options: { [name: string]: Json } = random.percent(50)
    ? { name: 'n' }
    : { name: 'n', namespace: 'ns' };
  for (const name of ['server', 'username', 'password', 'email']) {
    if (random.percent(90)) {
      options[name] = random.pick(TEXTS) + (random.percent(40) ? random.pick(TEXTS) : '');
    }
  }
  return options;
}

/** Options that nobody should have to find by chance. */
export function* dockerSecretCases(): Iterable<JsonObject> {
  const all = {
    name: 'n',
    namespace: 'ns',
    server: 'a.io',
    username: 'u',
    password: 'p',
    email: 'e@f',
  };
  for (const name of ['server', 'username', 'password', 'email']) {
    for (const text of TEXTS) {
      yield { ...all, [name]: text };
    }
    yield Object.fromEntries(Object.entries(all).filter(([other]) => other !== name));
  }
}
