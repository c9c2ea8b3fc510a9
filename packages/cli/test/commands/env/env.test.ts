import { describe, expect, test } from 'vitest';
import { apiServer, list, refusal } from '../../support/api-server.js';
import { dump } from '../../support/cluster.js';
import { cells, fileOf, folderOf, json, kubesem } from '../../support/run.js';

const EXAMPLE = new URL('../../../../../examples/environment.yaml', import.meta.url).pathname;

type Variable = { readonly name: string; readonly value?: string; readonly valueFrom?: object };

const meta = (name: string, namespace = 'shop') => ({ name, namespace });
const object = <T extends object>(kind: string, name: string, more: T) => ({
  apiVersion: 'v1',
  kind,
  metadata: meta(name),
  ...more,
});
const podOf = (...containers: readonly object[]) =>
  object('Pod', 'web', { spec: { nodeName: 'alpha', containers } });
const app = (...env: readonly Variable[]) => ({ name: 'app', image: 'app:1', env });
const secret = object('Secret', 'api', { data: { token: 'aHVudGVyMg==' } });
const TOKEN = { secretKeyRef: { name: 'api', key: 'token' } };
const files = (...objects: readonly object[]) => fileOf(dump(...objects));

/** The values of the first container by name. */
async function valuesOf(args: readonly string[]): Promise<Record<string, string>> {
  const { output } = await json(['env', ...args]);
  const { variables } = output.containers[0] as { variables: { name: string; value: string }[] };
  return Object.fromEntries(variables.map(({ name, value }) => [name, value]));
}

test('shows each variable with its value and where it comes from', async () => {
  const { status, stdout } = await kubesem(['env', 'deployment/shop', EXAMPLE]);
  expect(status).toBe(0);
  const [title, head, ...rows] = cells(stdout);
  expect(title).toEqual(['Deployment orders/shop, container app']);
  expect(head).toEqual(['NAME', 'VALUE', 'FROM']);
  expect(rows).toContainEqual(['CART_SERVICE_PORT', '80', 'Service orders/cart']);
  expect(rows.slice(7)).toEqual([
    ['DATABASE', 'postgres://shop:<Secret database key password>@postgres', 'value'],
    ['DATABASE_HOST', 'postgres', 'ConfigMap shop key DATABASE_HOST'],
    ['LISTEN', '<status.podIP>:8443', 'value'],
    ['PASSWORD', '<Secret database key password>', 'Secret database key password'],
    ['POD_IP', '<status.podIP>', 'field status.podIP'],
    ['PORT', '8443', 'value'],
  ]);
});

test('--explain shows what is hidden, what references are, and what is optional', async () => {
  const { stdout } = await kubesem(['env', 'shop', EXAMPLE, '--explain']);
  expect(stdout).toContain(`  PORT=8443
    from   value (env[1])
    hides  ConfigMap shop key PORT (envFrom[0].configMapRef)
`);
  expect(stdout).toContain('    uses   $(PORT) is 8443\n');
  expect(stdout).toContain('from   field status.podIP (env[0].valueFrom.fieldRef)\n');
  expect(stdout).toContain(
    'envFrom[1].configMapRef is optional and finds nothing: configmap "shop-local" not found\n',
  );
});

test('values with line breaks are in quotes', async () => {
  const file = files(podOf(app({ name: 'MOTD', value: 'hello\nworld' })));
  expect((await kubesem(['env', 'web', file])).stdout).toContain('"hello\\nworld"');
  const { stdout } = await kubesem(['env', 'web', file, '--explain']);
  expect(stdout).toContain('  MOTD="hello\\nworld"\n');
});

test('--explain shows Services that claim one name', async () => {
  const service = (name: string, clusterIP: string) =>
    object('Service', name, { spec: { clusterIP, ports: [{ port: 80 }] } });
  // `foo` has FOO_SERVICE_PORT; so has the port of `foo-service`.
  const file = files(podOf(app()), service('foo', '10.0.0.1'), service('foo-service', '10.0.0.2'));
  const { stdout } = await kubesem(['env', 'web', file, '--explain']);
  expect(stdout).toMatch(
    /random +several Services define it: Service shop\/foo: .*shop\/foo-service: /,
  );
});

describe('data of Secrets', () => {
  const env = [
    { name: 'TOKEN', valueFrom: TOKEN },
    { name: 'HEADER', value: 'Bearer $(TOKEN)' },
    { name: 'COPY', value: '$(HEADER)' },
    { name: 'TOKEN', value: 'plain' },
  ];
  const binary = object('Secret', 'api', { data: { token: '/2h1bnRlcjI=' } });

  test.each([
    ['-o', 'name'],
    ...['table', 'wide', 'csv', 'json', 'yaml'].flatMap((format) => [
      ['-o', format],
      ['-o', format, '--explain'],
    ]),
    ['--explain', '--sort-by', 'NAME'],
  ])('are hidden: %s %s %s', async (...flags) => {
    for (const data of [secret, binary]) {
      const args = ['env', 'web', files(podOf(app(...env)), data), ...flags.filter(Boolean)];
      const { status, stdout, stderr } = await kubesem(args);
      expect(status).toBe(0);
      expect(stdout + stderr).not.toMatch(/hunter2|aHVudGVyMg|h1bnRlcjI/);
      expect(stdout).toContain('HEADER');
    }
  });

  test('are a marker, also as a part of a value', async () => {
    const args = ['web', files(podOf(app(...env)), secret)];
    expect(await valuesOf(args)).toEqual({
      TOKEN: 'plain',
      HEADER: 'Bearer <Secret api key token>',
      COPY: 'Bearer <Secret api key token>',
    });
    expect(await valuesOf([...args, '--show-secrets'])).toEqual({
      TOKEN: 'plain',
      HEADER: 'Bearer hunter2',
      COPY: 'Bearer hunter2',
    });
  });

  test.each([['not base64: hunter2'], [12345], [{ hunter2: 12345 }]])(
    'are not in errors: %j',
    async (token) => {
      const broken = object('Secret', 'api', { data: { token } });
      const args = ['env', 'web', files(podOf(app(...env)), broken)];
      const { status, stdout, stderr } = await kubesem(args);
      expect(status).toBe(1);
      expect(stderr).toContain('Pod shop/web: Secret api: data[token]: ');
      expect(stdout + stderr).not.toMatch(/hunter2|12345/);
    },
  );
});

test('a container that cannot be created has the message of the kubelet, and no variables', async () => {
  const file = files(
    podOf(app({ name: 'A', value: '1' }, { name: 'TOKEN', valueFrom: TOKEN }), {
      ...app({ name: 'B', value: '2' }),
      name: 'other',
    }),
  );
  const { status, stdout, stderr } = await kubesem(['env', 'web', file]);
  expect(status).toBe(1);
  expect(stdout).toContain('Pod shop/web, container app: cannot be created\n\n');
  expect(stdout).toMatch(/container other\nNAME +VALUE +FROM\nB +2 +value\n/);
  expect(stderr).toContain(
    'error: Pod shop/web: container app: CreateContainerConfigError: secret "api" not found (env[1].valueFrom.secretKeyRef)\n',
  );
  expect(stderr).toContain('The input has no Secrets');
  const { output, ...read } = await json(['env', 'web', file]);
  expect(read.status).toBe(1);
  expect(output.containers[0]).toMatchObject({
    variables: [],
    failure: { code: 'SECRET_NOT_FOUND', message: 'secret "api" not found' },
  });
});

describe('the Pod or workload', () => {
  const template = { spec: { containers: [app({ name: 'FROM', value: 'template' })] } };
  const apps = (kind: string, name: string) => ({
    ...object(kind, name, { spec: { selector: {}, template } }),
    apiVersion: 'apps/v1',
  });
  const file = () =>
    files(podOf(app({ name: 'FROM', value: 'pod' })), apps('Deployment', 'web'), {
      ...apps('StatefulSet', 'db'),
      metadata: meta('db', 'data'),
    });

  test.each([
    ['pod/web', 'pod'],
    ['po/web', 'pod'],
    ['deploy/web', 'template'],
    ['Deployments.apps/web', 'template'],
    ['db', 'template'],
    ['sts/db', 'template'],
  ])('can be named %s', async (name, from) => {
    expect(await valuesOf([name, file()])).toEqual({ FROM: from });
  });

  test('of an ambiguous name: an error with the candidates', async () => {
    const { status, stdout, stderr } = await kubesem(['env', 'web', file()]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('web can be Pod shop/web, Deployment shop/web; pass KIND/NAME');
  });

  test.each([
    ['absent', ['deploy/db'], 'deploy/db not found'],
    ['in another namespace', ['db', '-n', 'shop'], 'db in namespace shop not found; did you mean'],
    ['misspelled', ['wep'], 'wep not found; did you mean shop/web'],
  ])('%s: an error', async (_, args, message) => {
    const { status, stdout, stderr } = await kubesem(['env', ...args, file()]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(`Pod or workload ${message}`);
  });

  test('is that of the namespace of -n, which manifests without one get', async () => {
    const folder = folderOf({
      'pod.json': JSON.stringify({
        ...podOf({ ...app(), envFrom: [{ configMapRef: { name: 'web' } }] }),
        metadata: { name: 'web' },
      }),
      'config.json': dump(object('ConfigMap', 'web', { data: { A: 'shop' } }), {
        ...object('ConfigMap', 'web', { data: { A: 'default' } }),
        metadata: { name: 'web', namespace: 'default' },
      }),
    });
    expect(await valuesOf(['web', folder])).toEqual({ A: 'default' });
    expect(await valuesOf(['web', folder, '-n', 'shop'])).toEqual({ A: 'shop' });
  });
});

test('-c selects a container, also an init container', async () => {
  const init = { ...app({ name: 'A', value: 'init' }), name: 'setup' };
  const whole = podOf(app({ name: 'A', value: 'app' }));
  const file = files({ ...whole, spec: { ...whole.spec, initContainers: [init] } });
  expect(await valuesOf(['web', file, '-c', 'setup'])).toEqual({ A: 'init' });
  expect(await valuesOf(['web', file, '-c', 'app'])).toEqual({ A: 'app' });
  const { status, stderr } = await kubesem(['env', 'web', file, '-c', 'nope']);
  expect(status).toBe(1);
  expect(stderr).toContain('Pod shop/web: no container "nope"');
});

describe('fields of the Pod', () => {
  const field = (name: string, fieldPath: string) => ({
    name,
    valueFrom: { fieldRef: { fieldPath } },
  });
  const env = [
    field('IP', 'status.podIP'),
    field('HOST', 'status.hostIP'),
    field('NAME', 'metadata.name'),
    field('HASH', "metadata.labels['pod-template-hash']"),
    field('NAMESPACE', 'metadata.namespace'),
  ];

  test('of a stored Pod and its node are their values', async () => {
    const stored = { ...podOf(app(...env)), status: { podIP: '10.1.0.4' } };
    const addresses = [{ type: 'InternalIP', address: '192.0.2.7' }];
    const node = {
      ...object('Node', 'alpha', { status: { addresses } }),
      metadata: { name: 'alpha' },
    };
    expect(await valuesOf(['web', files(stored, node)])).toEqual({
      IP: '10.1.0.4',
      HOST: '192.0.2.7',
      NAME: 'web',
      HASH: '',
      NAMESPACE: 'shop',
    });
  });

  test('that have no value before the Pod runs are shown by their name', async () => {
    const template = { metadata: { name: 'ignored' }, spec: { containers: [app(...env)] } };
    const file = files({
      ...object('ReplicaSet', 'web', { spec: { selector: {}, template } }),
      apiVersion: 'apps/v1',
    });
    expect(await valuesOf(['web', file])).toEqual({
      IP: '<status.podIP>',
      HOST: '<status.hostIP>',
      NAME: '<metadata.name>',
      HASH: "<metadata.labels['pod-template-hash']>",
      NAMESPACE: 'shop',
    });
    const { output } = await json(['env', 'web', file]);
    expect(output.containers[0].placeholders).toHaveLength(4);
    expect(output.containers[0].variables[0].origin).toEqual({
      source: 'FIELD',
      segments: ['env', 3, 'valueFrom', 'fieldRef'],
      text: "field metadata.labels['pod-template-hash']",
    });
  });
});

test('a limit that depends on an unknown node is not shown, with a note', async () => {
  const limit = { name: 'CPUS', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } };
  const { status, stdout, stderr } = await kubesem(['env', 'web', files(podOf(app(limit)))]);
  expect(status).toBe(0);
  expect(stdout).toBe('Pod shop/web, container app: no variables\n');
  expect(stderr).toContain('container app: not known without its env files or its node: CPUS\n');
});

test('values that a cell would change are in quotes', async () => {
  const env = [
    { name: 'DASH', value: '-' },
    { name: 'SPACES', value: ' a ' },
  ];
  const { stdout } = await kubesem(['env', 'web', files(podOf(app(...env))), '-o', 'csv']);
  expect(stdout).toBe(
    'CONTAINER,NAME,VALUE,FROM\r\napp,DASH,"""-""",value\r\napp,SPACES,""" a """,value\r\n',
  );
});

test.each([
  ['Service', { spec: { clusterIP: 5 } }, 1],
  ['ConfigMap', { metadata: { name: 5, namespace: 5 } }, 0],
  ['Secret', { metadata: 5 }, 0],
])('a %s of the wrong type is an error if it counts: %j', async (kind, more, expected) => {
  const file = files(podOf(app()), object(kind, 'web', more));
  const { status, stderr } = await kubesem(['env', 'web', file]);
  expect({ status, isError: stderr.includes('error: ') }).toEqual({
    status: expected,
    isError: expected === 1,
  });
});

const KUBERNETES = {
  metadata: { name: 'kubernetes', namespace: 'default' },
  spec: { clusterIP: '10.0.0.1', ports: [{ name: 'https', port: 443, protocol: 'TCP' }] },
};

test.each([
  ['', list([KUBERNETES]), '10.0.0.1'],
  [', if the server allows that', refusal(403, 'services is forbidden'), undefined],
])(
  'from a cluster, only the namespace of -n and Service default/kubernetes are read%s',
  async (_, reply, host) => {
    const token = podOf(app({ name: 'TOKEN', valueFrom: TOKEN }));
    const server = await apiServer((path) => {
      if (path.includes('/namespaces/default/')) {
        return reply;
      }
      const items = path.endsWith('/pods') ? [token] : path.endsWith('/secrets') ? [secret] : [];
      return list(items);
    });
    const cluster = ['--context', 'test', '--kubeconfig', server.kubeconfig];
    const { output, stderr } = await json(['env', 'web', ...cluster, '-n', 'shop']);
    const values = Object.fromEntries(
      output.containers[0].variables.map((each: { name: string; value: string }) => [
        each.name,
        each.value,
      ]),
    );
    expect(stderr).toBe('');
    expect(values['TOKEN']).toBe('<Secret api key token>');
    expect(values['KUBERNETES_SERVICE_HOST']).toBe(host);
    expect(server.requests.filter((request) => !request.includes('/namespaces/shop/'))).toEqual([
      'GET /api/v1/namespaces/default/services?limit=500&fieldSelector=metadata.name%3Dkubernetes',
    ]);
  },
);

test('standard input is read without a path', async () => {
  const stdin = dump(podOf(app({ name: 'A', value: '1' })));
  const { status, stdout } = await kubesem(['env', 'web', '-o', 'name'], { stdin });
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'A\n' });
});
