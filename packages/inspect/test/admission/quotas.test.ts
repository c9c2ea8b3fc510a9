import { describe, expect, test } from 'vitest';
import { inspectText } from '../inspect-files.js';
import {
  deployment,
  file,
  found,
  limitRange,
  messages,
  plain,
  pod,
  quota,
  usedIn,
} from './documents.js';

describe('ResourceQuotas of the files', () => {
  const requests = (cpu: string) => ({ requests: { cpu } });

  test('with a status admit new Pods until one does not fit', () => {
    const report = inspectText(
      file(
        quota({ 'requests.cpu': '2' }, { 'requests.cpu': '500m' }),
        deployment(5, requests('400m')),
      ),
    );
    expect(found(report)).toEqual(['error QUOTA_EXCEEDED spec.template']);
    expect(messages(report)).toEqual([
      'exceeded quota: team, requested: requests.cpu=400m, used: requests.cpu=1700m, limited: requests.cpu=2; the API server admits 3 of 5 Pods',
    ]);
    expect(plain(report.quotas)).toMatchObject([
      {
        ...{ kind: 'ResourceQuota', name: 'team', usageFrom: 'status' },
        uses: {
          'requests.cpu': {
            ...{ hard: '2', used: '500m', added: '1200m', remaining: '300m', ratio: 0.85 },
          },
        },
      },
    ]);
    const ofPods = report.quotaVerdicts?.filter(({ creates }) => creates === 'pods');
    expect(ofPods).toMatchObject([{ name: 'shop', count: 5, admitted: 3, fitting: 3 }]);
  });

  test('without a status start empty: manifests are to be created', () => {
    const report = inspectText(file(deployment(2, requests('1')), quota({ 'requests.cpu': '3' })));
    expect(found(report)).toEqual([]);
    expect(plain(report.quotas)).toMatchObject([
      { usageFrom: 'objects', uses: { 'requests.cpu': { used: '0', added: '2', remaining: '1' } } },
    ]);
  });

  test('count nothing that the API server rejects, although it is in the state of the cluster', () => {
    const rejected = deployment(3, requests('1'), { name: 'a' });
    rejected.spec.template.spec.containers = [{ name: 'App', image: 'a:1', resources: {} }];
    const noPods = deployment(3, requests('1'), { name: 'b' });
    noPods.spec.template.spec.containers = [{ name: 'app', image: ' a:1', resources: {} }];
    const text = file(
      ...[quota({ pods: '9', 'count/deployments.apps': '9' }), rejected, noPods],
      ...[deployment(2, requests('1')), pod(requests('2'), { name: 'B' })],
    );
    expect(usedIn(inspectText(text, { exists: () => true }))).toEqual({
      pods: '2',
      'count/deployments.apps': '2',
    });
  });

  test('admit objects in the order of the files', () => {
    const pods = ['a', 'b', 'c'].map((name) => pod(requests('1'), { name }));
    const report = inspectText(file(quota({ pods: '2' }), ...pods));
    expect(report.objects.map(({ problems }) => problems.length)).toEqual([0, 0, 1]);
    expect(messages(report)[0]).toMatch(/; the API server rejects it$/);
  });

  test('see the amounts of LimitRanges', () => {
    const strict = quota({ 'limits.cpu': '4' });
    expect(found(inspectText(file(strict, pod({}))))).toEqual(['error QUOTA_RESOURCE_MISSING ']);
    const range = limitRange({ default: { cpu: '1' } });
    const report = inspectText(file(strict, pod({}), range));
    expect(found(report)).toEqual([]);
    expect(plain(report.quotas?.[0]?.uses['limits.cpu'])).toMatchObject({ added: '1' });
  });

  test('count workloads, Services, claims and objects of any kind', () => {
    const service = {
      ...{ apiVersion: 'v1', kind: 'Service', metadata: { name: 's' } },
      spec: { type: 'LoadBalancer', ports: [{ port: 80 }] },
    };
    const secret = (name: string) => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name } });
    const hard = { 'services.nodeports': '0', secrets: '1', 'count/deployments.apps': '0' };
    const report = inspectText(
      file(
        ...[quota(hard), service, secret('x'), secret('y'), secret('x')],
        deployment(3, requests('1')),
      ),
    );
    expect(found(report)).toEqual([
      'warning OBJECT_DUPLICATE ',
      'error QUOTA_EXCEEDED ',
      'error QUOTA_EXCEEDED ',
      'error QUOTA_EXCEEDED ',
    ]);
    // The Deployment itself is rejected, so it creates no Pods.
    expect(
      report.quotaVerdicts?.map(({ kind, creates, admitted }) => [kind, creates, admitted]),
    ).toEqual([
      ['Service', 'object', 0],
      // Secret x is defined again: the last definition counts.
      ['Secret', 'object', 1],
      ['Secret', 'object', 0],
      ['Deployment', 'object', 0],
    ]);
  });

  test('without a status count what is stored, also Pods that have ended', () => {
    const done = {
      ...pod(requests('100m'), { name: 'done', uid: 'a' }),
      status: { phase: 'Succeeded' },
    };
    const running = {
      ...pod(requests('100m'), { name: 'x', uid: 'b' }),
      status: { phase: 'Running' },
    };
    const hard = {
      'count/pods': '8',
      pods: '8',
      'requests.cpu': '4',
      'count/deployments.apps': '1',
    };
    const stored = deployment(3, requests('1'), { uid: 'u' });
    const report = inspectText(file(quota(hard), done, stored, running));
    expect(usedIn(report)).toEqual({
      ...{ 'count/pods': '2', pods: '1', 'requests.cpu': '100m', 'count/deployments.apps': '1' },
    });
  });

  test('count stored Pods in the scopes of the quota, and not after their deletion', () => {
    const metadata = { deletionTimestamp: '2026-01-01T00:00:00Z', deletionGracePeriodSeconds: 30 };
    const stuck = pod(requests('1'), { ...metadata, name: 'stuck', uid: 'a' });
    const job = pod(requests('2'), { name: 'job', uid: 'b' });
    const spec = { ...job.spec, activeDeadlineSeconds: 60, priorityClassName: 'high' };
    const scoped = quota({ pods: '9' }, undefined, 'scoped');
    const text = file(
      quota({ pods: '9', 'count/pods': '9' }),
      { ...scoped, spec: { ...scoped.spec, scopes: ['Terminating', 'PriorityClass'] } },
      ...[stuck, { ...job, spec }],
    );
    const used = (now?: string) =>
      inspectText(text, { now }).quotas?.map(({ uses }) =>
        Object.values(uses).map((use) => `${use?.used}`),
      );
    expect(used('2026-01-01T00:00:30Z')).toEqual([['2', '2'], ['1']]);
    expect(used('2026-01-01T00:00:31Z')).toEqual([['2', '1'], ['1']]);
    expect(used()).toEqual([['2', '2'], ['1']]);
  });

  test('count of an update what it adds: storage, load balancers, Pods of another scale', () => {
    const claim = (storage: string, more: object = {}) => ({
      ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'data', ...more } },
      spec: { resources: { requests: { storage } } },
    });
    const service = (type: string, more: object = {}) => ({
      ...{ apiVersion: 'v1', kind: 'Service', metadata: { name: 's', ...more } },
      spec: { type, ports: [{ port: 80 }] },
    });
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'x' } };
    const hard = {
      ...{ 'requests.storage': '4Gi', persistentvolumeclaims: '9', secrets: '9', pods: '9' },
      ...{ services: '9', 'services.loadbalancers': '9', 'count/replicasets.apps': '9' },
    };
    const used = {
      ...{ 'requests.storage': '1Gi', persistentvolumeclaims: '1', secrets: '1', pods: '3' },
      ...{ services: '1', 'services.loadbalancers': '0', 'count/replicasets.apps': '1' },
    };
    const uid = { uid: 'u' };
    const report = inspectText(
      file(
        ...[quota(hard, used), claim('3Gi'), service('LoadBalancer'), secret],
        ...[deployment(5, requests('1')), deployment(3, requests('1'), uid)],
        ...[
          claim('1Gi', uid),
          service('ClusterIP', uid),
          { ...secret, metadata: { name: 'x', ...uid } },
        ],
      ),
    );
    expect(plain(report.quotas?.[0]?.uses)).toMatchObject({
      'requests.storage': { added: '2Gi' },
      persistentvolumeclaims: { added: '0' },
      secrets: { added: '0' },
      services: { added: '0' },
      'services.loadbalancers': { added: '1' },
      pods: { added: '2' },
      'count/replicasets.apps': { added: '0' },
    });
    const fewer = inspectText(
      file(quota(hard, used), deployment(1, {}), deployment(3, requests('1'), uid)),
    );
    expect(plain(fewer.quotas?.[0]?.uses.pods)).toMatchObject({ added: '-2' });
  });

  test('count objects that exist, if the caller says so', () => {
    const text = file(
      quota({ pods: '4' }),
      quota({ pods: '9' }, { pods: '5' }, 'live'),
      pod({}, { name: 'new' }),
      deployment(2, {}),
      pod({}, { name: 'running', uid: 'u' }),
    );
    const report = inspectText(text, { exists: ({ name }) => name !== 'new' });
    expect(plain(report.quotas?.map(({ uses }) => uses.pods))).toMatchObject([
      { used: '3', added: '1', remaining: '0' },
      { used: '5', added: '1', remaining: '3' },
    ]);
  });

  test('of other namespaces do not count, nor do those that cannot be read', () => {
    const elsewhere = { ...quota({ pods: '0' }), metadata: { name: 'q', namespace: 'a' } };
    expect(found(inspectText(file(elsewhere, pod({}))))).toEqual([]);
    const report = inspectText(file(quota({ pods: 'none' }), pod({})));
    expect(found(report)).toEqual(['error INVALID_QUANTITY spec.hard[pods]']);
    expect(report.quotas).toBeUndefined();
  });

  test('report an object that they cannot measure', () => {
    const service = { apiVersion: 'v1', kind: 'Service', spec: { ports: true } };
    expect(found(inspectText(file(quota({ services: '4' }), service)))).toEqual([
      'error INVALID_TYPE spec.ports',
    ]);
  });

  test('answer at once for any number of replicas', () => {
    const report = inspectText(file(quota({ pods: '1G' }), deployment(2147483647, {})));
    expect(report.quotaVerdicts?.[0]).toMatchObject({ admitted: 1_000_000_000 });
  });
});
