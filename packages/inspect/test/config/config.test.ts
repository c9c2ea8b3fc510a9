import { describe, expect, test } from 'vitest';
import { inspectText } from '../inspect-files.js';

const metadata = (name: string, more: object = {}) => ({ name, namespace: 'shop', ...more });
const stored = (name: string) => metadata(name, { uid: `uid-${name}` });
const config = <T extends object>(kind: string, more: T) => ({ apiVersion: 'v1', kind, ...more });
const env = (name: string, key: string, more: object = {}) => ({
  name: 'A',
  valueFrom: { configMapKeyRef: { name, key, ...more } },
});
const podOf = (spec: object, more: object = {}) =>
  config('Pod', {
    metadata: metadata('web'),
    spec: { containers: [{ name: 'app', ...spec, image: 'a:1' }] },
    ...more,
  });
const ROOT_CA = config('ConfigMap', {
  metadata: stored('kube-root-ca.crt'),
  data: { 'ca.crt': '' },
});

/** The codes about ConfigMaps and Secrets, with their severity and place. */
function found(...objects: readonly object[]): string[] {
  const text = objects.map((object) => JSON.stringify(object)).join('\n---\n');
  const { objects: reports, problems } = inspectText(text);
  return [...problems, ...reports.flatMap((report) => report.problems)]
    .filter(({ code }) => !/TAG|IMAGE|RESOURCES|OBJECT_DUPLICATE/.test(code))
    .map(({ severity, code, path }) => `${severity} ${code} ${path}`);
}

const AT = 'spec.containers[0].env[0].valueFrom.configMapKeyRef';

describe('a missing object', () => {
  const pod = podOf({ env: [env('web', 'a')] });

  test('is reported if the files list all ConfigMaps of the namespace', () => {
    expect(found(pod, ROOT_CA)).toEqual([`warning CONFIG_MAP_NOT_FOUND ${AT}`]);
  });

  test.each<[string, readonly object[]]>([
    ['the files have only manifests', [config('ConfigMap', { metadata: metadata('other') })]],
    ['a ConfigMap was picked', [config('ConfigMap', { metadata: stored('other') })]],
    [
      'the list is of another namespace',
      [{ ...ROOT_CA, metadata: { ...stored('kube-root-ca.crt'), namespace: 'b' } }],
    ],
    [
      'the object exists',
      [ROOT_CA, config('ConfigMap', { metadata: metadata('web'), data: { a: '' } })],
    ],
  ])('is not reported if %s', (_, others) => {
    expect(found(pod, ...others)).toEqual([]);
  });

  test('is not reported if it is optional, or only for images', () => {
    const optional = podOf({ env: [env('web', 'a', { optional: true })] });
    expect(found(optional, ROOT_CA)).toEqual([]);
    const secret = config('Secret', { metadata: stored('other') });
    const pulls = podOf({});
    expect(
      found(
        { ...pulls, spec: { ...(pulls.spec as object), imagePullSecrets: [{ name: 'x' }] } },
        ROOT_CA,
        secret,
      ),
    ).toEqual([]);
  });

  test('that is a Secret is reported only if the files have Secrets of the namespace', () => {
    const user = podOf({ envFrom: [{ secretRef: { name: 'api' } }] });
    expect(found(user, ROOT_CA)).toEqual([]);
    const secret = config('Secret', { metadata: stored('other') });
    expect(found(user, ROOT_CA, secret)).toEqual([
      'warning SECRET_NOT_FOUND spec.containers[0].envFrom[0].secretRef',
    ]);
  });

  test('is reported where a stored Deployment or a Pod without a controller refers to it', () => {
    const { spec } = pod;
    const objects = [
      { apiVersion: 'apps/v1', kind: 'Deployment', spec: { template: { spec } } },
      { apiVersion: 'v1', kind: 'Pod', spec },
    ].map((each) => ({ ...each, metadata: stored(each.kind) }));
    const text = JSON.stringify(
      { kind: 'List', apiVersion: 'v1', items: [...objects, ROOT_CA] },
      null,
      1,
    );
    const { objects: reports } = inspectText(text);
    const missing = reports.map(({ line, problems }) =>
      problems
        .filter(({ code }) => code === 'CONFIG_MAP_NOT_FOUND')
        .map((each) => each.line - line),
    );
    expect(missing).toEqual([[13], [11]]);
  });

  test('is reported once for a workload, its ReplicaSet and its Pods', () => {
    const { spec } = pod;
    const owner = (uid: string) => ({
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'X', name: 'x', uid, controller: true }],
    });
    const apps = (kind: string, uid: string, more: object, replicas = 2) => ({
      apiVersion: 'apps/v1',
      kind,
      metadata: metadata(uid, { uid, ...more }),
      spec: { replicas, selector: {}, template: { spec } },
    });
    const child = (uid: string) => ({ ...pod, metadata: metadata(uid, { uid, ...owner('rs') }) });
    const chain = [apps('Deployment', 'd', {}), apps('ReplicaSet', 'rs', owner('d')), child('p1')];
    expect(found(...chain, child('p2'), ROOT_CA)).toEqual([
      `warning CONFIG_MAP_NOT_FOUND spec.template.${AT}`,
    ]);
    expect(found(child('p1'), child('p2'), ROOT_CA)).toEqual([
      `warning CONFIG_MAP_NOT_FOUND ${AT}`,
    ]);
    expect(found(apps('ReplicaSet', 'old', {}, 0), ROOT_CA)).toEqual([]);
  });

  test('is not reported for a Pod that has ended', () => {
    const ended = { ...pod, metadata: stored('web'), status: { phase: 'Succeeded' } };
    expect(found(ended, ROOT_CA)).toEqual([]);
  });
});

describe('a missing key', () => {
  const map = (more: object) => config('ConfigMap', { metadata: metadata('web'), ...more });

  test('counts in a manifest, whether what is stored is before or after it', () => {
    const pod = podOf({ env: [env('web', 'b')] });
    const before = config('ConfigMap', { metadata: stored('web'), data: { b: '' } });
    const next = map({ data: { a: '' } });
    expect(found(before, next, pod)).toEqual([`warning KEY_NOT_FOUND ${AT}`]);
    expect(found(next, before, pod)).toEqual([`warning KEY_NOT_FOUND ${AT}`]);
  });

  test('is reported with its place, before or after the object', () => {
    const pod = podOf({ env: [env('web', 'b')] });
    expect(found(map({ data: { a: '' } }), pod)).toEqual([`warning KEY_NOT_FOUND ${AT}`]);
    const text = `${JSON.stringify(pod)}\n---\n${JSON.stringify(map({ data: { a: '' } }))}`;
    const [report] = inspectText(text).objects;
    const problem = report?.problems.find(({ code }) => code === 'KEY_NOT_FOUND');
    expect(problem).toMatchObject({ line: 1, value: 'b' });
    expect(problem?.column).toBeGreaterThan(100);
  });

  test('is not reported if something fills in the object later', () => {
    expect(found(podOf({ env: [env('web', 'b')] }), map({}))).toEqual([]);
  });

  test('of a variable is one of text, that of a file any', () => {
    const objects = [map({ data: { a: '' }, binaryData: { b: 'AA==' } })];
    expect(found(podOf({ env: [env('web', 'b')] }), ...objects)).toHaveLength(1);
    const volumes = [{ name: 'v', configMap: { name: 'web', items: [{ key: 'b', path: 'b' }] } }];
    const { spec } = podOf({});
    const pod = { ...podOf({}), spec: { ...(spec as object), volumes } };
    expect(found(pod, ...objects)).toEqual([]);
  });

  test('can be in stringData of a Secret', () => {
    const secret = config('Secret', { metadata: metadata('web'), stringData: { a: '1' } });
    const valueFrom = { secretKeyRef: { name: 'web', key: 'a' } };
    expect(found(podOf({ env: [{ name: 'A', valueFrom }] }), secret)).toEqual([]);
  });
});

describe('what the API server rejects', () => {
  const big = 'x'.repeat(1024 * 1024);

  test.each<[string, object, string]>([
    ['a key that is no file name', { data: { 'a/b': '' } }, 'error INVALID data[a/b]'],
    ['more than 1 MiB', { data: { a: big, b: 'x' } }, 'error TOO_LONG []'],
  ])('in a ConfigMap is an error: %s', (_, more, expected) => {
    expect(found(config('ConfigMap', { metadata: metadata('web'), ...more }))).toEqual([expected]);
  });

  test('in a Secret is an error without its values', () => {
    const secret = config('Secret', { metadata: metadata('web'), data: { a: 'hunter2!' } });
    const { problems } = inspectText(JSON.stringify(secret));
    expect(problems).toHaveLength(1);
    expect(JSON.stringify(problems)).not.toContain('hunter2');
  });

  test('cannot be in a stored object, and exactly 1 MiB is fine', () => {
    expect(found(config('ConfigMap', { metadata: stored('web'), data: { 'a/b': '' } }))).toEqual(
      [],
    );
    expect(found(config('ConfigMap', { metadata: metadata('web'), data: { a: big } }))).toEqual([]);
  });
});

test('variables that hide others and mounts that never update are warnings', () => {
  const twice = [
    { name: 'A', value: '1' },
    { name: 'A', value: '2' },
  ];
  expect(found(podOf({ env: twice }))).toEqual([
    'warning VARIABLE_HIDDEN spec.containers[0].env[1]',
  ]);
});

describe('variables, volumes and mounts that the API server rejects', () => {
  const mounts = { volumeMounts: [{ name: 'data', mountPath: '/data' }] };
  const AT_MOUNT = 'spec.containers[0].volumeMounts[0].name';
  const workload = (kind: string, spec: object, more: object = {}) => ({
    apiVersion: 'apps/v1',
    kind,
    metadata: metadata('web'),
    spec: { selector: {}, template: { spec: podOf(mounts).spec }, ...spec },
    ...more,
  });

  test('are errors in a new Pod, reported once', () => {
    const env = [{ name: 'A', value: 'x', valueFrom: { fieldRef: { fieldPath: 'spec.x' } } }];
    expect(found(podOf({ ...mounts, env }))).toEqual([
      'error INVALID spec.containers[0].env[0].valueFrom.fieldRef.fieldPath',
      'error INVALID spec.containers[0].env[0].valueFrom',
      `error NOT_FOUND ${AT_MOUNT}`,
    ]);
  });

  test('are reported once for a template that the API server accepts', () => {
    const spec = { nodeName: 'n1', schedulingGates: [{ name: 'a' }] };
    const containers = [{ name: 'app', image: ' app:1 ' }];
    const template = { spec: { ...spec, containers } };
    const { objects } = inspectText(JSON.stringify(workload('Deployment', { template })));
    expect(objects[0]?.problems).toMatchObject([
      { type: 'INVALID', message: expect.stringContaining('rejects a Pod with it') },
      { type: 'FORBIDDEN', message: expect.stringContaining('rejects a Pod with it') },
    ]);
  });

  test('that have the wrong type or no quantity are reported once', () => {
    const resourceFieldRef = { resource: 'limits.cpu', divisor: 'x' };
    const variable = { name: 'A', valueFrom: { resourceFieldRef } };
    expect(found(podOf({ env: [variable] }))).toHaveLength(1);
    // The API server cannot decode the object, so it checks nothing else.
    expect(found(podOf({ env: [variable, { name: 1 }] }))).toEqual([
      'error INVALID_TYPE spec.containers[0].env[1].name',
    ]);
  });

  test('are errors in a new Pod template, and warnings in a stored one', () => {
    expect(found(workload('Deployment', {}))).toEqual([
      `error NOT_FOUND spec.template.${AT_MOUNT}`,
    ]);
    expect(found(workload('Deployment', {}, { metadata: stored('web') }))).toEqual([
      `warning NOT_FOUND spec.template.${AT_MOUNT}`,
    ]);
  });

  test('are warnings about a stored Pod', () => {
    expect(found({ ...podOf(mounts), metadata: stored('web') })).toEqual([
      'warning NOT_FOUND spec.containers[0].volumeMounts[0].name',
    ]);
  });

  test('ephemeral containers are none of a new Pod or a template', () => {
    const pod = podOf({});
    const spec = { ...pod.spec, ephemeralContainers: [{ name: 'debug', image: 'a:1' }] };
    expect(found({ ...pod, spec })).toEqual(['error FORBIDDEN spec.ephemeralContainers']);
    expect(found({ ...pod, spec, metadata: stored('web') })).toEqual([]);
    expect(found(workload('Deployment', { template: { spec } }))).toEqual([
      'error FORBIDDEN spec.template.spec.ephemeralContainers',
    ]);
  });

  test('a claim template of a StatefulSet is a volume', () => {
    const claim = (name: string) => ({ volumeClaimTemplates: [{ metadata: { name } }] });
    expect(found(workload('StatefulSet', claim('data')))).toEqual([]);
    expect(found(workload('StatefulSet', claim('logs')))).toHaveLength(1);
    expect(found(workload('StatefulSet', { volumeClaimTemplates: 'data' }))).toHaveLength(1);
  });

  test('a claim template of a StatefulSet is no resource claim', () => {
    const { spec } = podOf({ resources: { claims: [{ name: 'data' }] } });
    const set = workload('StatefulSet', {
      ...{ volumeClaimTemplates: [{ metadata: { name: 'data' } }] },
      template: { spec },
    });
    expect(found(set)).toEqual([
      'error NOT_FOUND spec.template.spec.containers[0].resources.claims[0]',
    ]);
  });
});
