import type { JsonObject } from '../../harness/json.js';
import { words } from '../../harness/words.js';
import { ALIASES, base64, ODD_VALUES, OTHER_FIELDS, REGISTRIES } from './generator.js';

/** Hand-picked keyrings. */
export function* keyringCases(): Iterable<JsonObject> {
  const hub = 'docker.io/library/busybox';
  const entryOf = (name: string) => `{"username":"${name}","password":"p"}`;
  const ringOf = (text: string) => [[], [{ 'config.json': text }]];
  for (const name of REGISTRIES) {
    for (const image of [hub, 'localhost/a', 'localhost:5000/a', 'F/a', '[::1]:5000/a']) {
      yield { rings: ringOf(`{"auths":{${JSON.stringify(name)}:${entryOf('u')}}}`), image };
    }
    const fallback = `{"auths":{"index.docker.io":${entryOf('u0')},${JSON.stringify(name)}:${entryOf('u1')}}}`;
    yield { rings: ringOf(fallback), image: hub };
    yield {
      rings: [[{ 'config.json': fallback }], [{ '.dockercfg': `{"*.io":${entryOf('u2')}}` }]],
      image: hub,
    };
  }
  for (const other of OTHER_FIELDS) {
    yield { rings: ringOf(`{${other},"auths":{"docker.io":${entryOf('u')}}}`), image: hub };
    yield { rings: ringOf(`{"auths":{"docker.io":${entryOf('u')}},${other}}`), image: hub };
  }
  for (const [name, aliases] of Object.entries(ALIASES)) {
    for (const value of [...ODD_VALUES, '"YTpi"']) {
      for (const key of [name, ...aliases]) {
        const body = `{"username":"u",${JSON.stringify(key)}:${value},"email":"e"}`;
        yield { rings: [[], [{ '.dockercfg': `{"docker.io":${body}}` }]], image: hub };
      }
    }
  }
  yield* authCases(hub);
  for (const text of [
    ...['', ' '],
    ...words('null [] {} ""'),
    ...['\ufeff{}', '{} {}', '{"auths":null}', '{"auths":{}}x'],
  ]) {
    yield { rings: ringOf(text), image: hub };
    yield { rings: [[{ '.dockercfg': text }], []], image: hub };
  }
  const order = words(`
    docker.io docker.io/library *.io docker.* docker.io/library/busybox docker.io/libr
  `);
  const all = order.map((name, index) => `"${name}":${entryOf(`u${index}`)}`).join();
  yield { rings: ringOf(`{"auths":{${all}}}`), image: hub };
  const twice = `{"docker.io":${entryOf('u1')},"https://docker.io/v1/":${entryOf('u2')}}`;
  yield {
    rings: [[], [{ '.dockercfg': twice }, { '.dockercfg': `{"docker.io":${entryOf('u0')}}` }]],
    image: hub,
  };
}

function* authCases(image: string): Iterable<JsonObject> {
  const texts = ['', ...words('= A AA AAA YTpi YTo= YTo YTo== YTq= Og== Og Og= Oh==')];
  for (const text of [
    ...texts,
    'YT pi',
    'YT\\npi',
    'YTpi\\n',
    'YTpi ',
    'YTo= ',
    'YTo=\\r\\n',
    '=YTpi',
    'YWI=',
    '-_-6',
    '+/+6',
    '/zo=',
  ]) {
    const body = `{"docker.io":{"username":"u","password":"p","auth":"${text}"}}`;
    yield { rings: [[], [{ '.dockercfg': body }]], image };
  }
}

/** Hand-picked Secrets. */
export function* secretsCases(): Iterable<JsonObject> {
  const image = 'a.io/b';
  const json = base64('{"auths":{"a.io":{"username":"u0"}}}');
  const cfg = base64('{"a.io":{"username":"u1"}}');
  const types = ['kubernetes.io/dockerconfigjson', 'kubernetes.io/dockercfg', 'Opaque', ''];
  const bodies = [
    json,
    cfg,
    '',
    base64('null'),
    base64('[]'),
    base64('x'),
    'e3',
    'e30',
    ' e30=',
    'e30=\n',
  ];
  const node = { '.dockercfg': '{"a.io":{"username":"u9"}}' };
  for (const type of types) {
    for (const key of ['.dockerconfigjson', '.dockercfg', 'config.json']) {
      for (const body of bodies) {
        yield { secrets: [{ metadata: { name: 's' }, type, data: { [key]: body } }], node, image };
      }
    }
    yield {
      secrets: [
        { metadata: { name: 's' }, type, data: { '.dockerconfigjson': json, '.dockercfg': cfg } },
      ],
      image,
    };
  }
  const good = {
    metadata: { name: 'good' },
    type: types[0] as string,
    data: { '.dockerconfigjson': json },
  };
  const other = {
    metadata: { name: 'other' },
    type: types[1] as string,
    data: { '.dockercfg': cfg },
  };
  const broken = {
    metadata: { name: 'broken' },
    type: types[1] as string,
    data: { '.dockercfg': base64('x') },
  };
  yield* [[], [good, other], [other, good], [good, broken], [broken, good]].map((secrets) => ({
    secrets,
    node,
    image,
  }));
}
