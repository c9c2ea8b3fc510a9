import { Buffer } from 'node:buffer';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Random } from '../../harness/random.js';
import { words } from '../../harness/words.js';
import { imageGlob, normalisedImage } from '../glob/generator.js';

/** Texts that break a JSON text, or change its meaning. */
const CHARACTERS: readonly string[] = [
  ...words('" { } [ ] , :'),
  ...['\\', ' ', '\n', '\t', '\u00a0', '\ufeff', '\u0000'],
  ...words('/ x null true 0 - 1e5'),
  ...['\\u0041', '\\u00', '\\ud800', '\\x'],
  ...words('// "" {} ,, é'),
];
/** Keys of entries, most of them for Docker Hub. */
export const REGISTRIES: readonly string[] = [
  ...words(`
    docker.io index.docker.io https://index.docker.io/v1/ https://index.docker.io/v2/
    https://index.docker.io/v1 index.docker.io/v1/library http://index.docker.io *.docker.io
    registry-1.docker.io docker.io/library docker.io/library/busybox docker.io/ *.io *.*
    localhost localhost:5000 https://localhost:5000/v2/ *
  `),
  '',
  ...words(`
    https:// / __proto__ constructor HTTPS://docker.io https://https://docker.io ftp://docker.io
    docker.io/v1/a docker.io/v2 docker.io/v2/v2/ docker.io// docker.io/%6Cibrary
    docker.io/lib%3Fx docker.io/lib%2562 docker.io/a%23b docker.io/%00 user:password@docker.io
    docker.io?x#y docker.io:443 docker.io:
  `),
  'a b',
  ...words(`
    % [::1] [::1]:5000 [::1%25a]:5000 docker%2Eio docker.io/é docker.io/%C3%A9 docker.io/%C3
    index.docker.io:443 index.docker.io?x
  `),
];
/** Other spellings of the fields of an entry, some of which Go accepts. */
export const ALIASES: { readonly [field: string]: readonly string[] } = {
  username: ['Username', 'USERNAME', 'u\u017fername', 'user\u0000name', 'user', 'username '],
  password: ['Password', 'PASSWORD', 'pa\u017f\u017fword', 'pass'],
  email: ['Email', 'eMail', 'mail'],
  auth: ['Auth', 'AUTH', 'auths', 'authorization'],
};
/** Unusual values of a field. */
export const ODD_VALUES: readonly string[] = [
  ...words('null null "" "" 1 -0 true [] {} ["a"] {"a":1}'),
  ...['"\\u0041\\n"', '"\\ud800"', '"\\ud83d\\ude00"', '"\u2028<&>"', '"é"'],
];
/** Other fields of a file, which the kubelet ignores. */
export const OTHER_FIELDS: readonly string[] = [
  ...words(`
    "credsStore":"osxkeychain" "credHelpers":{"gcr.io":"gcloud"} "experimental":"disabled"
    "HttpHeaders":{"User-Agent":"x"} "httpheaders":{"a":null} "HttpHeaders":null
    "x":[1,{"y":null}] "HttpHeaders":{"a":1} "HttpHeaders":[]
  `),
  '"httpHeader\u017f":{"a":true}',
  ...words(`
    "__proto__":{"auths":1} "constructor":null "auths":null "Auths":{} "AUTHS":[] "auths":"x"
    "":{}
  `),
];

/** Encodes a text or bytes as base64. */
export const base64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');

/** An `auth` value, mostly valid. User names ascend, so equal keys have one order. */
function auth(random: Random, username: string): string {
  const password = random.pick(['p', 'pä', 'p:q', '', ':', '\u0000', 'ppp', '\ufffd', '<&>\u2028']);
  const text = base64(`${username}:${password}`);
  switch (random.below(120)) {
    case 0:
      return text.replace(/={1,2}$/, '');
    case 1:
      return `${text.slice(0, 3)}\\n${text.slice(3)}\\r\\n`;
    case 2:
      return `${text.slice(0, 3)} ${text.slice(3)}`;
    case 3:
      return random.pick([
        `${text} `,
        ` ${text}`,
        `${text}\\t`,
        `${text}=`,
        `=${text}`,
        `${text}\u00a0`,
      ]);
    case 4:
      return base64(username);
    case 5:
      return base64(new Uint8Array([...Buffer.from(username), 0xc3, 0x3a, 0xe2, 0x82, 0x80, 0xff]));
    case 9:
      return encoded(random, `${username}:p\ufffdé<`);
    case 6:
      return random.pick(['', ...words('= == A YTp YTq YTq= YTo= YTo YTo== Og== Og Oh')]);
    case 7:
      return base64(new Uint8Array([0xfb, 0xff, 0x3a]))
        .replace(/\+/g, '-')
        .replace(/\//g, '_');
    case 8:
      return random.edited(text, ['=', 'A', '+', '/', '-', '_', ' ', '\\n', 'é', '!']);
    default:
      return text;
  }
}

function field(random: Random, name: string, value: string): string {
  const aliases = ALIASES[name] as readonly string[];
  const key = random.percent(96) ? name : random.pick(aliases);
  const text = random.percent(96) ? `"${value}"` : random.pick(ODD_VALUES);
  return `${JSON.stringify(key)}:${text}`;
}

function entry(random: Random, index: number): string {
  if (random.percent(4)) {
    return random.pick(words('null {} [] "" 1 true {"auth":""} {"identitytoken":"x"}'));
  }
  const username = `u${String(index).padStart(2, '0')}`;
  const fields: string[] = [];
  if (random.percent(50)) {
    fields.push(field(random, 'username', username), field(random, 'password', `p${index}`));
  }
  if (random.percent(20)) {
    fields.push(field(random, 'email', `${username}@example.com`));
  }
  if (fields.length === 0 || random.percent(40)) {
    fields.splice(
      random.below(fields.length + 1),
      0,
      field(random, 'auth', auth(random, username)),
    );
  }
  if (random.percent(4)) {
    fields.push(
      field(random, random.pick(['username', 'password', 'auth']), random.pick(['', 'x', 'YTpi'])),
    );
  }
  return `{${fields.join(random.percent(95) ? ',' : ' ,\n')}}`;
}

function registry(random: Random, image: string): string {
  if (random.percent(45)) {
    return random.pick(REGISTRIES);
  }
  let text = imageGlob(random, image);
  if (random.percent(15)) {
    text = text.replace('/', random.pick(['/v1/', '/v2/', '/v1', '/v2//']));
  }
  return random.percent(25) ? random.pick(['https://', 'http://']) + text : text;
}

function entries(random: Random, image: string): string {
  const members: string[] = [];
  // Sometimes many, to test the lookup by index.
  const percent = random.percent(2) ? 98 : 65;
  for (let index = 0; index === 0 || random.percent(percent); index++) {
    members.push(`${JSON.stringify(registry(random, image))}:${entry(random, index)}`);
  }
  if (random.percent(3)) {
    members.push(random.pick(members)); // the last of equal keys wins
  }
  return `{${members.join()}}`;
}

/** A configuration in the format of `config.json` or `.dockercfg`. */
function configBody(random: Random, image: string, isDockercfg: boolean): string {
  let text = entries(random, image);
  if (!isDockercfg) {
    const members = [`${random.percent(97) ? '"auths"' : '"Auths"'}:${text}`];
    while (random.percent(8)) {
      members.splice(random.below(2), 0, random.pick(OTHER_FIELDS));
    }
    if (random.percent(2)) {
      members.push(`"auths":${entries(random, image)}`); // adds up
    }
    text = `{${members.join()}}`;
  }
  if (random.percent(2)) {
    text = random.pick([
      '',
      ' ',
      'null',
      '[]',
      '{}',
      '""',
      '1',
      `\ufeff${text}`,
      `${text} {}`,
      ` ${text}\n`,
    ]);
  }
  return random.percent(4) ? random.edited(text, CHARACTERS) : text;
}

/** A configuration under the name of its file. */
export function configText(random: Random, image: string): JsonObject {
  const isDockercfg = random.percent(25);
  return { [isDockercfg ? '.dockercfg' : 'config.json']: configBody(random, image, isDockercfg) };
}

/** Configurations of a node and of credential providers, and an image to look up. */
export function keyringCase(random: Random): JsonObject {
  const image = normalisedImage(random);
  const rings: Json[] = [random.percent(40) ? [configText(random, image)] : [], []];
  for (let count = random.below(4); count > 0; count--) {
    (rings[1] as Json[]).push(configText(random, image));
  }
  return {
    rings,
    image: random.percent(95) ? image : random.pick(['', '/', 'a', 'a b', 'a:b/c', '/a', 'é/é']),
  };
}

/** Base64 of a text, sometimes with bytes that are not UTF-8. */
function encoded(random: Random, text: string): string {
  const bytes = [...Buffer.from(text)];
  while (random.percent(4)) {
    const odd = random.pick([
      [0xff],
      [0xc3],
      [0x80],
      [0xe2, 0x82],
      [0xed, 0xa0, 0x80],
      [0xf8, 0x80],
    ]);
    bytes.splice(random.below(bytes.length + 1), random.below(2), ...odd);
  }
  return base64(new Uint8Array(bytes));
}

/** Metadata of a Secret; absent, null and empty fields are the same. */
function metadata(random: Random, index: number): JsonObject {
  const fields: { [field: string]: Json } = {
    name: `s${index}`,
    namespace: 'ns',
    uid: `u${index}`,
  };
  while (random.percent(15)) {
    const field = random.pick(Object.keys(fields));
    fields[field] = random.pick([null, '', 'x/y']);
  }
  return random.percent(97) ? { metadata: fields } : random.pick([{}, { metadata: null }]);
}

function secret(random: Random, image: string, index: number): JsonObject {
  const isDockercfg = random.percent(30);
  const body = configBody(random, image, isDockercfg);
  const types = ['kubernetes.io/dockerconfigjson', 'kubernetes.io/dockercfg'];
  const keys = ['.dockerconfigjson', '.dockercfg'];
  if (isDockercfg) {
    types.reverse();
    keys.reverse();
  }
  const data: { [key: string]: Json } = {};
  const stringData: { [key: string]: Json } = {};
  const key = keys[random.percent(95) ? 0 : 1] as string;
  if (random.percent(25)) {
    stringData[key] = body;
  } else {
    data[key] = encoded(random, body);
  }
  if (random.percent(8)) {
    data[random.pick([...keys, 'other'])] = random.pick([
      ...[base64('{}'), '', null, 'e30', ' ', 'e30=\n', 'eyJhIjp7fX0='],
    ]);
  }
  if (random.percent(4)) {
    stringData[random.pick([...keys, 'other'])] = random.pick(['{}', '', null, ' ', 'null', '{']);
  }
  return {
    ...metadata(random, index),
    type: random.percent(92)
      ? (types[0] as string)
      : random.pick([types[1] as string, 'Opaque', '', null]),
    ...(random.percent(98) ? { data } : { data: null }),
    ...(random.percent(40) || Object.keys(stringData).length > 0 ? { stringData } : {}),
  };
}

/** Secrets of a Pod, the configuration of its node, and an image to look up. */
export function secretsCase(random: Random): JsonObject {
  const image = normalisedImage(random);
  const secrets = Array.from({ length: random.below(4) }, (_, index) =>
    secret(random, image, index),
  );
  return random.percent(50)
    ? { secrets, image }
    : { secrets, node: configText(random, image), image };
}
