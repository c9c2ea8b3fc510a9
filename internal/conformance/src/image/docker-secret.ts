import { Buffer } from 'node:buffer';
import { dockerConfigSecret } from '@kubesem/image';
import { readDockerConfigSecret } from '@kubesem/image/internal';
import { attempt } from '../harness/comparison.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';

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

/** Options of `kubectl create secret docker-registry`. */
function dockerSecretCase(random: Random): JsonObject {
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

/** Hand-picked options. */
function* dockerSecretCases(): Iterable<JsonObject> {
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

const dockerSecret: Operation = {
  name: 'image.dockerSecret',
  program: 'kubernetes',
  examples: dockerSecretCases,
  generate: dockerSecretCase,
  compare(input, theirs, comparison) {
    const options = input as unknown as Parameters<typeof dockerConfigSecret>[0];
    const ours = attempt(() => dockerConfigSecret({ ...options }));
    if (theirs.out === undefined || ours.value === undefined) {
      comparison.field('error', theirs.err, ours.code === 'EMPTY' ? 'Required' : ours.code);
      return;
    }
    const { name, namespace, type, data } = theirs.out as JsonObject;
    const { metadata } = ours.value;
    const text = Buffer.from(ours.value.data?.['.dockerconfigjson'] ?? '', 'base64').toString();
    comparison.field('name', name, metadata?.name ?? '');
    comparison.field('namespace', namespace, metadata?.namespace ?? '');
    comparison.field('type', type, ours.value.type);
    comparison.field('data', JSON.stringify(data), JSON.stringify({ '.dockerconfigjson': text }));
    // The Secret can be read back.
    const [entry] = readDockerConfigSecret(ours.value);
    const joined = `${options.username}:${options.password}`.replace(/[\ud800-\udfff]/gu, '\ufffd');
    comparison.field('read back', joined, `${entry?.username}:${entry?.password}`);
  },
  kind: (input, theirs) => `${theirs.err},${Object.keys(input as JsonObject).join()}`,
};

/** Secrets that kubectl creates for a registry. */
export const dockerSecretOperations: readonly Operation[] = [dockerSecret];
