import { environmentProxy, parseGoUrl } from '@kubesem/kubeconfig/internal';
import type { JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';

const PROXIES = [
  ...['http://proxy:3128', 'proxy:3128', 'proxy', 'https://u:p@proxy', 'socks5://proxy:1080'],
  ...[
    'http://',
    '://',
    ' ',
    'http://a b',
    '10.0.0.9:80',
    '//proxy',
    'http:/proxy',
    'http://proxy/x?y#z',
  ],
];
const HOSTS = [
  ...['a.example', 'b.a.example', 'A.Example', 'ba.example', 'example', 'localhost', 'Localhost'],
  ...['127.0.0.1', '127.9.9.9', '10.0.0.1', '10.0.1.1', '[::1]', '[fd00::1]', '[fd00::2]', 'x'],
  ...['[::ffff:127.0.0.1]', '[::ffff:10.0.0.1]', 'é.example', '1.2.3', '[fe80::1%25eth0]'],
];
const NO_PROXIES = [
  ...[
    'a.example',
    '.a.example',
    '*.a.example',
    'A.EXAMPLE',
    'a.example:443',
    'a.example:80',
    'example',
  ],
  ...[
    '10.0.0.1',
    '10.0.0.1:443',
    '10.0.0.0/24',
    '10.0.0.0/33',
    'fd00::1',
    '[fd00::1]:443',
    '[fd00::1]',
  ],
  ...[
    'fd00::/16',
    '*',
    '',
    ' ',
    ':443',
    '.',
    'a.example:',
    ' a.example ',
    '*.',
    'x:y:z',
    '010.0.0.1',
    '::ffff:10.0.0.1',
    'é.example',
    'fe80::1',
    'fe80::/10',
  ],
];

const proxy: Operation = {
  name: 'kubeconfig.proxy',
  program: 'kubernetes',
  *examples() {
    for (const value of PROXIES) {
      yield { env: { HTTPS_PROXY: value }, url: 'https://a.example' };
    }
    for (const NO_PROXY of NO_PROXIES) {
      for (const host of HOSTS) {
        yield { env: { HTTPS_PROXY: 'proxy', NO_PROXY }, url: `https://${host}` };
      }
    }
  },
  generate(random) {
    const list = () => random.list(3, () => random.pick(NO_PROXIES)).join(random.pick([',', ', ']));
    const env: JsonObject = {
      ...random.maybe(70, () => ({ HTTPS_PROXY: random.pick(PROXIES) })),
      ...random.maybe(40, () => ({ https_proxy: random.pick(PROXIES) })),
      ...random.maybe(70, () => ({ HTTP_PROXY: random.pick(PROXIES) })),
      ...random.maybe(40, () => ({ http_proxy: random.pick(PROXIES) })),
      ...random.maybe(60, () => ({ NO_PROXY: list() })),
      ...random.maybe(30, () => ({ no_proxy: list() })),
      ...random.maybe(5, () => ({ REQUEST_METHOD: 'GET' })),
    };
    const port = random.pick(['', ':443', ':80', ':6443', ':']);
    return {
      env,
      url: `${random.pick(['http', 'https', 'https', 'ftp'])}://${random.pick(HOSTS)}${port}/`,
    };
  },
  compare(input, theirs, comparison) {
    const { env, url } = input as { env: { [name: string]: string }; url: string };
    const parsed = parseGoUrl(url);
    if (typeof parsed === 'string') {
      comparison.field('URL', theirs.err, 'URL');
      return;
    }
    const { proxy: chosen, error } = environmentProxy(parsed, env);
    const ours = error === undefined ? (chosen ?? null) : 'Proxy';
    comparison.field('proxy', theirs.err ?? theirs.out, ours);
  },
  kind: (_, { out, err }) => err ?? (out === null ? 'none' : String(out)),
};

/** Which proxy the environment chooses. */
export const proxyOperations: readonly Operation[] = [proxy];
