import {
  collectDockerConfig,
  type DockerConfigEntry,
  type DockerConfigErrorCode,
  parseDockerConfig,
  safeParseDockerConfig,
} from '@kubesem/image';
import { dockerConfigFormat } from '@kubesem/image/internal';
import { describe, expect, test } from 'vitest';

/** An entry with its password, as one text. */
function text({ server, username, password, email }: DockerConfigEntry): string {
  return [server, username, password, email].join(' ');
}

/** The entries of a `config.json`, as texts. */
function parsed(json: string): readonly string[] {
  return parseDockerConfig(json).map(text);
}

/** One entry for quay.io, without its server. */
function entry(fields: string): string | undefined {
  return parsed(`{"auths":{"quay.io":{${fields}}}}`)[0]?.slice('quay.io '.length);
}

const auth = (value: string): string => Buffer.from(value).toString('base64');

describe('the formats', () => {
  test('config.json has the entries under auths', () => {
    expect(
      parsed('{"auths":{"quay.io":{"username":"u","password":"p","email":"e"},"ghcr.io":{}}}'),
    ).toEqual(['quay.io u p e', 'ghcr.io   ']);
    expect(parsed('{"quay.io":{"username":"u"}}')).toEqual([]);
  });

  test('.dockercfg is an object of the entries', () => {
    const json = '{"quay.io":{"username":"u"},"auths":{"ghcr.io":{"username":"v"}}}';
    expect(parseDockerConfig(json, { format: 'dockercfg' }).map(text)).toEqual([
      'quay.io u  ',
      'auths   ',
    ]);
  });

  test.each([
    'null',
    '{}',
    ' \t\r\n{"auths":null}\n',
    '{"auths":{}}',
    '{"credsStore":"osxkeychain"}',
  ])('%j has no entries', (json) => {
    expect(parsed(json)).toEqual([]);
  });

  test('unknown fields can have any value', () => {
    const json = `{"credHelpers":{"a":[1,-2.5e+3,"]}\\"",true,{}]},"auths":{"quay.io":{"identitytoken":[{"x":"}"}]}}}`;
    expect(parsed(json)).toEqual(['quay.io   ']);
  });
});

describe('the names of fields', () => {
  test.each(['auths', 'AUTHS', 'Auths', 'aut\u017f', 'auth\\u0073', 'auth\u017f'])('%s', (name) => {
    const found = name === 'aut\u017f' ? [] : ['quay.io   '];
    expect(parsed(`{"${name}":{"quay.io":{}}}`)).toEqual(found);
  });

  test('the last of equal fields wins, and null is ignored', () => {
    expect(entry('"username":"a","USERNAME":"b","username":null')).toBe('b  ');
  });

  test('the last of equal registries wins, with all its fields', () => {
    expect(parsed('{"auths":{"a":{"username":"1"},"b":{},"a":{"password":"2"}}}')).toEqual([
      'a  2 ',
      'b   ',
    ]);
  });

  test('equal lists of registries are merged, and null empties them', () => {
    expect(parsed('{"auths":{"a":{}},"Auths":{"b":{},"a":{"username":"u"}}}')).toEqual([
      'a u  ',
      'b   ',
    ]);
    expect(parsed('{"auths":{"a":{}},"auths":null,"AUTHS":{"b":{}}}')).toEqual(['b   ']);
  });

  test('property names of JavaScript are ordinary registries', () => {
    const names = ['__proto__', 'constructor', 'toString', '0', ''];
    const json = `{"auths":{${names.map((name) => `"${name}":{"username":"u"}`).join()}}}`;
    expect(parseDockerConfig(json).map(({ server }) => server)).toEqual(names);
    expect(parsed('{"auths":{"\\ud83d\\ude00":{},"\\ud800":{}}}')).toEqual([
      '\u{1f600}   ',
      '\ufffd   ',
    ]);
  });

  test('an entry that is null is an empty entry', () => {
    expect(parsed('{"auths":{"quay.io":null}}')).toEqual(['quay.io   ']);
  });
});

describe('auth', () => {
  test('replaces user name and password', () => {
    expect(entry(`"auth":"${auth('u:p')}","username":"v","password":"q","email":"e"`)).toBe(
      'u p e',
    );
    expect(entry('"auth":"","username":"v","password":"q"')).toBe('v q ');
  });

  test.each([
    ['dTpw', 'u p '],
    ['Og==', '  '],
    ['dTpwOnE=', 'u p:q '],
    ['dTpwOnE', 'u p:q '],
    ['dTpwOnF=', 'u p:q '],
    ['\\ndT\\r\\npwOnE=\\n', 'u p:q '],
    ['dTpwcQ=\\n=\\r', 'u pq '],
    ['w6Q6w7Y=', 'ä ö '],
    ['/zrDKPCfmIDt', '\ufffd \ufffd(\u{1f600}\ufffd '],
  ])('decodes %s', (value, expected) => {
    expect(entry(`"auth":"${value}"`)).toBe(expected);
  });

  test.each([
    ['dTpwOnE=='],
    ['dTpwOn='],
    ['dTpwO'],
    ['dTpw='],
    ['='],
    ['===='],
    ['dTpw '],
    [' dTpw'],
    ['dTpwOnE= '],
    ['dT\\tpw'],
    ['dTpw-_'],
    ['dT=pw==='],
    ['dTpwOnE=dTpw'],
    ['dTpé'],
  ])('rejects %s as base64', (value) => {
    const json = `{"auths":{"quay.io":{"auth":"${value}"}}}`;
    expect(safeParseDockerConfig(json).error).toMatchObject({
      code: 'INVALID_BASE64',
      problem: { segments: ['auths', 'quay.io', 'auth'] },
    });
  });

  // Unlike other readers, Go makes one U+FFFD of each byte that belongs to no code point.
  test.each<[number[], string]>([
    [[0xc2, 0x80, 0xdf, 0xbf], '\u0080\u07ff'],
    [[0xe0, 0xa0, 0x80, 0xed, 0x9f, 0xbf], '\u0800\ud7ff'],
    [[0xee, 0x80, 0x80, 0xef, 0xbf, 0xbf], '\ue000\uffff'],
    [[0xf0, 0x90, 0x80, 0x80, 0xf4, 0x8f, 0xbf, 0xbf], '\u{10000}\u{10ffff}'],
    [[0x80, 0x80], '\ufffd\ufffd'],
    [[0xc1, 0x80], '\ufffd\ufffd'],
    [[0xf5, 0x80, 0x80, 0x80], '\ufffd\ufffd\ufffd\ufffd'],
    [[0xe0, 0x9f, 0xbf], '\ufffd\ufffd\ufffd'],
    [[0xed, 0xa0, 0x80], '\ufffd\ufffd\ufffd'],
    [[0xf0, 0x8f, 0xbf, 0xbf], '\ufffd\ufffd\ufffd\ufffd'],
    [[0xf4, 0x90, 0x80, 0x80], '\ufffd\ufffd\ufffd\ufffd'],
    [[0xe1, 0x7f, 0x41], '\ufffd\u007fA'],
    [[0xe1, 0xc0, 0x41], '\ufffd\ufffdA'],
    [[0xe1, 0x80, 0x41], '\ufffd\ufffdA'],
    [[0xe1, 0x80, 0xc0], '\ufffd\ufffd\ufffd'],
    [[0xe1, 0x80], '\ufffd\ufffd'],
  ])('decodes the bytes %j as %j', (bytes, expected) => {
    const value = Buffer.from([...bytes, 0x3a]).toString('base64');
    expect(entry(`"auth":"${value}"`)).toBe(`${expected}  `);
  });

  test.each(['dQ==', 'dQ', '\\n', '\\r\\n'])('%j has no colon', (value) => {
    const json = `{"auths":{"quay.io":{"auth":"${value}"}}}`;
    expect(safeParseDockerConfig(json).error?.code).toBe('NO_COLON');
  });
});

describe('faults', () => {
  test.each<[string, DockerConfigErrorCode, string]>([
    ['', 'INVALID_JSON', ''],
    ['{', 'INVALID_JSON', ''],
    ['{} {}', 'INVALID_JSON', ''],
    ['\ufeff{}', 'INVALID_JSON', ''],
    ["{'auths':{}}", 'INVALID_JSON', ''],
    ['{"auths":{},}', 'INVALID_JSON', ''],
    ['{"auths":"\u0001"}', 'INVALID_JSON', ''],
    ['[]', 'INVALID_TYPE', ''],
    ['"{}"', 'INVALID_TYPE', ''],
    ['0', 'INVALID_TYPE', ''],
    ['{"auths":[]}', 'INVALID_TYPE', 'auths'],
    ['{"auths":{"a b":true}}', 'INVALID_TYPE', 'auths[a b]'],
    ['{"auths":{"@a":true}}', 'INVALID_TYPE', 'auths[***@a]'],
    ['{"auths":{"https://u:S3CR3T%40q":true}}', 'INVALID_TYPE', 'auths[***%40q]'],
    ['{"auths":{"u%40v@q%40r@s":true}}', 'INVALID_TYPE', 'auths[***@s]'],
    ['{"HttpHeaders":{"S3CR3T":1}}', 'INVALID_TYPE', 'HttpHeaders'],
    ['{"auths":{"a":{"Email":1}}}', 'INVALID_TYPE', 'auths.a.Email'],
    ['{"auths":{"a":{"username":{}}}}', 'INVALID_TYPE', 'auths.a.username'],
    ['{"auths":{"a":{"password":false}}}', 'INVALID_TYPE', 'auths.a.password'],
    ['{"auths":{"a":{"auth":["x"]}}}', 'INVALID_TYPE', 'auths.a.auth'],
    ['{"auths":{"a":{"username":1},"a":{}}}', 'INVALID_TYPE', 'auths.a.username'],
    ['{"HttpHeaders":[]}', 'INVALID_TYPE', 'HttpHeaders'],
    ['{"httpheaders":{"User-Agent":1}}', 'INVALID_TYPE', 'httpheaders'],
  ])('%j: %s', (json, code, path) => {
    expect(() => parseDockerConfig(json)).toThrowError(
      expect.objectContaining({
        name: 'DockerConfigError',
        code,
        problem: expect.objectContaining({ path }),
        effect: 'REFUSES_SOURCE',
      }),
    );
  });

  test.each([undefined, null, 1, {}, ['{}']])('%s is not a string', (value) => {
    expect(safeParseDockerConfig(value)).toMatchObject({
      ok: false,
      error: { code: 'INVALID_TYPE', problem: { segments: [] } },
    });
  });

  test('headers can be null, or contain null', () => {
    expect(parsed('{"HttpHeaders":{"a":null,"b":"c"},"httpHeaders":null}')).toEqual([]);
  });

  test('at most 10,000 levels are allowed', () => {
    const nested = (levels: number) => `{"x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect(parsed(nested(10_000))).toEqual([]);
    expect(safeParseDockerConfig(nested(10_001)).error?.code).toBe('INVALID_JSON');
    expect(parsed(`{"x":"${'[{'.repeat(10_001)}"}`)).toEqual([]);
  });
});

describe('collectDockerConfig', () => {
  test('collects the faults with their segments, and the other entries', () => {
    const { entries, faults } = collectDockerConfig(
      `{"HttpHeaders":{"a":1},"auths":{"a":{"username":1,"auth":"!"},"b":{"auth":"${auth('u:p')}"},"c":[],"d":{"auth":"dQ=="}}}`,
    );
    expect(entries.map(text)).toEqual(['b u p ']);
    expect(faults.map(({ code, problem }) => `${code} ${problem.path}`)).toEqual([
      'INVALID_TYPE HttpHeaders',
      'INVALID_TYPE auths.a.username',
      'INVALID_BASE64 auths.a.auth',
      'INVALID_TYPE auths.c',
      'NO_COLON auths.d.auth',
    ]);
    expect(faults.every(({ effect }) => effect === 'REFUSES_SOURCE')).toBe(true);
  });

  test('has one fault and no entries if the text is not JSON', () => {
    expect(collectDockerConfig('{"auths":{"a":{}}')).toMatchObject({
      entries: [],
      faults: [{ code: 'INVALID_JSON' }],
    });
  });
});

describe('what is probably a mistake', () => {
  const warningsOf = (json: string) =>
    collectDockerConfig(json).warnings.map(({ code, path }) => `${code} ${path}`);

  test.each<[string, string[]]>([
    ['{"auths":{"quay.io":{}}}', []],
    ['{"auths":{}}', ['REQUIRED ']],
    ['{"auths":{"quay.io":1}}', []],
    ['{', []],
    [
      '{"credHelpers":{},"auths":{"quay.io":{}},"credsStore":"desktop"}',
      ['CREDENTIAL_STORE credsStore', 'CREDENTIAL_STORE credHelpers'],
    ],
    [
      '{"CredsStore":1,"CredsStore":1,"__proto__":{"credHelpers":1}}',
      ['REQUIRED ', 'CREDENTIAL_STORE CredsStore'],
    ],
  ])('%s', (json, expected) => {
    expect(warningsOf(json)).toEqual(expected);
  });

  test('a .dockercfg has no fields but registries', () => {
    const json = '{"credsStore":{"username":"u"}}';
    expect(collectDockerConfig(json, { format: 'dockercfg' })).toMatchObject({
      entries: [{ server: 'credsStore' }],
      warnings: [],
    });
  });
});

test.each<[unknown, string]>([
  ['{"auths":{}}', 'dockerconfigjson'],
  ['\n{"x":[{"y":1}],"AUTHS":1}', 'dockerconfigjson'],
  ['{"credhelpers":null}', 'dockerconfigjson'],
  ['{"httpHeaders":{}}', 'dockerconfigjson'],
  ['{}', 'dockercfg'],
  ['{"quay.io":{"auths":{}}}', 'dockercfg'],
  ['{"__proto__":{"auths":{}}}', 'dockercfg'],
  ['[{"auths":{}}]', 'dockerconfigjson'],
  ['{"quay.io":', 'dockerconfigjson'],
  [undefined, 'dockerconfigjson'],
])('%j has the format %s', (json, format) => {
  expect(dockerConfigFormat(json)).toBe(format);
});

describe('safeParseDockerConfig does not throw', () => {
  test.each([null, undefined, {}, { format: null }, { format: undefined }, 'x', 5])(
    'the options %j',
    (options) => {
      expect(safeParseDockerConfig('{"auths":{"a":{}}}', options as never).value?.length).toBe(1);
      expect(parseDockerConfig('{"auths":{"a":{}}}', options as never).length).toBe(1);
    },
  );

  test('options that cannot be read', () => {
    const options = {
      get format(): never {
        throw new TypeError('no');
      },
    };
    expect(safeParseDockerConfig('{}', options).error).toMatchObject({
      name: 'DockerConfigError',
      code: 'INVALID_TYPE',
      problem: { segments: ['options'] },
    });
  });

  test('values that throw when they are read', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    for (const value of [proxy, Object.create(null), Symbol('x'), () => 1]) {
      expect(safeParseDockerConfig(value).error?.code).toBe('INVALID_TYPE');
    }
  });
});

test('a message shortens the key of an entry, its segments do not', () => {
  const key = 'k'.repeat(2 ** 20);
  const { error } = safeParseDockerConfig(`{"auths":{"${key}":1}}`);
  expect(error?.problem.segments).toEqual(['auths', key]);
  expect(error?.message.length).toBeLessThan(400);
});
