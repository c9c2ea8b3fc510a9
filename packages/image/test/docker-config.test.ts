import {
  collectDockerConfig,
  type DockerConfigEntry,
  type DockerConfigErrorCode,
  parseDockerConfig,
  safeParseDockerConfig,
} from '@kubesem/image';
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

describe('the layout', () => {
  test('config.json has the entries under auths', () => {
    expect(
      parsed('{"auths":{"quay.io":{"username":"u","password":"p","email":"e"},"ghcr.io":{}}}'),
    ).toEqual(['quay.io u p e', 'ghcr.io   ']);
    expect(parsed('{"quay.io":{"username":"u"}}')).toEqual([]);
  });

  test('.dockercfg is nothing but the entries', () => {
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

  test('what the kubelet does not know may be anything', () => {
    const json = `{"credHelpers":{"a":[1,-2.5e+3,"]}\\"",true,{}]},"auths":{"quay.io":{"identitytoken":[{"x":"}"}]}}}`;
    expect(parsed(json)).toEqual(['quay.io   ']);
  });
});

describe('the names of fields, as Go finds them', () => {
  test.each(['auths', 'AUTHS', 'Auths', 'aut\u017f', 'auth\\u0073', 'auth\u017f'])('%s', (name) => {
    const found = name === 'aut\u017f' ? [] : ['quay.io   '];
    expect(parsed(`{"${name}":{"quay.io":{}}}`)).toEqual(found);
  });

  test('of equal fields the last one counts, and null does not', () => {
    expect(entry('"username":"a","USERNAME":"b","username":null')).toBe('b  ');
  });

  test('of equal registries the last one counts as a whole', () => {
    expect(parsed('{"auths":{"a":{"username":"1"},"b":{},"a":{"password":"2"}}}')).toEqual([
      'a  2 ',
      'b   ',
    ]);
  });

  test('equal lists of registries add up, and null empties them', () => {
    expect(parsed('{"auths":{"a":{}},"Auths":{"b":{},"a":{"username":"u"}}}')).toEqual([
      'a u  ',
      'b   ',
    ]);
    expect(parsed('{"auths":{"a":{}},"auths":null,"AUTHS":{"b":{}}}')).toEqual(['b   ']);
  });

  test('every name is a name', () => {
    const names = ['__proto__', 'constructor', 'toString', '0', ''];
    const json = `{"auths":{${names.map((name) => `"${name}":{"username":"u"}`).join()}}}`;
    expect(parseDockerConfig(json).map(({ server }) => server)).toEqual(names);
    expect(parsed('{"auths":{"\\ud83d\\ude00":{},"\\ud800":{}}}')).toEqual([
      '\u{1f600}   ',
      '\ufffd   ',
    ]);
  });

  test('an entry that is null has no user name, and is there', () => {
    expect(parsed('{"auths":{"quay.io":null}}')).toEqual(['quay.io   ']);
  });
});

describe('auth', () => {
  test('takes the place of user name and password', () => {
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
  ])('%s is read', (value, expected) => {
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
  ])('%s is no base64', (value) => {
    const json = `{"auths":{"quay.io":{"auth":"${value}"}}}`;
    expect(safeParseDockerConfig(json).error).toMatchObject({
      code: 'INVALID_BASE64',
      path: 'auths[quay.io].auth',
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
  ])('of the bytes %j: %j', (bytes, expected) => {
    const value = Buffer.from([...bytes, 0x3a]).toString('base64');
    expect(entry(`"auth":"${value}"`)).toBe(`${expected}  `);
  });

  test.each(['dQ==', 'dQ', '\\n', '\\r\\n'])('%j has no colon', (value) => {
    const json = `{"auths":{"quay.io":{"auth":"${value}"}}}`;
    expect(safeParseDockerConfig(json).error?.code).toBe('NO_COLON');
  });
});

describe('one fault refuses it all', () => {
  test.each<[string, DockerConfigErrorCode, string]>([
    ['', 'INVALID_JSON', ''],
    ['{', 'INVALID_JSON', ''],
    ['{} {}', 'INVALID_JSON', ''],
    ['\ufeff{}', 'INVALID_JSON', ''],
    ["{'auths':{}}", 'INVALID_JSON', ''],
    ['{"auths":{},}', 'INVALID_JSON', ''],
    ['{"auths":"\u0001"}', 'INVALID_JSON', ''],
    ['[]', 'NOT_AN_OBJECT', ''],
    ['"{}"', 'NOT_AN_OBJECT', ''],
    ['0', 'NOT_AN_OBJECT', ''],
    ['{"auths":[]}', 'NOT_AN_OBJECT', 'auths'],
    ['{"auths":{"a b":true}}', 'NOT_AN_OBJECT', 'auths[a b]'],
    ['{"auths":{"@a":true}}', 'NOT_AN_OBJECT', 'auths[***@a]'],
    ['{"auths":{"a":{"Email":1}}}', 'NOT_TEXT', 'auths.a.email'],
    ['{"auths":{"a":{"username":{}}}}', 'NOT_TEXT', 'auths.a.username'],
    ['{"auths":{"a":{"password":false}}}', 'NOT_TEXT', 'auths.a.password'],
    ['{"auths":{"a":{"auth":["x"]}}}', 'NOT_TEXT', 'auths.a.auth'],
    ['{"auths":{"a":{"username":1},"a":{}}}', 'NOT_TEXT', 'auths.a.username'],
    ['{"HttpHeaders":[]}', 'NOT_AN_OBJECT', 'HttpHeaders'],
    ['{"httpheaders":{"User-Agent":1}}', 'NOT_TEXT', 'HttpHeaders[User-Agent]'],
  ])('%j: %s', (json, code, path) => {
    expect(() => parseDockerConfig(json)).toThrowError(
      expect.objectContaining({ name: 'DockerConfigError', code, path, effect: 'REFUSES_SOURCE' }),
    );
  });

  test.each([undefined, null, 1, {}, ['{}']])('%s is no text', (value) => {
    expect(safeParseDockerConfig(value)).toMatchObject({
      ok: false,
      error: { code: 'NOT_A_STRING' },
    });
  });

  test('headers may be null, or hold null', () => {
    expect(parsed('{"HttpHeaders":{"a":null,"b":"c"},"httpHeaders":null}')).toEqual([]);
  });

  test('10,000 levels are the most', () => {
    const nested = (levels: number) => `{"x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect(parsed(nested(10_000))).toEqual([]);
    expect(safeParseDockerConfig(nested(10_001)).error?.code).toBe('INVALID_JSON');
    expect(parsed(`{"x":"${'[{'.repeat(10_001)}"}`)).toEqual([]);
  });
});

describe('collectDockerConfig', () => {
  test('tells every fault with its entry, and keeps the others', () => {
    const { entries, faults } = collectDockerConfig(
      `{"HttpHeaders":{"a":1},"auths":{"a":{"username":1,"auth":"!"},"b":{"auth":"${auth('u:p')}"},"c":[],"d":{"auth":"dQ=="}}}`,
    );
    expect(entries.map(text)).toEqual(['b u p ']);
    expect(faults.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'NOT_TEXT HttpHeaders.a',
      'NOT_TEXT auths.a.username',
      'INVALID_BASE64 auths.a.auth',
      'NOT_AN_OBJECT auths.c',
      'NO_COLON auths.d.auth',
    ]);
    expect(faults.every(({ effect }) => effect === 'REFUSES_SOURCE')).toBe(true);
  });

  test('has nothing but a fault where there is no JSON', () => {
    expect(collectDockerConfig('{"auths":{"a":{}}')).toMatchObject({
      entries: [],
      faults: [{ code: 'INVALID_JSON' }],
    });
  });
});
