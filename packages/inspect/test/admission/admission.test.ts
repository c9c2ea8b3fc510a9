import { createInspection } from '@kubesem/inspect';
import { parseObjects } from '@kubesem/manifests';
import { describe, expect, test } from 'vitest';
import { inspectText } from '../inspect-files.js';
import { deployment, file, found, limitRange, messages, plain, pod, quota } from './documents.js';

describe('LimitRanges of the files', () => {
  test.each(['before', 'after'])('fill in amounts; defined %s the Pod', (order) => {
    const range = limitRange({ default: { cpu: '500m' }, defaultRequest: { cpu: '100m' } });
    const documents = order === 'before' ? [range, pod({})] : [pod({}), range];
    const [object] = inspectText(file(...documents)).objects;
    expect(plain([object?.pod?.requests, object?.pod?.limits])).toEqual([
      { cpu: '100m' },
      { cpu: '500m' },
    ]);
    expect(plain(object?.pod?.limitRangeDefaults)).toEqual([
      {
        ...{ limitRange: 'small', kind: 'container', container: 'app' },
        ...{ field: 'request', resource: 'cpu', amount: '100m' },
      },
      {
        ...{ limitRange: 'small', kind: 'container', container: 'app' },
        ...{ field: 'limit', resource: 'cpu', amount: '500m' },
      },
    ]);
  });

  test('apply after the requests were filled in from the limits', () => {
    const range = limitRange({ defaultRequest: { cpu: '100m' } });
    const [object] = inspectText(file(range, pod({ limits: { cpu: '2' } }))).objects;
    expect(plain(object?.pod?.requests)).toEqual({ cpu: '2' });
    expect(object?.pod?.limitRangeDefaults).toBeUndefined();
  });

  test('apply to the Pods of workloads, in their own namespace only', () => {
    const range = limitRange({ default: { memory: '1Gi' } }, 'small', 'a');
    const { objects } = inspectText(
      file(range, deployment(2, {}, { namespace: 'a' }), deployment(2, {})),
    );
    expect(plain(objects.map((object) => object.pod?.limits))).toEqual([{ memory: '1Gi' }, {}]);
    expect(plain(inspectText(file(range, deployment(2, {}, { namespace: 'a' }))).summary)).toEqual(
      expect.objectContaining({ limits: { memory: '2Gi' } }),
    );
  });

  test('do not change stored Pods', () => {
    const range = limitRange({ default: { memory: '1Gi' }, max: { memory: '1Gi' } });
    const report = inspectText(file(range, pod({}, { uid: 'u' })));
    expect(plain(report.objects[0]?.pod?.limits)).toEqual({});
    expect(found(report)).toEqual([]);
  });

  test('are violated with the message of the API server, at the field', () => {
    const range = limitRange({ max: { cpu: '1' }, min: { memory: '64Mi' } });
    const report = inspectText(file(range, deployment(1, { limits: { cpu: '2' } })));
    expect(found(report)).toEqual([
      'error FORBIDDEN spec.template.spec.containers[0].resources.limits[cpu]',
    ]);
    expect(messages(report)).toEqual([
      'maximum cpu usage per Container is 1, but limit is 2 (LimitRange small); the API server rejects a Pod with it',
    ]);
    expect(report.objects[0]?.problems[0]?.line).toBe(3);
  });

  test('may give a limit that is below a request, which the API server rejects', () => {
    const range = limitRange({ default: { cpu: '500m' } });
    const report = inspectText(file(range, pod({ requests: { cpu: '1' } })));
    expect(found(report)).toEqual(['error INVALID spec.containers[0].resources.requests']);
  });

  test('bound claims', () => {
    const claim = {
      ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'data' } },
      spec: { resources: { requests: { storage: '1Gi' } } },
    };
    const range = limitRange({ type: 'PersistentVolumeClaim', min: { storage: '2Gi' } });
    expect(found(inspectText(file(claim, range)))).toEqual([
      'error FORBIDDEN spec.resources.requests[storage]',
    ]);
    expect(found(inspectText(file(range, { ...claim, spec: { resources: true } })))).toEqual([
      'error INVALID_TYPE spec.resources',
    ]);
  });

  test('that cannot be read are a problem of their own and do not count', () => {
    const range = limitRange({ default: { cpu: '1 core' } });
    const report = inspectText(file(range, pod({})));
    expect(found(report)).toEqual(['error INVALID_QUANTITY spec.limits[0].default[cpu]']);
    expect(report.problems[0]?.line).toBe(1);
    expect(plain(report.objects[0]?.pod?.limits)).toEqual({});
  });

  test('of the same name: the last definition counts', () => {
    const ranges = ['1', '2'].map((cpu) => limitRange({ default: { cpu } }));
    const [object] = inspectText(file(...ranges, pod({}))).objects;
    expect(plain(object?.pod?.limits)).toEqual({ cpu: '2' });
  });
});

describe('rules apply to objects wherever in the files they are', () => {
  const claim = {
    ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'data' } },
    spec: { resources: { requests: { storage: '1Gi' } } },
  };
  const documents = [
    limitRange({ default: { cpu: '500m', memory: '1Gi' }, max: { cpu: '1' } }),
    limitRange({ type: 'PersistentVolumeClaim', min: { storage: '2Gi' } }, 'claims'),
    quota({ 'limits.cpu': '1200m', 'requests.storage': '1Gi', persistentvolumeclaims: '0' }),
    deployment(2, { limits: { cpu: '2' } }),
    pod({ requests: { memory: '64m' } }),
    claim,
    pod({}, { name: 'second' }),
    pod({}, { name: 'stored', uid: 'u' }),
  ];
  const rotated = documents.map((_, index) => [
    ...documents.slice(index),
    ...documents.slice(0, index),
  ]);
  const texts: readonly (readonly [string, (documents: readonly object[]) => string])[] = [
    ['documents', (all) => file(...all)],
    ['a list', (items) => JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, 2)],
    ['long JSON', (all) => ' '.repeat(2 ** 20) + all.map((one) => JSON.stringify(one)).join('\n')],
  ];

  test.each(texts)('with the same findings in any order, in %s', (_, textOf) => {
    const report = (order: readonly object[]) => {
      const pods: unknown[] = [];
      const onPod = (one: unknown) => pods.push(JSON.stringify(one));
      const codes = found(inspectText(textOf(order), { explain: true, onPod }));
      return {
        pods: pods.sort(),
        codes: codes.filter((text) => !text.includes('QUOTA_EXCEEDED')).sort(),
      };
    };
    const first = report(documents);
    expect(first.pods).toHaveLength(4);
    expect(first.codes).toContain(
      'error FORBIDDEN spec.template.spec.containers[0].resources.limits[cpu]',
    );
    for (const order of [...rotated, [...documents].reverse()]) {
      expect(report(order)).toEqual(first);
    }
  });

  test('when a report is asked for again', () => {
    const inspection = createInspection();
    const add = (...all: object[]) =>
      parseObjects({ name: 'a.yaml', text: file(...all) }).objects.forEach(inspection.add);
    const limits = () => plain(inspection.report().objects[0]?.pod?.limits);
    add(pod({}));
    expect(limits()).toEqual({});
    add(limitRange({ default: { cpu: '1' } }));
    expect(limits()).toEqual({ cpu: '1' });
    add(limitRange({ default: { cpu: '2' } }));
    expect(limits()).toEqual({ cpu: '2' });
  });
});
