import { type YAMLData } from '@kubesem/manifests';
import { formatYAML } from '@kubesem/manifests/internal';
import type { Json, JsonObject } from '../harness/json.js';
import type { Random } from '../harness/random.js';
import { type CaseFiles, CERTIFICATE, CERTIFICATE_DATA, KEY, KEY_DATA, ROOT } from './files.js';

const base64 = (text: string) => Buffer.from(text).toString('base64');

const NAMES = ['a', 'a', 'a', 'b', 'b', 'c', '', 'a "b"', '__proto__', 'é'];
const NAME = ['a', 'b', 'c', 'd'];
const CALM_NAMES = ['a', 'a', 'b'];

/** Files with credentials, of which a case has some. */
const CREDENTIAL_FILES: CaseFiles = {
  [`${ROOT}/dir/ca.pem`]: CERTIFICATE,
  [`${ROOT}/dir/cert.pem`]: CERTIFICATE,
  [`${ROOT}/dir/key.pem`]: KEY,
  [`${ROOT}/dir/token`]: 'of-a-file\n',
  [`${ROOT}/dir/empty`]: '',
  [`${ROOT}/work/ca.pem`]: CERTIFICATE,
  [`${ROOT}/home/.kube/cert.pem`]: CERTIFICATE,
  [`${ROOT}/home/.kube/key.pem`]: KEY,
};

const PATHS = [
  ...['ca.pem', 'cert.pem', 'key.pem', 'token', 'empty', './cert.pem', '../dir/key.pem', 'missing'],
  ...[`${ROOT}/dir/ca.pem`, `${ROOT}/dir/cert.pem`, `${ROOT}/dir/key.pem`, `${ROOT}/dir/token`],
  ...[`${ROOT}/dir`, `${ROOT}/dir/ca.pem/x`, '../dir/../dir/token', ''],
];
const GOOD_PATHS = ['ca.pem', 'cert.pem', 'key.pem', 'token'].map((name) => `${ROOT}/dir/${name}`);
/** Fields of which most values or combinations are faults. */
const RISKY = new Set([
  ...[
    'proxy-url',
    'auth-provider',
    'client-key',
    'client-key-data',
    'client-certificate',
    'password',
  ],
  ...[
    'client-certificate-data',
    'as-uid',
    'as-groups',
    'as-user-extra',
    'certificate-authority-data',
  ],
  ...[
    'cluster',
    'user',
    'server',
    'requestTimeout',
    'proxyUrl',
    'asUid',
    'asGroups',
    'asUserExtra',
  ],
]);
const DATA = [CERTIFICATE_DATA, KEY_DATA, base64('garbage'), '', 'YQ', 'a b', '\nYQ==\n'];

const SERVERS = [
  ...[
    'https://10.0.0.1:6443',
    'https://10.0.0.1',
    'https://a.example/base/',
    'HTTPS://A.example/a',
  ],
  ...['https://a.example/x?y=z#f', 'https://[fe80::1]:6443', 'https://user:word@a.example/x y'],
  ...[
    'https://a.example/%7ea/%zz',
    'https://a.example/é',
    'https://a b/',
    'https:///x',
    'https:/x',
  ],
  ...['http://a.example', 'http://127.0.0.1:8080/', 'a.example:6443', '10.0.0.1:6443', '10.0.0.1'],
  ...['a.example/x', 'https://a.example:x', 'ftp://a.example', '', ' ', '://x', 'https://', '/x?'],
  ...[
    'https://a.example/x?',
    'https://[1.2.3.4]',
    'https://[::1',
    'https://a:1:2',
    'http://[::1%25x]',
  ],
];
const PROXIES = [
  ...[
    'http://proxy:3128',
    'https://user:word@proxy',
    'socks5://proxy',
    'ftp://proxy',
    'proxy:3128',
  ],
  ...['http://pro xy', '', ':', 'http://proxy:x', '//proxy'],
];
const PLUGIN_VERSIONS = [
  ...['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'],
  ...['client.authentication.k8s.io/v1alpha1', 'v1', ''],
];

const WRONG: readonly Json[] = [5, true, 'x', {}, null, { a: 1 }];
/** Go also reads a list of numbers as bytes, which no user writes. */
const WRONG_LISTS: readonly Json[] = [[], [null], ['x']];

/** Makes the parts of one case. */
class Maker {
  constructor(
    private readonly random: Random,
    private readonly wrongPercent: number,
    private readonly isCalm: boolean,
  ) {}

  readonly path = (): Json => this.random.pick(this.isCalm ? GOOD_PATHS : PATHS);

  private wrong(name: string): Json {
    return this.random.pick(name.endsWith('-data') ? WRONG : [...WRONG, ...WRONG_LISTS]);
  }

  /** Some of the fields, now and then with a value of another type. A calm case has fewer faults. */
  some(percent: number, fields: { readonly [name: string]: () => Json }): JsonObject {
    const { random, isCalm } = this;
    const entries = Object.entries(fields).filter(([name]) =>
      random.percent(isCalm && RISKY.has(name) ? percent / 3 : percent),
    );
    return Object.fromEntries(
      entries.map(([name, value]) => [
        name,
        random.percent(this.wrongPercent) ? this.wrong(name) : value(),
      ]),
    );
  }

  readonly name = (): string => this.random.pick(this.isCalm ? CALM_NAMES : NAME);
  readonly data = (): Json => this.random.pick(DATA);
  readonly flag = (): Json => this.random.percent(70);
  readonly text = (): Json => this.random.pick(['x', 'y', '', 'word', 'é']);
  readonly texts = (): Json => this.random.list(3, () => this.random.pick(['g', 'h', '', null]));

  readonly extensions = (): Json =>
    this.random.list(2, () => ({
      name: this.random.pick(['client.authentication.k8s.io/exec', 'x', 'y']),
      extension: this.random.pick<Json>([null, 'text', { a: [1, '<b>'] }, 7, { kind: 'X' }]),
    }));

  cluster(): JsonObject {
    const { random } = this;
    return {
      ...random.maybe(85, () => ({ server: random.pick(SERVERS) })),
      ...random.maybe(this.isCalm ? 70 : 30, () => ({ server: 'https://10.0.0.1:6443' })),
      ...this.some(12, {
        'tls-server-name': this.text,
        'insecure-skip-tls-verify': this.flag,
        'certificate-authority': this.path,
        'certificate-authority-data': this.data,
        'proxy-url': () => random.pick(PROXIES),
        'disable-compression': this.flag,
        extensions: this.extensions,
        unknown: () => 'field',
      }),
    };
  }

  user(): JsonObject {
    const { random } = this;
    const pair = (): JsonObject => ({
      'client-certificate-data': CERTIFICATE_DATA,
      'client-key-data': KEY_DATA,
    });
    return {
      ...random.maybe(25, pair),
      ...this.some(14, {
        'client-certificate': this.path,
        'client-certificate-data': this.data,
        'client-key': this.path,
        'client-key-data': this.data,
        token: () => random.pick(['secret', '', 'a\nb']),
        tokenFile: this.path,
        as: this.text,
        'as-uid': this.text,
        'as-groups': this.texts,
        'as-user-extra': () => this.extra(),
        username: this.text,
        password: this.text,
        'auth-provider': () => this.provider(),
        exec: () => this.exec(),
        extensions: this.extensions,
      }),
    };
  }

  extra(): JsonObject {
    const keys = this.random.list(2, () =>
      this.random.pick(['scopes', 'a/b c', 'é%', '__proto__']),
    );
    return Object.fromEntries(keys.map((key) => [key, this.texts()]));
  }

  provider(): JsonObject {
    const { random } = this;
    const config = this.some(80, {
      'idp-issuer-url': () => 'https://issuer',
      'client-id': () => 'id',
      'id-token': () => 'a.b.c',
    });
    return { name: random.pick(['gcp', 'azure', 'oidc', 'x', '']), config };
  }

  exec(): JsonObject {
    const { random } = this;
    return {
      ...random.maybe(90, () => ({
        command: random.pick(['plugin', './plugin', '../bin/plugin', '/usr/bin/plugin', '']),
        apiVersion: random.pick(PLUGIN_VERSIONS),
      })),
      ...this.some(30, {
        args: this.texts,
        env: () => random.list(2, () => ({ name: random.pick(['A', 'B', '']), value: 'v' })),
        installHint: () =>
          random.pick(['brew install x', '\u001b[1mbold\u001b[0m\n\tx', 'é\u200b']),
        provideClusterInfo: this.flag,
      }),
      ...random.maybe(70, () => ({
        interactiveMode: random.pick(['Never', 'IfAvailable', 'Always', 'Sometimes', '']),
      })),
    };
  }

  context(): JsonObject {
    const { random } = this;
    return {
      ...random.maybe(90, () => ({ cluster: this.name(), user: this.name() })),
      ...this.some(25, {
        namespace: () => random.pick(['shop', 'default', '', 'Not-a-name']),
        extensions: this.extensions,
      }),
    };
  }

  config(): JsonObject {
    const { random } = this;
    const entries = (field: string, value: () => JsonObject) => () => {
      const some = random.list(3, () => random.pick(NAMES));
      const names = this.isCalm ? [...CALM_NAMES.slice(1), ...some] : some;
      // A name twice in one file is an error.
      const kept = random.percent(95) ? [...new Set(names)] : names;
      return kept.map((name) => ({ name, [field]: value() }));
    };
    return {
      ...random.maybe(80, () => ({ apiVersion: 'v1', kind: 'Config' })),
      ...random.maybe(3, () => ({
        apiVersion: random.pick(['v2', '/v1', '/', 'x/v1', 'a/b/c', '']),
      })),
      ...random.maybe(3, () => ({ kind: random.pick(['Pod', 'config', '']) })),
      ...this.some(92, {
        clusters: entries('cluster', () => this.cluster()),
        users: entries('user', () => this.user()),
        contexts: entries('context', () => this.context()),
      }),
      ...this.some(70, {
        'current-context': () => (this.isCalm ? this.name() : random.pick(NAMES)),
      }),
      ...this.some(3, { extensions: this.extensions, preferences: () => ({ colors: true }) }),
    };
  }
}

/** Files that are not objects. */
const TEXTS = [
  ...[
    '',
    '\n',
    '# comment',
    'null',
    '~',
    '[]',
    'text',
    '5',
    'a: [',
    '\ta: b',
    '---\ncurrent-context: a',
  ],
  ...[
    'current-context: a\n---\ncurrent-context: b',
    'users: [null]',
    'clusters: [{}]',
    'users: {}',
  ],
  ...['contexts: [{ name: a, context: null }]', 'users: [{ name: 5 }]', 'current-context: a: b'],
  ...['clusters: null\nusers: null', 'current-context: a\ncurrent-context: b', 'a: *x', 'kind: 5'],
];

function textOf(random: Random, maker: Maker): string {
  if (random.percent(4)) {
    return random.pick(TEXTS);
  }
  const config = maker.config();
  const json = JSON.stringify(config);
  // The writer takes no null.
  return random.percent(60) || json.includes('null')
    ? json
    : formatYAML(config as { [key: string]: YAMLData });
}

const CONFIG_FILES = [
  ...[`${ROOT}/home/.kube/config`, `${ROOT}/etc/one`, `${ROOT}/dir/two`, `${ROOT}/dir/sub/three`],
  ...[`${ROOT}/work/local`, `${ROOT}/work/dir/deep`, `${ROOT}/home/.kube/.kubeconfig`],
];
const LISTED = [
  ...[
    `${ROOT}/etc/one`,
    `${ROOT}/dir/two`,
    `${ROOT}/dir/sub/three`,
    `${ROOT}/missing`,
    `${ROOT}/dir`,
  ],
  ...['local', './local', '../etc/one', '../dir/two', '../work/local', 'missing', '', 'local/x'],
];

function flags(random: Random, maker: Maker): JsonObject {
  return {
    ...random.maybe(15, () => ({ kubeconfig: random.pick(LISTED) })),
    ...random.maybe(40, () => ({ context: maker.name() })),
    ...maker.some(6, {
      cluster: maker.name,
      user: maker.name,
      namespace: () => random.pick(['shop', '']),
      server: () => random.pick(SERVERS),
      tlsServerName: maker.text,
      certificateAuthority: maker.path,
      insecureSkipTlsVerify: maker.flag,
      proxyUrl: () => random.pick(PROXIES),
      clientCertificate: maker.path,
      clientKey: maker.path,
      token: maker.text,
      as: maker.text,
      asUid: maker.text,
      asGroups: () => random.list(2, () => random.pick(['g', 'h'])),
      asUserExtra: () => ({ scopes: ['x'] }),
      requestTimeout: () => random.pick(['0', '5', '1m30s', '-5s', '-5', '+7', '1.5s', 'x', '']),
    }),
  };
}

function environment(random: Random): JsonObject {
  return {
    ...random.maybe(95, () => ({ HOME: `${ROOT}/home` })),
    ...random.maybe(65, () => ({
      KUBECONFIG: random.list(4, () => random.pick(LISTED)).join(':'),
    })),
    ...random.maybe(5, () => ({ KUBERNETES_MASTER: random.pick(SERVERS) })),
    ...random.maybe(20, () => ({
      KUBERNETES_SERVICE_HOST: random.pick(['10.96.0.1', 'fd00::1', '']),
      KUBERNETES_SERVICE_PORT: '443',
    })),
    ...random.maybe(10, () => ({ POD_NAMESPACE: 'of-the-pod' })),
  };
}

/** A machine with kubeconfigs, and a command line. */
export function kubeconfigCase(random: Random): JsonObject {
  const isCalm = random.percent(65);
  const maker = new Maker(random, isCalm ? 0 : random.pick([0, 5]), isCalm);
  const files = random.list(4, () => random.pick(CONFIG_FILES));
  const env = environment(random);
  return {
    files: {
      [`${ROOT}/dir`]: null,
      ...(random.percent(80) ? CREDENTIAL_FILES : {}),
      ...Object.fromEntries(files.map((file) => [file, textOf(random, maker)])),
    },
    env,
    flags: flags(random, new Maker(random, 0, isCalm)),
    inPod: Boolean(env.KUBERNETES_SERVICE_HOST) && random.percent(80),
  };
}
