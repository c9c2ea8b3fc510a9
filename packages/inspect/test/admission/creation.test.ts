import { describe, expect, test } from 'vitest';
import { inspectText } from '../inspect-files.js';
import {
  addedIn,
  deployment,
  file,
  found,
  limitRange,
  messages,
  pod,
  quota,
  usedIn,
  verdictsIn,
} from './documents.js';

describe('what the API server rejects before it asks a quota is not counted', () => {
  const cpu = (value: string) => ({ requests: { cpu: value }, limits: { cpu: value } });
  const hard = { 'requests.cpu': '3', pods: '9', 'count/deployments.apps': '9' };
  const cap = limitRange({ max: { cpu: '1' } }, 'cap');

  test('a Pod above the maximum of a LimitRange', () => {
    const big = pod(cpu('3'), { name: 'big' });
    const report = inspectText(file(cap, quota(hard), big, pod(cpu('1'), { name: 'fine' })));
    expect(verdictsIn(report)).toEqual([
      ['big', 'object', 0, 1],
      ['fine', 'object', 1, 1],
    ]);
    expect(addedIn(report)).toMatchObject({ 'requests.cpu': '1', pods: '1' });
    expect(report.quotaVerdicts?.[0]?.message).toContain('maximum cpu usage per Container is 1');
  });

  test('the Pods of a Deployment, which exists all the same', () => {
    const report = inspectText(file(cap, quota(hard), deployment(2, cpu('3'))));
    expect(verdictsIn(report)).toEqual([
      ['shop', 'object', 1, 1],
      ['shop', 'pods', 0, 2],
    ]);
    expect(addedIn(report)).toEqual({
      ...{ 'requests.cpu': '0', pods: '0', 'count/deployments.apps': '1' },
    });
  });

  test('Pods whose limit from a LimitRange is below their request', () => {
    const range = limitRange({ default: { cpu: '300m' } });
    const web = deployment(1, { requests: { cpu: '500m' } });
    const report = inspectText(file(range, quota(hard), web));
    expect(addedIn(report)).toMatchObject({ pods: '0', 'count/deployments.apps': '1' });
    expect(messages(report)[0]).toContain('which LimitRange small sets');
  });

  test('a Deployment whose template is invalid', () => {
    const web = deployment(1, { requests: { cpu: '500m' }, limits: { cpu: '1m' } });
    const report = inspectText(file(quota(hard), web));
    expect(verdictsIn(report)).toEqual([['shop', 'object', 0, 1]]);
    expect(addedIn(report)).toMatchObject({ pods: '0', 'count/deployments.apps': '0' });
  });

  test('a claim with a field that Kubernetes does not know', () => {
    const claim = {
      ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'data' } },
      spec: { resources: { requests: { storage: '1Gi' } }, storageClass: 'fast' },
    };
    const report = inspectText(file(quota({ 'requests.storage': '9Gi' }), claim));
    expect(verdictsIn(report)).toEqual([['data', 'object', 0, 1]]);
    expect(addedIn(report)).toEqual({ 'requests.storage': '0' });
    expect(report.quotaVerdicts?.[0]?.message).toContain('spec.storageClass');
  });

  test('Pods whose RuntimeClass is missing, invalid ConfigMaps, objects that cannot be read', () => {
    const kata = { apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: { name: 'kata' } };
    const gvisor = { ...pod({}), spec: { ...pod({}).spec, runtimeClassName: 'gvisor' } };
    const map = {
      ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' } },
      data: { '/': '' },
    };
    const broken = deployment(1, { limits: { cpu: 'x' } });
    const limits = { pods: '9', configmaps: '9', 'count/deployments.apps': '9' };
    const report = inspectText(file(kata, quota(limits), gvisor, map, broken));
    expect(addedIn(report)).toEqual({ pods: '0', configmaps: '0', 'count/deployments.apps': '0' });
  });

  test('claims outside the bounds of a LimitRange: alone, of a StatefulSet, of a volume', () => {
    const spec = { resources: { requests: { storage: '9Gi' } } };
    const bounds = limitRange({ type: 'PersistentVolumeClaim', max: { storage: '1Gi' } });
    const claim = {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'c' },
      spec,
    };
    const set = {
      ...{ apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'db' } },
      spec: {
        replicas: 2,
        template: { spec: pod({}).spec },
        volumeClaimTemplates: [{ metadata: { name: 'data' }, spec }],
      },
    };
    const volumes = [{ name: 'scratch', ephemeral: { volumeClaimTemplate: { spec } } }];
    const scratch = { ...pod({}), spec: { ...pod({}).spec, volumes } };
    const report = inspectText(
      file(bounds, quota({ persistentvolumeclaims: '9', pods: '9' }), claim, set, scratch),
    );
    expect(addedIn(report)).toEqual({ persistentvolumeclaims: '0', pods: '1' });
    expect(found(report)).toEqual([
      'error FORBIDDEN spec.resources.requests[storage]',
      'error FORBIDDEN spec.volumeClaimTemplates[0].spec.resources.requests[storage]',
      'error FORBIDDEN spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources.requests[storage]',
    ]);
  });
});

describe('the objects that controllers create are counted', () => {
  const template = { spec: pod({}).spec };
  const workload = (apiVersion: string, kind: string, spec: object) => ({
    ...{ apiVersion, kind, metadata: { name: kind.toLowerCase() } },
    spec,
  });
  const cronJob = (more: object = {}) =>
    workload('batch/v1', 'CronJob', {
      schedule: '* * * * *',
      jobTemplate: { spec: { template } },
      ...more,
    });

  test.each([
    ['apps/v1', 'Deployment', { replicas: 3, template }, 'count/replicasets.apps'],
    ['apps/v1', 'StatefulSet', { replicas: 3, template }, 'count/controllerrevisions.apps'],
    ['apps/v1', 'DaemonSet', { template }, 'count/controllerrevisions.apps'],
    ['batch/v1', 'CronJob', { jobTemplate: { spec: { template } } }, 'count/jobs.batch'],
  ])('%s %s: without what is in between, there is no Pod', (apiVersion, kind, spec, name) => {
    const object = workload(apiVersion, kind, spec);
    const full = inspectText(file(quota({ [name]: '0', pods: '10' }), object));
    expect(addedIn(full)).toEqual({ [name]: '0', pods: '0' });
    expect(found(full)).toEqual(['error QUOTA_EXCEEDED ']);
    expect(full.quotaVerdicts).toMatchObject([{ creates: 'pods', admitted: 0 }]);
    expect(full.quotaVerdicts?.[0]?.message).toContain(`requested: ${name}=1`);
    const free = inspectText(file(quota({ [name]: '1', pods: '10' }), object));
    expect(addedIn(free)).toMatchObject({ [name]: '1' });
    expect(found(free)).toEqual([]);
  });

  test('but no Job of a CronJob that is suspended', () => {
    const report = inspectText(
      file(quota({ 'count/jobs.batch': '0' }), cronJob({ suspend: true })),
    );
    expect(found(report)).toEqual([]);
  });

  test.each([
    [
      'a Deployment that is paused',
      { ...deployment(3, {}), spec: { replicas: 3, paused: true, template } },
    ],
    ['a Job that is suspended', workload('batch/v1', 'Job', { suspend: true, template })],
  ])('and no Pod of %s', (_, object) => {
    const hard = { 'count/replicasets.apps': '0', pods: '0' };
    const report = inspectText(file(quota(hard), object));
    expect(found(report)).toEqual([]);
    expect(verdictsIn(report)).toEqual([]);
  });

  test('but the suspended Job of a CronJob that is not', () => {
    const jobTemplate = { spec: { suspend: true, template } };
    const report = inspectText(
      file(quota({ 'count/jobs.batch': '9', pods: '9' }), cronJob({ jobTemplate })),
    );
    expect(addedIn(report)).toEqual({ 'count/jobs.batch': '1', pods: '0' });
  });

  const claims = (...names: string[]) =>
    names.map((name) => ({
      metadata: { name },
      spec: { resources: { requests: { storage: '1Gi' } } },
    }));
  const set = (...names: string[]) =>
    workload('apps/v1', 'StatefulSet', {
      replicas: 3,
      template,
      volumeClaimTemplates: claims(...names),
    });

  test('a StatefulSet creates the claims of a Pod before it', () => {
    const hard = { persistentvolumeclaims: '1', 'requests.storage': '1Gi', pods: '10' };
    const report = inspectText(file(quota(hard), set('data')));
    expect(addedIn(report)).toEqual({ ...hard, pods: '1' });
    expect(report.quotaVerdicts).toMatchObject([
      { creates: 'pods', count: 3, admitted: 1, fitting: 1 },
    ]);
    expect(messages(report)[0]).toContain(
      'exceeded quota: team, requested: persistentvolumeclaims=1',
    );
  });

  const claim = (name: string, metadata: object = {}) => ({
    ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name, ...metadata } },
    spec: { resources: { requests: { storage: '1Gi' } } },
  });

  test.each([
    // Those that exist are left over from an earlier StatefulSet.
    [['a-set-0'], {}, '5', 3],
    [['a-set-0', 'b-set-0', 'a-set-2'], {}, '3', 3],
    [['a-set-0', 'b-set-0', 'a-set-1', 'b-set-1', 'a-set-2', 'b-set-2'], {}, '0', 3],
    [['a-set-3', 'a-set-00', 'a-set', 'c-set-0', 'a-other-0'], {}, '6', 3],
    [['a-set-0', 'a-set-5', 'b-set-5'], { ordinals: { start: 5 } }, '4', 3],
    [['a-set-0', 'b-set-0'], {}, '2', 2, '2'],
  ])('but not those that exist: %j %j', (known, more, added, admitted, hard = '9') => {
    const { spec, ...rest } = { ...set('a', 'b') };
    const own = { ...rest, metadata: { name: 'set' }, spec: { ...spec, ...more } };
    const existing = known.map((name) => claim(name, { uid: name }));
    const room = quota(
      { persistentvolumeclaims: hard, pods: '9' },
      { persistentvolumeclaims: '0', pods: '0' },
    );
    const report = inspectText(file(room, own, ...existing));
    expect(addedIn(report)).toMatchObject({ persistentvolumeclaims: added });
    expect(verdictsIn(report)).toEqual([['set', 'pods', admitted, 3]]);
    const elsewhere = known.map((name) => claim(name, { uid: name, namespace: 'elsewhere' }));
    const all = inspectText(file(room, own, ...elsewhere));
    expect(addedIn(all)).toMatchObject({ persistentvolumeclaims: hard === '2' ? '2' : '6' });
  });

  test('and not those of manifests before it', () => {
    const room = quota({ persistentvolumeclaims: '3' });
    const own = { ...set('data'), metadata: { name: 'set' } };
    const report = inspectText(file(room, claim('data-set-1'), own));
    expect(addedIn(report)).toEqual({ persistentvolumeclaims: '3' });
    expect(found(report)).toEqual([]);
  });

  test('a StatefulSet does not use a claim that is being deleted', () => {
    const known = [
      claim('a-set-0', { uid: '0', deletionTimestamp: '2026-01-01T00:00:00Z' }),
      claim('a-set-1', { uid: '1' }),
    ];
    const room = quota({ persistentvolumeclaims: '9' }, { persistentvolumeclaims: '2' });
    const report = inspectText(file(room, ...known, { ...set('a'), metadata: { name: 'set' } }));
    expect(addedIn(report)).toEqual({ persistentvolumeclaims: '2' });
  });

  test('each claim by itself: those that fit remain, also without a Pod', () => {
    const report = inspectText(
      file(quota({ persistentvolumeclaims: '3', pods: '9' }), set('a', 'b')),
    );
    expect(addedIn(report)).toEqual({ persistentvolumeclaims: '3', pods: '1' });
  });

  test('claims of the first Pod, if a LimitRange rejects the Pod', () => {
    const range = limitRange({ min: { cpu: '1' }, defaultRequest: { cpu: '1m' } });
    const report = inspectText(
      file(range, quota({ persistentvolumeclaims: '9', pods: '9' }), set('a')),
    );
    expect(addedIn(report)).toEqual({ persistentvolumeclaims: '1', pods: '0' });
  });

  test('ephemeral claims after each Pod, which waits for them', () => {
    const volumes = [{ name: 'scratch', ephemeral: { volumeClaimTemplate: claims('')[0] } }];
    const spec = { replicas: 3, template: { spec: { ...pod({}).spec, volumes } } };
    const report = inspectText(
      file(
        quota({ 'requests.storage': '2Gi', pods: '9' }),
        workload('apps/v1', 'Deployment', spec),
      ),
    );
    expect(addedIn(report)).toEqual({ 'requests.storage': '2Gi', pods: '3' });
    expect(verdictsIn(report)).toEqual([
      ['deployment', 'pods', 3, 3],
      ['deployment', 'claims', 2, 3],
    ]);
    expect(messages(report)[0]).toContain('admits 2 of 3 claims of volume scratch');
  });

  test('at once for any number of replicas', () => {
    const many = workload('apps/v1', 'StatefulSet', {
      ...{ replicas: 2147483647, template, volumeClaimTemplates: claims('a', 'b') },
    });
    const report = inspectText(file(quota({ persistentvolumeclaims: '1G' }), many));
    expect(report.quotaVerdicts?.[0]).toMatchObject({ admitted: 500_000_000 });
  });
});

describe('a LimitRange for whole Pods', () => {
  test('names the sum, which no field has', () => {
    const range = limitRange({ type: 'Pod', max: { cpu: '1' } }, 'cap');
    const spec = {
      containers: ['a', 'b'].map((name) => ({
        name,
        image: 'a:1',
        resources: { limits: { cpu: '2' } },
      })),
    };
    const report = inspectText(file(range, { ...pod({}), spec }));
    expect(found(report)).toEqual(['error FORBIDDEN spec.containers']);
    expect(messages(report)[0]).toContain('the limit of all containers together is 4');
    expect(messages(report)[0]).not.toContain('by default');
  });
});

test('fields of wrong types are problems, never errors that stop the report', () => {
  const hard = { 'count/pods': '9', pods: '9', persistentvolumeclaims: '9', services: '9' };
  const scoped = quota(hard, undefined, 'scoped');
  const rules = [
    quota(hard),
    { ...scoped, spec: { hard, scopes: ['CrossNamespacePodAffinity', 'Terminating'] } },
    limitRange({ type: 'PersistentVolumeClaim', max: { storage: '1Gi' } }),
  ];
  const values = [null, 5, 'x', [], {}, [null], [5], { a: 1 }, true];
  const stored = { uid: 'u' };
  for (const value of values) {
    const spec = { ...pod({}).spec, volumes: value };
    const scopes = { affinity: value, activeDeadlineSeconds: value, priorityClassName: value };
    const deleted = { deletionTimestamp: value, deletionGracePeriodSeconds: value };
    const set = { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'db' } };
    const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'c' } };
    const documents = [
      { ...pod({}), spec },
      { ...pod({}), spec: { ...spec, volumes: [{ ephemeral: value }] } },
      { ...pod({}), spec: { ...spec, volumes: [{ ephemeral: { volumeClaimTemplate: value } }] } },
      { ...pod({}, { ...stored, ...deleted, name: 's' }), spec: { ...pod({}).spec, ...scopes } },
      { ...set, spec: { template: { spec: pod({}).spec }, volumeClaimTemplates: value } },
      {
        ...set,
        spec: { template: { spec: pod({}).spec }, volumeClaimTemplates: [{ spec: value }] },
      },
      { ...claim, spec: value },
      { ...claim, metadata: { name: 'c', ...stored }, spec: value, status: value },
      { apiVersion: 'v1', kind: 'Service', metadata: { name: 's', ...stored }, spec: value },
      { apiVersion: 'v1', kind: 'Service', metadata: { name: 's' }, spec: { ports: value } },
    ];
    for (const document of documents) {
      const text = file(...rules, document);
      expect(inspectText(text, { now: '2026-01-01T00:00:00Z' }).quotas).toHaveLength(2);
    }
  }
  const big = pod({}, { ...stored, deletionTimestamp: '2026-01-01T00:00:00Z' });
  const text = file(...rules, big).replace(
    '"uid"',
    '"deletionGracePeriodSeconds":9007199254740993,"uid"',
  );
  expect(usedIn(inspectText(text, { now: '2026-01-02T00:00:00Z' }))).toMatchObject({ pods: '1' });
});
