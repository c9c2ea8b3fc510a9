import { dump } from './cluster.js';

/** A text that only Secrets contain. */
export const CANARY = 'kanarienvogel7';

/** The canary, and what a printed form of it contains: base64 at any offset, twice, URLs, hexadecimal and reversed. */
const FORMS: readonly string[] = [
  CANARY,
  ...base64Forms(CANARY),
  ...base64Forms(CANARY).flatMap(base64Forms),
  Buffer.from(CANARY).toString('hex'),
];

/** The parts of base64 that do not depend on the bytes before and after a text. */
function base64Forms(text: string): string[] {
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.from(`${'-'.repeat(offset)}${text}`).toString('base64');
    return encoded.replace(/=+$/, '').slice(offset === 0 ? 0 : offset + 1, -2);
  });
}

/** The forms of the canary in a text. */
export function canariesIn(text: string): readonly string[] {
  return FORMS.filter((form) => text.toLowerCase().includes(form.toLowerCase()));
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
const object = (kind: string, name: string, more: object, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, namespace: 'shop', uid: `${kind}-${name}`, ...metadata },
  ...more,
});
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** A Secret with the canary in every field that can hold data. */
export const secret = (name: string, more: object = {}) =>
  object(
    'Secret',
    name,
    { type: 'Opaque', ...more },
    {
      annotations: {
        [LAST_APPLIED]: JSON.stringify({
          data: { token: base64(CANARY) },
          stringData: { token: CANARY },
        }),
      },
    },
  );

const auth = base64(`${CANARY}:${CANARY}`);
const entry = { username: CANARY, password: CANARY, email: CANARY, identitytoken: CANARY };
const pullSecret = (name: string, config: unknown, more: object = {}) =>
  secret(name, {
    type: 'kubernetes.io/dockerconfigjson',
    data: {
      '.dockerconfigjson': base64(typeof config === 'string' ? config : JSON.stringify(config)),
    },
    ...more,
  });

/** A Docker configuration. */
export const DOCKER_CONFIG: string = JSON.stringify({
  auths: {
    'r1.example': entry,
    'r2.example': { auth, ...entry },
    [`u:${CANARY}@r3.example`]: entry,
    [`u:${CANARY}@a b`]: entry,
  },
  HttpHeaders: { [CANARY]: CANARY },
});

/** Configurations that the kubelet rejects. */
export const BROKEN_CONFIGS: readonly string[] = [
  CANARY,
  `"${CANARY}"`,
  `{"auths":{"r1.example":{"password":"${CANARY}"}`,
  `{"auths":{"r1.example":{"password":["${CANARY}"]}}}`,
  `{"auths":{"r1.example":{"auth":"${base64(CANARY)}"}}}`,
  `{"auths":{"r1.example":{"auth":"${CANARY}!"}}}`,
  `{"auths":{"u:${CANARY}@r1.example":{"auth":1}}}`,
  `{"auths":{"u:${CANARY}@r1.example":{}, "u:${CANARY}@r1.example":{}}}`,
  `{"auths":"${CANARY}"}`,
  `{"auths":{"r1.example":"${CANARY}"}}`,
];

const SECRETS = [
  secret('api', {
    data: {
      token: base64(CANARY),
      absolute: base64(`/${CANARY}`),
      up: base64(`../${CANARY}`),
      binary: Buffer.concat([Buffer.from(CANARY), Buffer.from([0xff, 0])]).toString('base64'),
      lines: base64(`${CANARY}\n::error::${CANARY}`),
      'env.file': base64(`A=${CANARY}`),
    },
    stringData: { plain: CANARY },
  }),
  secret('broken', {
    data: { token: CANARY, number: `${CANARY}=`, list: [CANARY], [`bad key`]: base64(CANARY) },
    stringData: { object: { [CANARY]: CANARY } },
  }),
  secret('text', { data: CANARY, stringData: [CANARY] }),
  secret('tls', { type: 'kubernetes.io/tls', data: { 'tls.crt': base64(CANARY) } }),
  secret('basic', { type: 'kubernetes.io/basic-auth', stringData: { password: CANARY } }),
  secret('ssh', { type: 'kubernetes.io/ssh-auth', data: { other: base64(CANARY) } }),
  pullSecret('pull', DOCKER_CONFIG),
  ...BROKEN_CONFIGS.map((config, index) => pullSecret(`pull-${index}`, config)),
  secret('pull-text', {
    type: 'kubernetes.io/dockerconfigjson',
    stringData: { '.dockerconfigjson': DOCKER_CONFIG },
  }),
  secret('pull-base64', {
    type: 'kubernetes.io/dockerconfigjson',
    data: { '.dockerconfigjson': CANARY },
  }),
  secret('pull-cfg', {
    type: 'kubernetes.io/dockercfg',
    data: { '.dockercfg': base64(JSON.stringify({ 'r1.example': entry })) },
  }),
];

const keyRef = (name: string, key: string, secretName = 'api') => ({
  name,
  valueFrom: { secretKeyRef: { name: secretName, key } },
});
const ENV = [
  keyRef('A', 'token'),
  keyRef('ABSOLUTE', 'absolute'),
  keyRef('UP', 'up'),
  keyRef('BINARY', 'binary'),
  keyRef('LINES', 'lines'),
  keyRef('PLAIN', 'plain'),
  { name: 'URL', value: 'postgres://u:$(A)@db/$(BINARY)' },
  { name: 'COPY', value: '$(URL)$(PLAIN)' },
];
const VOLUMES = [
  { name: 'secret', secret: { secretName: 'api' } },
  { name: 'items', secret: { secretName: 'api', items: [{ key: 'token', path: 'a/b' }] } },
  {
    name: 'all',
    projected: {
      sources: [
        { secret: { name: 'api' } },
        { configMap: { name: 'other' } },
        { secret: { name: 'pull' } },
        { secret: { name: 'broken', optional: true } },
      ],
    },
  },
  { name: 'config', configMap: { name: 'web' } },
  { name: 'empty', emptyDir: {} },
];
const mount = (name: string, mountPath: string, more: object = {}) => ({
  name,
  mountPath,
  ...more,
});
const container = (name: string, subPathExpr: string, more: object = {}) => ({
  name,
  image: 'r1.example/team/app:1',
  command: ['sh', '-c', 'login $(A)'],
  args: ['--token=$(URL)', '$(LINES)'],
  env: ENV,
  envFrom: [{ secretRef: { name: 'api' }, prefix: 'P_' }, { secretRef: { name: 'pull' } }],
  volumeMounts: [
    mount('secret', '/secret'),
    mount('items', '/items'),
    mount('all', '/all'),
    mount('config', '/config', { subPathExpr }),
    mount('empty', '/empty', { subPathExpr }),
    mount('secret', '/one', { subPathExpr }),
  ],
  livenessProbe: { exec: { command: ['check', '$(A)'] } },
  ...more,
});
const CONTAINERS = [
  container('plain', '$(A)'),
  container('deep', 'a/$(PLAIN)/$(A)'),
  container('absolute', '$(ABSOLUTE)'),
  container('up', '$(UP)'),
  container('lines', '$(LINES)'),
  container('through', '$(KEY)/$(A)'),
  container('missing', '$(GONE)', { env: [...ENV, keyRef('GONE', 'gone')] }),
  container('broken', '$(A)', { env: [...ENV, keyRef('B', 'number', 'broken')] }),
  container('bad-data', '$(A)', { envFrom: [{ secretRef: { name: 'text' } }] }),
];
const podSpec = (containers: readonly object[], pulls = /^pull/) => ({
  containers,
  volumes: VOLUMES,
  imagePullSecrets: SECRETS.filter(({ metadata }) => pulls.test(metadata.name)).map(
    ({ metadata: { name } }) => ({ name }),
  ),
});
const labels = { app: 'web' };

/** A ConfigMap whose key is the value of a Secret. */
const named = object('ConfigMap', 'web', { data: { [CANARY]: '1' } });
const other = (value: string) => object('ConfigMap', 'other', { data: { 'web.conf': value } });

/** Objects of all kinds that reach data of Secrets. */
export const STATE: readonly object[] = [
  ...SECRETS,
  object('Pod', 'web-0', { spec: podSpec(CONTAINERS), status: { phase: 'Running' } }, { labels }),
  object('Pod', 'web-1', { spec: podSpec(CONTAINERS.slice(0, 1), /^pull(-text|-cfg)?$/) }),
  {
    ...object('Deployment', 'web', {
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: podSpec(CONTAINERS.slice(0, 1)) },
      },
    }),
    apiVersion: 'apps/v1',
  },
  object('ServiceAccount', 'default', {
    secrets: [{ name: 'api' }],
    imagePullSecrets: [{ name: 'pull' }],
  }),
  object('Node', 'n1', { status: { allocatable: { cpu: '4', memory: '8Gi', pods: '10' } } }),
  object('ResourceQuota', 'quota', { spec: { hard: { secrets: '1', pods: '2' } } }),
];

/** A file with all objects before a change. */
export const BEFORE: string = dump(...STATE, named, other('1'));
/** The changed objects. */
export const AFTER: string = dump(
  other('2'),
  secret('api', {
    data: Object.fromEntries(
      ['token', 'absolute', 'up', 'lines'].map((key) => [key, base64(`2${CANARY}`)]),
    ),
  }),
  pullSecret('pull', { auths: {} }),
  secret('tls', { immutable: 'yes', data: { 'tls.crt': CANARY } }),
);

const manifest = (password: string) =>
  `apiVersion: v1\nkind: Secret\nmetadata: { name: api }\nstringData:\n  password: ${password}\n`;

/** Files that are not read as meant, and contain the canary. */
export const BROKEN_FILES: readonly string[] = [
  ...[
    `*${CANARY}`,
    `!a!${CANARY} x`,
    `!!int ${CANARY}`,
    `"${CANARY}\\q"`,
    `'${CANARY}`,
    `[${CANARY}`,
  ],
  ...[
    `{ ${CANARY}: 1, ${CANARY}: 2 }`,
    `{ ${CANARY}: ${CANARY} }`,
    `[${CANARY}]`,
    `|${CANARY}\n    x`,
  ],
  ...[`a\n...\n%${CANARY}\n`, `a\n${CANARY}`, `a: ${CANARY}: b`, `{{ ${CANARY} }}`],
]
  .map(manifest)
  .concat(
    manifest(CANARY),
    `{"apiVersion":"v1","kind":"Secret","stringData":{"password":"${CANARY}"}`,
    `{"apiVersion":"v1","kind":"Secret","stringData":{"password":${CANARY}}}`,
    `{"kind":"Secret","stringData":"${CANARY}"}`,
    CANARY,
    `- ${CANARY}\n`,
    `password: ${CANARY}\n`,
    `password = ${CANARY}\n`,
  );
