import { describe, expect, test } from 'vitest';
import { dump } from '../../support/disruptions.js';
import { cells, kubesem } from '../../support/run.js';

const labels = { app: 'web' };
const template = (image: string) => ({
  metadata: { labels },
  spec: { containers: [{ name: 'app', image }] },
});
const web = (image: string, uid?: string, namespace = 'shop', more: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace, uid },
  spec: { replicas: 3, selector: { matchLabels: labels }, template: template(image), ...more },
});
const SET = {
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: {
    ...{ name: 'web-5d4f', namespace: 'shop', uid: 'r1', labels },
    ownerReferences: [{ kind: 'Deployment', name: 'web', uid: 'd1', controller: true }],
  },
  spec: { replicas: 3, template: template('app:1') },
};
const OTHER = { ...SET, metadata: { ...SET.metadata, name: 'other', namespace: 'test' } };
const STORED = [web('app:1', 'd1'), SET, OTHER];
const run = (args: readonly string[], ...objects: readonly object[]) =>
  kubesem(['rollout', 'simulate', ...args], { stdin: dump(...objects) });

describe('kubesem rollout simulate', () => {
  test('has nothing to do if the template is that of the ReplicaSet', async () => {
    expect(await run(['deploy/web'], ...STORED)).toEqual({
      stdout: 'Deployment shop/web: rolled out after 0s\n',
      stderr: '',
      status: 0,
    });
  });

  test.each([
    [['--image', 'app=app:2'], STORED],
    [['--image', '*=app:2'], STORED],
    [['--restart'], STORED],
    // A manifest that is applied to the stored object.
    [[], [...STORED, web('app:2')]],
  ])('replaces the Pods of the ReplicaSet with %j', async (args, objects) => {
    const { stdout, stderr, status } = await run(['web', '--sort-by', 'time', ...args], ...objects);
    expect(cells(stdout).map((row) => row.slice(0, 4).join(' '))).toEqual([
      'TIME REPLICASET FROM TO',
      ...['0s web-new 0 1', '10s web-5d4f 3 2', '10s web-new 1 2', '20s web-5d4f 2 1'],
      ...['20s web-new 2 3', '30s web-5d4f 1 0'],
    ]);
    expect([stderr, status]).toEqual(['', 0]);
  });

  const manifest = (spec: object) => ({
    ...web('app:2'),
    spec: { selector: { matchLabels: labels }, template: template('app:2'), ...spec },
  });
  const stored = (more: object = {}, lastSpec?: object) => {
    const { metadata, ...rest } = web('app:1', 'd1', 'shop', { replicas: 10, ...more });
    const key = 'kubectl.kubernetes.io/last-applied-configuration';
    const annotations = lastSpec && { [key]: JSON.stringify({ spec: lastSpec }) };
    return { ...rest, metadata: { ...metadata, annotations } };
  };
  const ten = { ...SET, spec: { ...SET.spec, replicas: 10 } };
  const limitsOf = async (...objects: readonly object[]) => {
    const { stdout } = await run(['web', '-o', 'json'], ...objects);
    const { total, surge, unavailable } = JSON.parse(stdout).limits;
    return [total, surge, unavailable];
  };
  const one = { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };

  test.each([
    ['keeps the live number of replicas', stored(), manifest({}), [10, 3, 2]],
    ['sets the number of the manifest', stored(), manifest({ replicas: 4 }), [4, 1, 1]],
    ['has the default after null', stored(), manifest({ replicas: null }), [1, 1, 0]],
    ['removes the last number', stored({}, { replicas: 10 }), manifest({}), [1, 1, 0]],
    ['keeps the live strategy', stored({ strategy: one }), manifest({}), [10, 1, 0]],
    [
      'merges the strategy',
      stored({ strategy: { type: 'RollingUpdate', ...one } }),
      manifest({ strategy: { rollingUpdate: { maxSurge: 2 } } }),
      [10, 2, 0],
    ],
    [
      'has no limits with another strategy',
      stored({ strategy: { type: 'RollingUpdate', ...one } }),
      manifest({ strategy: { type: 'Recreate' } }),
      [10, 0, 0],
    ],
    ['ignores a broken annotation', stored(), manifest({ replicas: 3 }), [3, 1, 0]],
  ])('applying a manifest %s', async (_, before, next, limits) => {
    expect(await limitsOf(before, ten, next)).toEqual(limits);
  });

  test('a second manifest replaces the first', async () => {
    expect(await limitsOf(manifest({ replicas: 4, strategy: one }), manifest({}))).toEqual([
      1, 1, 0,
    ]);
  });

  test.each([
    ['init=app:2', 0],
    ['app=app:2', 0],
    ['*=app:2', 0],
    ['x=app:2', 1],
  ])('--image %s sets images as kubectl set image does', async (image, expected) => {
    const initContainers = [{ name: 'init', image: 'app:1' }];
    const withInit = { ...template('app:1').spec, initContainers };
    const before = web('app:1', 'd1', 'shop', {
      template: { metadata: { labels }, spec: withInit },
    });
    const set = { ...SET, spec: { replicas: 3, template: before.spec.template } };
    const args = ['web', '--image', image, '-o', 'json'];
    const { stdout, status } = await run(args, before, set);
    expect(status).toBe(expected);
    expect(stdout.includes('web-new')).toBe(expected === 0);
  });

  test('counts more than 40 Pods over time', async () => {
    const many = web('app:1', 'd1', 'shop', { replicas: 100 });
    const set = { ...SET, spec: { ...SET.spec, replicas: 100 } };
    const { stdout, status } = await run(['web', '--image', 'app=app:2'], many, set);
    const rows = cells(stdout.split('\n\n')[1] ?? '');
    expect(rows[0]).toEqual(['TIME', 'OLD', 'READY', 'STARTING', 'TERMINATING']);
    expect(rows[1]?.slice(0, 5)).toEqual(['0s', '75', '0', '50', '25']);
    expect(rows[21]?.slice(0, 5)).toEqual(['20s', '0', '100', '0', '100']);
    expect(status).toBe(0);
  });

  const quota = (hard: object, used?: object) => ({
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'compute', namespace: 'shop' },
    spec: { hard },
    ...(used && { status: { hard, used } }),
  });
  const limitRange = {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name: 'defaults', namespace: 'shop' },
    spec: { limits: [{ type: 'Container', defaultRequest: { cpu: '500m' } }] },
  };

  test.each([
    // Of 4 Pods, 3 are of the Deployment.
    [
      'pods',
      quota({ pods: '4' }, { pods: '4' }),
      'requested: pods=1, used: pods=4, limited: pods=4',
    ],
    [
      'pods without a status',
      quota({ pods: '3' }),
      'requested: pods=1, used: pods=3, limited: pods=3',
    ],
    [
      'cpu that a LimitRange fills in',
      quota({ 'requests.cpu': '2' }, { 'requests.cpu': '1700m' }),
      'requested: requests.cpu=500m, used: requests.cpu=1700m, limited: requests.cpu=2',
    ],
  ])('is held by a quota of %s', async (_, held, message) => {
    const { stdout, status } = await run(['web', '--restart'], ...STORED, held, limitRange);
    const lines = stdout.split('\n');
    expect(lines[1]).toContain('the API server rejects new Pods');
    expect(lines[3]).toBe(
      `  0s FailedCreate, 1 Pod of web-new: exceeded quota: compute, ${message}`,
    );
    expect(status).toBe(1);
  });

  test('scales nothing if a quota rejects the new ReplicaSet', async () => {
    const more = { strategy: { rollingUpdate: { maxUnavailable: 1 } } };
    const { stdout, status } = await run(
      ['web', '--restart'],
      ...[web('app:1', 'd1', 'shop', more), SET, quota({ 'count/replicasets.apps': '1' })],
    );
    expect(stdout).toBe(`Deployment shop/web: does not finish
  the API server rejects the new ReplicaSet, so the controller creates no new Pods
  kubectl rollout status: Waiting for deployment spec update to be observed...
  0s ReplicaSetCreateError, web-new: exceeded quota: compute, requested: count/replicasets.apps=1, used: count/replicasets.apps=1, limited: count/replicasets.apps=1
`);
    expect(status).toBe(1);
  });

  test('does not finish if a LimitRange rejects new Pods', async () => {
    const limits = [{ type: 'Container', max: { cpu: '1m' } }];
    const rule = { ...limitRange, spec: { limits } };
    const resources = { limits: { cpu: '500m' } };
    const limited = template('app:1');
    const containers = limited.spec.containers.map((one) => ({ ...one, resources }));
    const spec = { template: { ...limited, spec: { containers } } };
    const { stdout, status } = await run(
      ['web', '--restart'],
      web('app:1', 'd1', 'shop', spec),
      { ...SET, spec: { ...SET.spec, ...spec } },
      rule,
    );
    expect(stdout).toContain('does not finish');
    expect(stdout).toContain('0s FailedCreate, 1 Pod of web-new: ');
    expect(stdout).not.toMatch(/^web-new +░/m);
    expect(status).toBe(1);
  });

  test('does not finish if new Pods are invalid with what a LimitRange fills in', async () => {
    const rule = {
      ...limitRange,
      spec: { limits: [{ type: 'Container', default: { cpu: '1m' } }] },
    };
    const resources = { requests: { cpu: '500m' } };
    const { spec } = template('app:1');
    const containers = spec.containers.map((one) => ({ ...one, resources }));
    const requesting = { template: { ...template('app:1'), spec: { containers } } };
    const { stdout } = await run(
      ['web', '--restart'],
      web('app:1', 'd1', 'shop', requesting),
      SET,
      rule,
    );
    expect(stdout).toContain(
      'FailedCreate, 1 Pod of web-new: spec.containers[0].resources.requests: must be less than or equal to cpu limit of 1m',
    );
  });

  test('waits until Pods that terminate leave room in the quota', async () => {
    const slow = web('app:1', 'd1', 'shop', { strategy: { rollingUpdate: { maxUnavailable: 1 } } });
    const full = quota({ pods: '4' }, { pods: '3' });
    const { stdout, status } = await run(['web', '--restart'], slow, SET, full);
    expect(stdout).toMatch(
      /rolled out after \d+s\n {2}0s FailedCreate, 1 Pod of web-new: exceeded/,
    );
    expect(status).toBe(0);
    // A quota of another namespace, or with room, holds nothing.
    const other = { ...full, metadata: { name: 'compute', namespace: 'test' } };
    const { stdout: free } = await run(
      ['web', '--restart'],
      slow,
      SET,
      other,
      quota({ pods: '9' }),
    );
    expect(free).not.toContain('FailedCreate');
  });

  test('reports a quota that cannot be read at its place', async () => {
    const broken = quota({ pods: 'x' });
    const { stderr, status } = await run(['web', '--restart'], ...STORED, broken);
    expect(stderr).toContain('spec.hard[pods]');
    expect(status).toBe(1);
  });

  test('draws the Pods', async () => {
    const options = ['--restart', '--ready-after', '20', '--stop-after', '10'];
    const { stdout } = await run(['web', ...options], ...STORED);
    const lines = stdout.split('\n');
    expect(lines[0]).toBe('Deployment shop/web: rolled out after 60s');
    expect(lines.filter((line) => line.startsWith('web-5d4f  ██'))).toHaveLength(3);
    expect(lines.filter((line) => /^web-new +░+/.test(line))).toHaveLength(3);
  });

  test('assumes an earlier version without ReplicaSets', async () => {
    const { stdout, stderr, status } = await run(['web'], web('app:1'));
    expect(stdout).toContain('web-old');
    expect(stderr).toContain('Pods of an earlier version are assumed');
    expect(status).toBe(0);
  });

  test.each([
    [['--ready-after', 'never'], {}, '1 new Pod not ready; maxSurge 1 and maxUnavailable 0'],
    [
      ['--pod-limit', '3'],
      {},
      'the API server rejects new Pods; maxSurge 1 and maxUnavailable 0 allow no',
    ],
    [[], { paused: true }, 'the Deployment is paused; resume it with kubectl rollout resume'],
    [[], { selector: { matchLabels: { app: 'api' } } }, 'check that the selector matches'],
  ])('says what holds a rollout: %j %j', async (args, more, text) => {
    const { stdout, status } = await run(['web', ...args], web('app:2', 'd1', 'shop', more), SET);
    expect(stdout).toContain(text);
    expect(status).toBe(1);
  });

  test('shows how the limits are rounded with --explain', async () => {
    const { stdout } = await run(['web', '--restart', '--explain'], ...STORED);
    expect(stdout).toContain('├─ maxUnavailable 25% (the default) of 3, rounded down, is 0\n');
    expect(stdout).toContain('└─ at most 4 Pods at once, at least 3 available (0 unavailable)\n');
  });

  test('-o json has the whole simulation', async () => {
    const options = ['--restart', '--now', '2026-01-01T00:00:00Z', '-o', 'json'];
    const { stdout } = await run(['web', ...options], ...STORED);
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ namespace: 'shop', name: 'web', now: '2026-01-01T00:00:00Z', isAssumed: false },
      ...{ seconds: 30, complete: true, limits: { surge: 1, unavailable: 0 } },
      pods: [{ replicaSet: 'web-5d4f', deletedSeconds: 10, goneSeconds: 40 }, {}, {}, {}, {}, {}],
    });
  });

  test.each([
    [['wob'], 'Deployment wob not found; did you mean shop/web?'],
    [['web', '-n', 'other'], 'Deployment web in namespace other not found; did you mean shop/web?'],
    [['web', '--image', 'api=app:2'], 'web has no container api'],
  ])('%j is an error', async (args, message) => {
    const { stderr, status } = await run(args, ...STORED);
    expect(stderr).toContain(message);
    expect(status).toBe(1);
  });

  test('asks for the namespace of a Deployment that is in several', async () => {
    const { stderr, status } = await run(['web'], ...STORED, web('app:1', 'd2', 'test'));
    expect(stderr).toContain('web can be shop/web, test/web; pass -n for the namespace');
    expect(status).toBe(1);
  });

  test('counts a ReplicaSet once that is in the input twice', async () => {
    const { stdout } = await run(['web', '--restart', '-o', 'json'], ...STORED, SET);
    expect(JSON.parse(stdout)).toMatchObject({ seconds: 30, complete: true });
  });

  test('does not look for a Deployment in an input that cannot be read', async () => {
    const { stderr, status } = await kubesem(['rollout', 'simulate', 'web', '-f', '/absent']);
    expect(stderr).toContain('/absent');
    expect(stderr).not.toContain('no Deployment');
    expect(status).toBe(1);
  });

  test('reports a field of the wrong type at its place', async () => {
    const { stderr, status } = await run(['web'], web('app:1', 'd1', 'shop', { replicas: 'x' }));
    expect(stderr).toContain('spec.replicas: expected an integer');
    expect(status).toBe(1);
  });

  test.each([
    ['sts/web'],
    ['web', '--image', 'app'],
    ['web', '--image', '*=app:2', '--image', 'app=app:3'],
    ['web', '--image', 'app=app:3', '--image', '*=app:2'],
    ['web', '--ready-after', '-1'],
    ['web', '--pod-limit', 'x'],
  ])('%j is wrong usage', async (...args) => {
    expect((await run(args)).status).toBe(2);
  });
});
