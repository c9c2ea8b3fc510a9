import { inspectObjects } from '@kubesem/inspect';
import { parseObjects } from '@kubesem/manifests';
import { describe, expect, test } from 'vitest';
import { inspectText } from '../inspect-files.js';

const file = (...documents: readonly object[]): string =>
  documents.map((document) => JSON.stringify(document)).join('\n---\n');

const runtimeClass = (more: object = {}, name = 'kata') => ({
  ...{ apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: { name }, handler: name },
  ...more,
});
const KATA = runtimeClass({ overhead: { podFixed: { cpu: '250m', memory: '120Mi' } } });
const containers = [{ name: 'app', image: 'a:1', resources: { requests: { cpu: '1' } } }];
const pod = (spec: object, metadata: object = {}) => ({
  ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', ...metadata } },
  spec: { containers, ...spec },
});
const deployment = (spec: object) => ({
  ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'shop' } },
  spec: { replicas: 2, template: { spec: { containers, ...spec } } },
});
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const problemsOf = (...documents: readonly object[]) => {
  const { objects, problems } = inspectText(file(...documents));
  return [...problems, ...objects.flatMap((object) => object.problems)].map(
    ({ severity, code, path }) => `${severity} ${code} ${path}`,
  );
};

describe('RuntimeClasses of the files', () => {
  test.each(['before', 'after'])('add their overhead; defined %s the Pod', (order) => {
    const wanted = pod({ runtimeClassName: 'kata' });
    const documents = order === 'before' ? [KATA, wanted] : [wanted, KATA];
    const [object] = inspectText(file(...documents)).objects;
    expect(plain(object?.pod?.requests)).toEqual({ cpu: '1250m', memory: '120Mi' });
    expect(object?.problems).toEqual([]);
  });

  test('apply to all namespaces, and before quotas', () => {
    const quota = {
      ...{ apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'q', namespace: 'shop' } },
      spec: { hard: { 'requests.cpu': '2' } },
      status: { hard: { 'requests.cpu': '2' }, used: { 'requests.cpu': '0' } },
    };
    const text = file(deployment({ runtimeClassName: 'kata' }), quota, KATA);
    const files = [parseObjects({ name: 'a.yaml', text })];
    const [object] = inspectObjects(files, { namespace: 'shop' }).objects;
    expect(plain(object?.pod?.requests)).toMatchObject({ cpu: '1250m' });
    expect(object?.problems.map(({ code }) => code)).toEqual(['QUOTA_EXCEEDED']);
  });

  test('say at its place why the API server rejects a Pod', () => {
    const spot = runtimeClass({ scheduling: { nodeSelector: { pool: 'spot' } } }, 'spot');
    expect(problemsOf(KATA, pod({ runtimeClassName: 'gvisor' }))).toEqual([
      'error RUNTIME_CLASS_NOT_FOUND spec.runtimeClassName',
    ]);
    const overhead = { cpu: '1' };
    expect(problemsOf(KATA, deployment({ runtimeClassName: 'kata', overhead }))).toEqual([
      'error OVERHEAD_CONFLICT spec.template.spec.overhead',
    ]);
    expect(problemsOf(pod({ overhead }))).toEqual([
      'error OVERHEAD_WITHOUT_RUNTIME_CLASS spec.overhead',
    ]);
    const nodeSelector = { pool: 'fast' };
    expect(problemsOf(spot, pod({ runtimeClassName: 'spot', nodeSelector }))).toEqual([
      'error NODE_SELECTOR_CONFLICT spec.nodeSelector[pool]',
    ]);
  });

  test('a rejected Pod still has its own amounts', () => {
    const [object] = inspectText(file(KATA, pod({ runtimeClassName: 'gvisor' }))).objects;
    expect(plain(object?.pod?.requests)).toEqual({ cpu: '1' });
  });

  test('are not known if the files have none', () => {
    expect(problemsOf(pod({ runtimeClassName: 'kata', overhead: { cpu: '1' } }))).toEqual([]);
  });

  test('have applied to stored Pods already', () => {
    const stored = pod({ runtimeClassName: 'gvisor' }, { uid: 'u1' });
    expect(problemsOf(KATA, stored)).toEqual([]);
  });

  test('are reported if they cannot be read, and do not count', () => {
    const broken = runtimeClass({ overhead: { podFixed: { cpu: 'much' } } });
    expect(problemsOf(broken, pod({ runtimeClassName: 'kata' }))).toEqual([
      'error INVALID_QUANTITY overhead.podFixed[cpu]',
    ]);
  });
});
