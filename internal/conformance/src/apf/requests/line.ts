import { requestFromUrl } from '@kubesem/apf';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Random } from '../../harness/random.js';
import { words } from '../../harness/words.js';

/** HTTP methods that are usual in requests. */
export const METHODS = words('GET GET GET GET POST PUT PATCH DELETE DELETE HEAD');
/** The same, and unknown ones. */
export const MORE_METHODS = [...METHODS, 'OPTIONS', 'get', '', 'LIST'];
const PARTS = [
  ...words(`
    api apis v1 apps namespaces namespaces ns pods pods x status finalize watch proxy exec log
    attach token serviceaccounts
  `),
  '',
  ...words('healthz debug pprof a%2Fb %C3%A4 ä'),
  'a b',
  ...words('% %4 %zz . .. *'),
];
const PREFIXES = [
  ...words('/api/v1 /api/v1 /apis/apps/v1 /apis/apps/v1 /api /apis /apis/apps'),
  '',
  ...words(`
    /api/v1/namespaces/ns /apis/apps/v1/namespaces/ns /api/v1/watch /api/v1/proxy
    /apis/apps/v1/watch/namespaces/ns //api/v1 /debug/pprof /API/v1 /api//v1
  `),
];
const FLAGS = ['', '0', '1', 'true', 'false', 'FALSE', 'False', 'x', '00', ' false'];
const NUMBERS = [
  '',
  ...words('0 1 5 500 -1 +7 007 1x'),
  ' 1',
  ...words(`
    1_0 1e3 0x10 --1 + 9223372036854775807 9223372036854775808 -9223372036854775808
    -9223372036854775809
  `),
];
const FIELD_SELECTORS = [
  '',
  ...words(`
    metadata.name=x metadata.name==x metadata.name!=x metadata.name = =x , a=b,metadata.name=y
    metadata.name=,a=b metadata.name=a/b metadata.name=.. a===
  `),
  ...['metadata.name=a\\,b', 'metadata.name=a\\xb', 'metadata.name=a\\'],
  ...words(`
    metadata.name=a=b !=x spec.nodeName=n spec.nodeName= spec.nodeName!=n
    metadata.name=b,metadata.name=a
  `),
  ...[' metadata.name=x', 'metadata.name= x', 'x,metadata.name=y', 'metadata.name=%', 'a!==b'],
];
const LABEL_SELECTORS = [
  '',
  ...words('a !a a=b a==b a!=b'),
  ...['a in (b,c)', 'a notin (b)', 'a in ()', 'a in (b'],
  ...words(', a, ,a a,,b a>1 a<5 a>x a> a= =b'),
  ...['a in', 'in in (in)', 'a b'],
  ...words('! !!a -a a/b a/b/c x.y/z=w'),
  ...['a=b c', ' a = b , c ', 'a in (b , )'],
  ...words('a=-b ä a=ä in'),
  ...['a=b\n', 'a in(b)', 'a in (,)'],
  ...words('notin ( a) a== a! a=!b'),
  `a=${'b'.repeat(64)}`,
];
const token = (fields: object): string => Buffer.from(JSON.stringify(fields)).toString('base64url');

/** Query parameters and their values. */
export const PARAMETERS: { readonly [name: string]: readonly string[] } = {
  watch: FLAGS,
  sendInitialEvents: FLAGS,
  limit: NUMBERS,
  timeoutSeconds: NUMBERS,
  resourceVersion: ['', '0', '00', '1', '123', 'x', '-1', '18446744073709551616'],
  resourceVersionMatch: ['', 'Exact', 'NotOlderThan', 'exact'],
  // The last three are tokens of the API server: of a revision, of an unknown one, and of the latest one.
  continue: [
    '',
    'abc',
    ...[123, 0, -1].map((rv) => token({ v: 'meta.k8s.io/v1', rv, start: 'ns/x\u0000' })),
  ],
  fieldSelector: FIELD_SELECTORS,
  labelSelector: LABEL_SELECTORS,
  other: ['', 'x'],
};

/** Percent-encodes a value, sometimes more than necessary and sometimes not at all. */
function encoded(random: Random, value: string): string {
  if (random.percent(15)) {
    return value.replaceAll(' ', '+');
  }
  const text = encodeURIComponent(value);
  return random.percent(20) ? text.replaceAll('%20', '+') : text;
}

/** A query string, or nothing. */
export function query(random: Random): string {
  const parts = Array.from({ length: random.below(5) }, () => {
    const name = random.pick(Object.keys(PARAMETERS));
    const value = random.pick(PARAMETERS[name] as readonly string[]);
    return random.percent(5) ? name : `${name}=${encoded(random, value)}`;
  });
  const joined = parts.join(random.percent(5) ? random.pick([';', '&&', '&=&', '&%zz=1&']) : '&');
  return parts.length > 0 || random.percent(5) ? `?${joined}` : '';
}

/** Path and query of a request line. */
function url(random: Random, most = 5): string {
  const parts = Array.from({ length: random.below(most) }, () => random.pick(PARTS));
  const path = `${random.pick(PREFIXES)}/${parts.join('/')}`;
  const text = path + query(random);
  return random.percent(5) ? random.edited(text, ['/', '%', '?', '#', 'a', ' ', ':', '\t']) : text;
}

/** A request line. */
export function requestLine(random: Random): JsonObject {
  return { method: random.pick(MORE_METHODS), url: url(random) };
}

/** Hand-picked request lines. */
export function* requestLines(): Iterable<Json> {
  for (const prefix of PREFIXES) {
    for (const rest of [
      '',
      ...words('/ /pods /pods/x /pods/x/status /pods//x /namespaces/a/status'),
    ]) {
      yield { method: 'GET', url: `${prefix}${rest}` };
      yield { method: 'DELETE', url: `${prefix}${rest}` };
    }
  }
  for (const [name, values] of Object.entries(PARAMETERS)) {
    for (const value of values) {
      const line = `/api/v1/pods?${name}=${encodeURIComponent(value)}`;
      yield { method: 'GET', url: line };
      yield { method: 'GET', url: `${line}&watch=1&fieldSelector=metadata.name%3Dx` };
      yield { method: 'GET', url: `/api/v1/watch/pods?${name}=${encodeURIComponent(value)}` };
    }
  }
  for (const method of MORE_METHODS) {
    yield { method, url: '/api/v1/namespaces/ns/pods/x/exec' };
    yield { method, url: '/healthz' };
  }
  for (const text of ['', ...words('* api http://h/api/v1/pods //h/api/v1/pods /a#b /a?b?c /?')]) {
    yield { method: 'GET', url: text };
  }
}

/** A request line. */
export interface Line {
  readonly method: string;
  readonly url: string;
}

/** The request info of a request line. */
export function infoOf({ method, url }: Line) {
  return requestFromUrl(method, url, { name: '' }).requestInfo;
}
