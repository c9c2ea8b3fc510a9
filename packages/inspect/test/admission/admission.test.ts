import { createInspection, type InspectReport, inspectObjects } from '@kubesem/inspect';
import { parseObjects } from '@kubesem/manifests';
import { describe, expect, test } from 'vitest';
import { inspectText } from '../inspect-files.js';

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Documents of a file. */
const file = (...documents: object[]): string =>
  documents.map((document) => JSON.stringify(document)).join('\n---\n');

const limitRange = (limits: object, name = 'small', namespace?: string) => ({
  ...{ apiVersion: 'v1', kind: 'LimitRange', metadata: { name, namespace } },
  spec: { limits: [{ type: 'Container', ...limits }] },
});
const pod = (resources: object, metadata: object = {}) => ({
  ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', ...metadata } },
  spec: { containers: [{ name: 'app', image: 'a:1', resources }] },
});
const deployment = (replicas: number, resources: object, metadata: object = {}) => ({
  ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'shop', ...metadata } },
  spec: { replicas, template: { spec: pod(resources).spec } },
});
const quota = (hard: object, used?: object, name = 'team') => ({
  ...{ apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name } },
  spec: { hard },
  ...(used && { status: { hard, used } }),
});

/** Severity, code and place of the problems of all objects. */
const found = ({ objects, problems }: InspectReport) =>
  [...problems, ...objects.flatMap((object) => object.problems)].map(
    ({ severity, code, path }) => `${severity} ${code} ${path}`,
  );
const messages = ({ objects, problems }: InspectReport) =>
  [...problems, ...objects.flatMap((object) => object.problems)].map(({ message }) => message);

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
      'error LIMIT_ABOVE_MAX spec.template.spec.containers[0].resources.limits.cpu',
    ]);
    expect(messages(report)).toEqual([
      'maximum cpu usage per Container is 1, but limit is 2 (LimitRange small); the API server rejects a Pod with it',
    ]);
    expect(report.objects[0]?.problems[0]?.line).toBe(3);
  });

  test('may give a limit that is below a request, which the API server rejects', () => {
    const range = limitRange({ default: { cpu: '500m' } });
    const report = inspectText(file(range, pod({ requests: { cpu: '1' } })));
    expect(found(report)).toEqual([
      'error REQUEST_ABOVE_LIMIT spec.containers[0].resources.requests.cpu',
    ]);
  });

  test('bound claims', () => {
    const claim = {
      ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'data' } },
      spec: { resources: { requests: { storage: '1Gi' } } },
    };
    const range = limitRange({ type: 'PersistentVolumeClaim', min: { storage: '2Gi' } });
    expect(found(inspectText(file(claim, range)))).toEqual([
      'error REQUEST_BELOW_MIN spec.resources.requests.storage',
    ]);
    expect(found(inspectText(file(range, { ...claim, spec: { resources: true } })))).toEqual([
      'error INVALID_TYPE spec.resources',
    ]);
  });

  test('that cannot be read are a problem of their own and do not count', () => {
    const range = limitRange({ default: { cpu: '1 core' } });
    const report = inspectText(file(range, pod({})));
    expect(found(report)).toEqual(['error INVALID_QUANTITY spec.limits[0].default.cpu']);
    expect(report.problems[0]?.line).toBe(1);
    expect(plain(report.objects[0]?.pod?.limits)).toEqual({});
  });

  test('of the same name: the last definition counts', () => {
    const ranges = ['1', '2'].map((cpu) => limitRange({ default: { cpu } }));
    const [object] = inspectText(file(...ranges, pod({}))).objects;
    expect(plain(object?.pod?.limits)).toEqual({ cpu: '2' });
  });
});

describe('ResourceQuotas of the files', () => {
  const requests = (cpu: string) => ({ requests: { cpu } });

  test('with a status admit new Pods until one does not fit', () => {
    const report = inspectText(
      file(
        quota({ 'requests.cpu': '2' }, { 'requests.cpu': '500m' }),
        deployment(5, requests('400m')),
      ),
    );
    expect(found(report)).toEqual(['error EXCEEDED spec.template']);
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

  test('admit objects in the order of the files', () => {
    const pods = ['a', 'b', 'c'].map((name) => pod(requests('1'), { name }));
    const report = inspectText(file(quota({ pods: '2' }), ...pods));
    expect(report.objects.map(({ problems }) => problems.length)).toEqual([0, 0, 1]);
    expect(messages(report)[0]).toMatch(/; the API server rejects it$/);
  });

  test('see the amounts of LimitRanges', () => {
    const strict = quota({ 'limits.cpu': '4' });
    expect(found(inspectText(file(strict, pod({}))))).toEqual(['error NOT_SPECIFIED ']);
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
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'x' } };
    const hard = { 'services.nodeports': '0', secrets: '1', 'count/deployments.apps': '0' };
    const report = inspectText(
      file(quota(hard), service, secret, secret, deployment(3, requests('1'))),
    );
    expect(found(report)).toEqual(['error EXCEEDED ', 'error EXCEEDED ', 'error EXCEEDED ']);
    // The Deployment itself is rejected, so it creates no Pods.
    expect(
      report.quotaVerdicts?.map(({ kind, creates, admitted }) => [kind, creates, admitted]),
    ).toEqual([
      ['Service', 'object', 0],
      ['Secret', 'object', 1],
      ['Secret', 'object', 0],
      ['Deployment', 'object', 0],
    ]);
  });

  test('do not count what exists: stored objects, and manifests that update them', () => {
    const stored = deployment(3, requests('1'), { uid: 'u' });
    const report = inspectText(
      file(quota({ pods: '0' }), stored, deployment(5, requests('1')), pod({}, { uid: 'v' })),
    );
    expect(found(report).filter((text) => text.includes('EXCEEDED'))).toEqual([]);
    expect(plain(report.quotas?.[0]?.uses.pods)).toMatchObject({ used: '0', added: '0' });
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
    expect(found(report)).toEqual(['error INVALID_QUANTITY spec.hard.pods']);
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

describe('objects are read again for what comes later in the files', () => {
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

  test.each(texts)('in %s', (_, textOf) => {
    for (const order of [...rotated, [...documents].reverse()]) {
      const parsed = parseObjects({ name: 'a.yaml', text: textOf(order) });
      // Without `reread`, the objects are kept.
      const kept = parsed.objects.map(({ reread, ...object }) => object);
      const report = (objects: typeof parsed.objects) => {
        const pods: unknown[] = [];
        const onPod = (one: unknown) => pods.push(one);
        return [inspectObjects([{ ...parsed, objects }], { explain: true, onPod }), pods];
      };
      expect(report(parsed.objects)).toEqual(report(kept));
      expect(parsed.objects.every(({ reread }) => reread !== undefined)).toBe(true);
    }
  });

  test('with the same findings in any order', () => {
    const codes = (order: readonly object[]) =>
      found(inspectText(file(...order)))
        .filter((text) => !text.includes('EXCEEDED'))
        .sort();
    expect(codes(documents)).toContain(
      'error LIMIT_ABOVE_MAX spec.template.spec.containers[0].resources.limits.cpu',
    );
    for (const order of rotated) {
      expect(codes(order)).toEqual(codes(documents));
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
