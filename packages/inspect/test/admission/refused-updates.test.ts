import { describe, expect, test } from 'vitest';
import { inspectText } from '../inspect-files.js';
import { addedIn, file, found, pod, quota, verdictsIn } from './documents.js';
import { cpu, stored, uid, workload } from './updated.js';

describe('An update of a claim', () => {
  const claim = (spec: object, more: object = {}, annotations?: object) => ({
    ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'data', annotations } },
    ...more,
    spec: { accessModes: ['ReadWriteOnce'], ...spec },
  });
  const size = (storage: string) => ({ resources: { requests: { storage } } });
  const live = (spec: object, status: object = { phase: 'Bound', capacity: { storage: '2Gi' } }) =>
    claim(
      {
        ...size('2Gi'),
        volumeName: 'pv-1',
        volumeMode: 'Filesystem',
        storageClassName: 'gold',
        ...spec,
      },
      { metadata: { name: 'data', uid: 'u' }, status },
    );
  const run = (before: object, next: object) =>
    inspectText(
      file(quota({ 'requests.storage': '9Gi' }, { 'requests.storage': '2Gi' }), before, next),
    );

  test.each([
    ['another class', live({}), claim({ ...size('5Gi'), storageClassName: 'fast' }), 'spec'],
    [
      'other access modes',
      live({}),
      claim({ ...size('5Gi'), accessModes: ['ReadOnlyMany'] }),
      'spec',
    ],
    ['another volume', live({}), claim({ ...size('5Gi'), volumeName: 'pv-2' }), 'spec'],
    ['blocks', live({}), claim({ ...size('5Gi'), volumeMode: 'Block' }), 'spec'],
    ['more storage before it is bound', live({}, { phase: 'Pending' }), claim(size('5Gi')), 'spec'],
    [
      'less storage than it has',
      live({ ...size('3Gi') }),
      claim(size('2Gi')),
      'spec.resources.requests.storage',
    ],
  ])('that the API server rejects is not counted: %s', (_, before, next, path) => {
    const report = run(before, next);
    expect(found(report)).toEqual([`error FORBIDDEN ${path}`]);
    expect(addedIn(report)).toEqual({ 'requests.storage': '0' });
    expect(verdictsIn(report)).toEqual([['data', 'object', 0, 1]]);
  });

  test.each([
    ['more storage', live({}), claim(size('5Gi')), '3Gi'],
    ['the same size in other words', live({}), claim(size('2048Mi')), '0'],
    [
      'the size that was asked for after a failed expansion',
      live(size('5Gi')),
      claim(size('3Gi')),
      '0',
    ],
    [
      'a class of attributes',
      live({}),
      claim({ ...size('2Gi'), volumeAttributesClassName: 'a' }),
      '0',
    ],
    [
      'a volume of its own',
      live({ volumeName: undefined }, { phase: 'Pending' }),
      claim({ ...size('2Gi'), volumeName: 'pv-1' }),
      '0',
    ],
    [
      'a first class',
      live({ storageClassName: undefined }),
      claim({ ...size('3Gi'), storageClassName: 'gold' }),
      '1Gi',
    ],
  ])('counts what it adds: %s', (_, before, next, added) => {
    const report = run(before, next);
    expect(found(report)).toEqual([]);
    expect(addedIn(report)).toEqual({ 'requests.storage': added });
  });
});

describe('An update that the API server rejects', () => {
  const room = { 'requests.cpu': '9', pods: '9' };
  const used = { 'requests.cpu': '1', pods: '1' };
  const job = (amount: string, spec: object = {}, metadata: object = {}) => ({
    ...{ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'web', ...metadata } },
    spec: { template: { spec: pod(cpu(amount)).spec }, ...spec },
  });
  const live = (resources: object, spec: object = {}) => {
    const { spec: own, ...rest } = pod(resources, uid);
    return { ...rest, spec: { ...own, nodeName: 'a', tolerations: [{ key: 'x' }], ...spec } };
  };
  // The inspection keeps stored Pods only if something else needs them.
  const options = { onPod: () => {} };

  test.each([
    ['the resources of a Pod', live(cpu('1')), pod(cpu('2')), 'FORBIDDEN spec'],
    [
      'a new limit of a Pod',
      live(cpu('1')),
      pod({ ...cpu('1'), limits: { cpu: '1' } }),
      'FORBIDDEN spec',
    ],
    [
      'a container more of a Pod',
      live(cpu('1')),
      {
        ...pod({}),
        spec: { containers: [...pod({}).spec.containers, { name: 'b', image: 'b:1' }] },
      },
      'FORBIDDEN spec.containers',
    ],
    [
      'a longer deadline of a Pod',
      live(cpu('1'), { activeDeadlineSeconds: 60 }),
      { ...pod({}), spec: { ...pod({}).spec, activeDeadlineSeconds: 61 } },
      'INVALID spec.activeDeadlineSeconds',
    ],
    ['the template of a Job', job('1', {}, uid), job('2'), 'INVALID spec.template'],
    [
      'the claims of a StatefulSet',
      stored({ kind: 'StatefulSet', metadata: { name: 'web' } }),
      workload({
        kind: 'StatefulSet',
        metadata: { name: 'web' },
        spec: { replicas: 9, volumeClaimTemplates: [{ metadata: { name: 'data' } }] },
      }),
      'INVALID spec.volumeClaimTemplates',
    ],
    [
      'the selector of a Deployment',
      stored({ spec: { selector: { matchLabels: { a: 'b' } } } }),
      workload({ amount: '2', spec: { selector: { matchLabels: { a: 'c' } } } }),
      'INVALID spec.selector',
    ],
  ])('is not counted: %s', (_, before, next, problem) => {
    const report = inspectText(file(quota(room, used), before, next), options);
    expect(found(report)).toEqual([`error ${problem}`]);
    expect(verdictsIn(report).map(([, ...each]) => each)).toEqual([['object', 0, 1]]);
    expect(addedIn(report)).toEqual({ 'requests.cpu': '0', pods: '0' });
  });

  test('is reported without a quota', () => {
    const report = inspectText(file(live(cpu('1')), pod(cpu('2'))));
    expect(found(report)).toEqual(['error FORBIDDEN spec']);
    expect(found(inspectText(file(pod(cpu('2')), live(cpu('1')))))).toEqual([
      'error FORBIDDEN spec',
    ]);
  });

  test.each([
    [
      'the image',
      live(cpu('1')),
      { ...pod(cpu('1000m')), spec: { containers: [{ name: 'app', image: 'a:2' }] } },
    ],
    [
      'nothing, with requests from limits',
      live({ ...cpu('1'), limits: { cpu: 1 } }),
      pod({ limits: { cpu: '1' } }),
    ],
    [
      'a deadline',
      live(cpu('1')),
      { ...pod({}), spec: { ...pod({}).spec, activeDeadlineSeconds: 5 } },
    ],
    ['a suspended Job', job('1', { suspend: true }, uid), job('2', { suspend: true })],
    [
      'the parallelism of a Job that has ended',
      { ...job('1', {}, uid), status: { conditions: [{ type: 'Complete', status: 'True' }] } },
      job('1', { parallelism: 3 }),
    ],
  ])('is not one of %s, which adds nothing', (_, before, next) => {
    const report = inspectText(file(quota(room, used), before, next), options);
    expect(found(report)).toEqual([]);
    expect(verdictsIn(report)).toEqual([]);
    expect(addedIn(report)).toEqual({ 'requests.cpu': '0', pods: '0' });
  });
});

test('An update of a workload in a version that is no longer served adds nothing that is known', () => {
  const web = (apiVersion: string, metadata: object) => ({
    ...{ apiVersion, kind: 'Deployment', metadata: { name: 'web', ...metadata } },
    spec: {
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { containers: [{ name: 'app', image: 'a:1', resources: cpu('1') }] },
      },
    },
  });
  const objects = [web('apps/v1beta2', { uid: 'u' }), web('apps/v1', {})];
  const report = inspectText(file(quota({ pods: '5' }, { pods: '0' }), ...objects));
  expect(report.objects.flatMap(({ problems }) => problems)).not.toContainEqual(
    expect.objectContaining({ code: 'NOT_A_POD' }),
  );
  expect(verdictsIn(report)).toEqual([]);
  expect(addedIn(report)).toEqual({ pods: '0' });
});
