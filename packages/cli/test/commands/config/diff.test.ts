import { describe, expect, test } from 'vitest';
import { dump } from '../../support/cluster.js';
import { cells, fileOf, json, kubesem, problemsIn } from '../../support/run.js';

const object = <T extends object>(kind: string, name: string, more: T, metadata: object = {}) => ({
  apiVersion: kind === 'ReplicaSet' || kind === 'Deployment' ? 'apps/v1' : 'v1',
  kind,
  metadata: { name, namespace: 'shop', ...metadata },
  ...more,
});
const configMap = (data: object, more: object = {}) =>
  object('ConfigMap', 'web', { data, ...more });
const keyRef = (key: string, more: object = {}) => ({
  name: key.toUpperCase(),
  valueFrom: { configMapKeyRef: { name: 'web', key, ...more } },
});
const volumes = [{ name: 'v', configMap: { name: 'web', optional: true } }];
const spec = (app: object, more: object = {}) => ({
  containers: [{ name: 'app', ...app, image: 'a:1' }],
  ...more,
});
const pod = (app: object, more: object = {}) => object('Pod', 'web-0', { spec: spec(app, more) });

const files = (...objects: readonly object[]) => fileOf(dump(...objects));
const diff = (state: readonly object[], changes: readonly object[], ...args: string[]) =>
  kubesem(['config', 'diff', files(...state), files(...changes), ...args]);

/** The change and the effect of each line. */
async function effects(app: object, before: object, after: object, more: object = {}) {
  const { stdout } = await diff(
    [pod(app, more), configMap(before)],
    [configMap(after)],
    '-o',
    'csv',
  );
  return stdout
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',').slice(3).join(': '));
}

describe('a changed key', () => {
  test('of a variable needs a restart', async () => {
    const env = [keyRef('a'), { name: 'URL', value: 'http://$(A)' }, keyRef('b')];
    expect(await effects({ env }, { a: '1', b: '1' }, { a: '2', b: '1' })).toEqual([
      'variable A: restart needed',
      'variable URL: restart needed',
    ]);
  });

  test('of envFrom reaches only variables that nothing overrides', async () => {
    const envFrom = [{ configMapRef: { name: 'web' } }];
    const env = [{ name: 'a', value: 'fixed' }];
    expect(await effects({ env, envFrom }, { a: '1', b: '1' }, { a: '2', b: '2' })).toEqual([
      'variable b: restart needed',
    ]);
  });

  test('of a file reaches the container after some time, except with subPath', async () => {
    const volumeMounts = [
      { name: 'v', mountPath: '/etc/web' },
      { name: 'v', mountPath: '/one', subPath: 'a' },
    ];
    expect(await effects({ volumeMounts }, { a: '1' }, { a: '2', b: 'new' }, { volumes })).toEqual([
      'file /etc/web/a: within 90s',
      'file /etc/web/b: within 90s',
      'file /one: restart needed',
    ]);
  });

  test('that nothing uses reaches nothing', async () => {
    const state = [pod({ env: [keyRef('a')] }), configMap({ a: '1', b: '1' })];
    const { status, stdout, stderr } = await diff(state, [configMap({ a: '1', b: '2' })]);
    expect(status).toBe(0);
    expect(stdout).toBe('ConfigMap shop/web: changed: ~b\n');
    expect(stderr).toContain('No Pod or workload of the input uses what has changed.');
  });
});

test('a removed key that a container needs is an error', async () => {
  const state = [pod({ env: [keyRef('a')] }), configMap({ a: '1' })];
  const { status, stdout } = await diff(state, [configMap({ b: '1' })]);
  expect(status).toBe(1);
  expect(stdout).toContain("cannot start: couldn't find key a in ConfigMap shop/web");
});

test('a new ConfigMap lets a container start', async () => {
  const { status, stdout } = await diff([pod({ env: [keyRef('a')] })], [configMap({ a: '1' })]);
  expect(status).toBe(0);
  expect(stdout).toContain('ConfigMap shop/web: new: +a\n');
  expect(cells(stdout).at(-1)).toEqual(['Pod shop/web-0', '1', 'app', 'container', 'can start']);
});

test('values of the state that cannot be read are errors, and hide no other changes', async () => {
  const env = [keyRef('a'), keyRef('port', { optional: true })];
  const { status, stdout, stderr } = await diff(
    [pod({ env }), configMap({ a: '1', port: 80 })],
    [configMap({ a: '2' })],
  );
  expect(status).toBe(1);
  expect(problemsIn(stderr)).toHaveLength(1);
  expect(stderr).toContain('data[port]: expected a string');
  expect(cells(stdout).filter(([name]) => name === 'Pod shop/web-0')).toEqual([
    ['Pod shop/web-0', '1', 'app', 'variable A', 'restart needed'],
  ]);
});

test('objects that the input lacks do not stop the comparison', async () => {
  const envFrom = [{ secretRef: { name: 'elsewhere' } }];
  const more = { volumes: [{ name: 'x', secret: { secretName: 'elsewhere' } }] };
  const volumeMounts = [{ name: 'x', mountPath: '/x' }];
  expect(
    await effects({ envFrom, env: [keyRef('a')], volumeMounts }, { a: '1' }, { a: '2' }, more),
  ).toEqual(['variable A: restart needed']);
});

test('what the API server rejects is an error, and reaches nothing', async () => {
  const state = [pod({ env: [keyRef('a')] }), configMap({ a: '1' }, { immutable: true })];
  const { status, stdout, stderr } = await diff(state, [
    configMap({ a: '2' }, { immutable: true }),
  ]);
  expect(status).toBe(1);
  expect(stdout).toBe('ConfigMap shop/web: rejected\n');
  expect(problemsIn(stderr)).toEqual([expect.stringMatching(/^a\.yaml:\d+:\d+ error$/)]);
  expect(stderr).toContain('[FORBIDDEN]');
});

describe('Secrets', () => {
  const secret = (password: string) => object('Secret', 'db', { stringData: { password } });
  const app = { envFrom: [{ secretRef: { name: 'db' } }] };

  test.each(['table', 'wide', 'csv', 'json', 'yaml'])('are not in -o %s', async (format) => {
    const args = [[pod(app), secret('hunter2')], [secret('hunter3')]] as const;
    const { stdout, stderr } = await diff(...args, '-o', format);
    expect(stdout).toContain('password');
    expect(stdout + stderr).not.toMatch(/hunter|aHVudGVy/);
  });

  test('are equal in data and stringData', async () => {
    const stored = object('Secret', 'db', { data: { password: 'aHVudGVyMg==' } });
    const { stderr } = await diff([pod(app), stored], [secret('hunter2')]);
    expect(stderr).toContain('Nothing has changed.');
  });

  test('for images are used at the next pull', async () => {
    const puller = pod({}, { imagePullSecrets: [{ name: 'db' }] });
    const { stdout } = await diff([puller, secret('a')], [secret('b')]);
    expect(cells(stdout).at(-1)).toEqual(['Pod shop/web-0', '1', '-', 'image pulls', 'next time']);
  });
});

describe('Pods and their controllers', () => {
  const app = { env: [keyRef('a')] };
  const template = { spec: spec(app) };
  const set = object(
    'ReplicaSet',
    'web',
    { spec: { replicas: 2, selector: {}, template } },
    { uid: 'rs' },
  );
  const owned = (name: string) =>
    object(
      'Pod',
      name,
      { spec: spec(app) },
      {
        uid: name,
        ownerReferences: [
          { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'rs', controller: true },
        ],
      },
    );
  const change = [[configMap({ a: '2' })]] as const;

  test('Pods of a controller with the same effects are one line, and their controller none', async () => {
    const { stdout } = await diff(
      [set, owned('web-a'), owned('web-b'), configMap({ a: '1' })],
      ...change,
    );
    const [, , , ...rows] = cells(stdout);
    expect(rows).toEqual([['Pod shop/web-a', '2', 'app', 'variable A', 'restart needed']]);
  });

  test('a workload without Pods in the input is reached itself', async () => {
    const state = [set, configMap({ a: '1' })];
    expect((await diff(state, ...change, '-o', 'name')).stdout).toBe('replicaset.apps/web\n');
  });

  test('a workload with 0 replicas is not reached', async () => {
    const none = object('ReplicaSet', 'old', { spec: { replicas: 0, selector: {}, template } });
    const { output } = await json([
      'config',
      'diff',
      files(none, configMap({ a: '1' })),
      files(configMap({ a: '2' })),
    ]);
    expect(output.reached).toEqual([]);
  });
});

test('only objects of the same namespace are reached', async () => {
  const other = { ...configMap({ a: '2' }), metadata: { name: 'web', namespace: 'other' } };
  const { output } = await json([
    'config',
    'diff',
    files(pod({ env: [keyRef('a')] })),
    files(other),
  ]);
  expect(output.reached).toEqual([]);
});

test.each([
  [
    'without ConfigMaps and Secrets',
    [object('Service', 'a', {})],
    'no ConfigMaps or Secrets found',
  ],
])('changes %s are an error', async (_, changes, message) => {
  const { status, stderr } = await diff([pod({})], changes);
  expect(status).toBe(1);
  expect(stderr).toContain(message);
});

describe('a generated name', () => {
  const generated = (suffix: string, data: object) =>
    object('ConfigMap', `web-${suffix}`, { data });
  const deployment = (name: string) => {
    const envFrom = [{ configMapRef: { name } }];
    return object('Deployment', 'web', { spec: { template: { spec: spec({ envFrom }) } } });
  };
  const before = [deployment('web-2b86tk8fhm'), generated('2b86tk8fhm', { a: '1' })];

  test('that changes together with its workload leads to new Pods', async () => {
    const after = [deployment('web-tbg7c4gc77'), generated('tbg7c4gc77', { a: '2' })];
    const { status, stdout, stderr } = await diff(before, after);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(cells(stdout).at(-1)).toEqual([
      'Deployment shop/web',
      '-',
      'reference to ConfigMap web-tbg7c4gc77',
      'new Pods',
    ]);
    // A rollout restarts its Pods anyway.
    expect((await diff(before, after, '-o', 'name')).stdout).toBe('');
  });

  test('alone reaches nothing, and a note says why', async () => {
    const { stderr } = await diff(before, [generated('tbg7c4gc77', { a: '2' })]);
    expect(stderr).toContain('add the workload to the changes');
  });

  test('that is the same changes nothing', async () => {
    expect((await diff(before, before)).stderr).toContain('Nothing has changed.');
  });
});

describe('data of a Secret', () => {
  const secret = (token: string) => object('Secret', 'api', { stringData: { token } });
  const env = [{ name: 'A', valueFrom: { secretKeyRef: { name: 'api', key: 'token' } } }];
  const volumeMounts = [{ name: 'v', mountPath: '/v', subPathExpr: '$(A)' }];
  const hidden = pod({ env, volumeMounts }, { volumes });

  test('is not in the message of a container that cannot start', async () => {
    const { status, stdout, stderr } = await diff(
      [hidden, secret('a'), configMap({ a: '1' })],
      [secret('/hunter2')],
    );
    expect(status).toBe(1);
    expect(stdout).toContain('cannot start: error SubPath `<Secret api key token>`');
    expect(stdout + stderr).not.toContain('hunter2');
  });

  test('does not show which file it selects', async () => {
    const state = [hidden, secret('hunter2'), configMap({ hunter2: '1' })];
    const { stdout } = await diff(state, [configMap({ hunter2: '2' })], '-o', 'json');
    expect(JSON.parse(stdout).reached[0].containers[0].effects).toEqual([
      { what: 'mount /v', effect: 'RESTART' },
    ]);
    const other = await diff(state, [configMap({ hunter2: '1', other: '2' })], '-o', 'json');
    expect(JSON.parse(other.stdout).reached).toEqual([]);
  });
});
