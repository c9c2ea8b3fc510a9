import { Buffer } from 'node:buffer';
import type { Json, JsonObject } from '../../harness/json.js';
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
  yield* stringDataCases(image, json, cfg);
  yield* invalidUtf8Cases(image);
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

/** `stringData` overwrites `data`, even with an empty value. */
function* stringDataCases(image: string, json: string, cfg: string): Iterable<JsonObject> {
  const node = { '.dockercfg': '{"a.io":{"username":"u9"}}' };
  const secretOf = (fields: JsonObject) => ({
    secrets: [{ metadata: { name: 's' }, type: 'kubernetes.io/dockerconfigjson', ...fields }],
    node,
    image,
  });
  const texts: Json[] = [
    ...['{"auths":{"a.io":{"username":"u2"}}}', '', ' ', 'x', 'null', '{"auths":[]}', json, null],
    '{"auths":{"a.io":{"username":"\u00fc\ufeff"},"a b":{"username":"u3"}}}',
  ];
  for (const text of texts) {
    const stringData = { '.dockerconfigjson': text };
    yield secretOf({ stringData });
    yield secretOf({ stringData, data: null });
    yield secretOf({ stringData, data: { '.dockerconfigjson': json } });
    yield secretOf({ stringData, data: { '.dockerconfigjson': base64('x') } });
    yield secretOf({ stringData: { '.dockercfg': text }, data: { '.dockerconfigjson': json } });
    const type = 'kubernetes.io/dockercfg';
    yield secretOf({ type, stringData: { '.dockercfg': text }, data: { '.dockercfg': cfg } });
  }
  yield secretOf({ stringData: {}, data: { '.dockerconfigjson': json } });
  yield secretOf({ stringData: null, data: { '.dockerconfigjson': json } });
}

/** Bytes that are not UTF-8, in the JSON of a Secret and in an `auth`. */
function* invalidUtf8Cases(image: string): Iterable<JsonObject> {
  const bytes = [[0xff], [0xc3], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xef, 0xbf, 0xbd]];
  for (const odd of bytes) {
    const auth = base64(new Uint8Array([0x75, ...odd, 0x3a, ...odd, 0x3c]));
    for (const text of [
      `{"a.io":{"auth":"${auth}","email":"\ufffd"}}`,
      '{"a.io":{"username":"u#","password":"#","email":"#"}}',
      '{"a.io":{"username":"u","auth":"#"}}',
      '{"a.io":{"username":"u"},"#":{"username":"v"},"a.io/b#":{"username":"w"}}',
      '#{"a.io":{"username":"u"}}',
    ]) {
      const body = Buffer.from(text)
        .toString('latin1')
        .split('#')
        .join(String.fromCharCode(...odd));
      const data = { '.dockercfg': base64(Buffer.from(body, 'latin1')) };
      yield {
        secrets: [{ metadata: { name: 's' }, type: 'kubernetes.io/dockercfg', data }],
        image,
      };
    }
  }
}
