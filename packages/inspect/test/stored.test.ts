import { inspectManifests } from '@kubesem/inspect';
import { describe, expect, test } from 'vitest';

const inspect = (object: unknown) => {
  const text = JSON.stringify(object);
  const found = inspectManifests([{ name: 'a.json', text }], { explain: true }).objects[0];
  if (found === undefined) throw new Error('expected an object');
  return found;
};

const pod = (metadata: object, status: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', ...metadata },
  spec: { containers: [{ name: 'c', resources: { limits: { cpu: '2', memory: '3Gi' } } }] },
  status,
});

describe('a stored Pod is taken as it is', () => {
  test('it gets no defaults', () => {
    const { origin, defaulted, pod: report } = inspect(pod({ uid: 'u1' }));
    expect({ origin, defaulted }).toEqual({ origin: 'stored', defaulted: false });
    expect(JSON.stringify(report?.requests)).toBe('{}');
    expect(report?.qosClass).toBe('Burstable');
  });

  test.each([
    ['nothing', {}],
    ['an empty uid', { uid: '' }],
    ['what kubectl and code generators leave in manifests', { creationTimestamp: null, uid: null }],
    ['a resource version alone', { resourceVersion: '5', generation: 3 }],
  ])('%s does not make it stored', (_, metadata) => {
    const { origin, defaulted, pod: report } = inspect(pod(metadata));
    expect({ origin, defaulted }).toEqual({ origin: 'manifest', defaulted: true });
    expect(JSON.stringify(report?.requests)).toBe('{"cpu":"2","memory":"3Gi"}');
    expect(report?.qosClass).toBe('Guaranteed');
  });

  test('what a resize has granted counts, as in kubectl describe node', () => {
    const status = {
      containerStatuses: [
        {
          name: 'c',
          allocatedResources: { cpu: '4' },
          resources: { requests: { cpu: '5' }, limits: { cpu: '7', memory: '3Gi' } },
        },
      ],
    };
    const stored = inspect(pod({ uid: 'u1' }, status)).pod;
    expect(JSON.stringify([stored?.requests, stored?.limits])).toBe(
      '[{"cpu":"5"},{"cpu":"7","memory":"3Gi"}]',
    );
    expect(stored?.explanation?.requests.cpu?.sources.map(({ source }) => source)).toContain(
      'actuated',
    );
    const manifest = inspect(pod({}, status)).pod;
    expect(JSON.stringify(manifest?.limits)).toBe('{"cpu":"2","memory":"3Gi"}');
  });

  test('its class is the one that was fixed, and a difference is said', () => {
    const found = inspect(pod({ uid: 'u1' }, { qosClass: 'BestEffort' }));
    expect(found.pod?.qosClass).toBe('BestEffort');
    expect(found.problems).toMatchObject([
      { severity: 'warning', code: 'STATUS_DIFFERS', path: 'status.qosClass' },
    ]);
    expect(inspect(pod({ uid: 'u1' }, { qosClass: 'Burstable' })).problems).toEqual([]);
    expect(inspect(pod({}, { qosClass: 'BestEffort' })).pod?.qosClass).toBe('Guaranteed');
    const guaranteed = inspect(pod({ uid: 'u1' }, { qosClass: 'Guaranteed' }));
    expect(guaranteed.pod?.qosClass).toBe('Guaranteed');
    const spec = {
      containers: [
        {
          name: 'c',
          resources: { limits: { cpu: 1, memory: 2 }, requests: { cpu: 1, memory: 2 } },
        },
      ],
    };
    const burstable = inspect({ ...pod({ uid: 'u1' }, { qosClass: 'Burstable' }), spec });
    expect(burstable.pod?.qosClass).toBe('Burstable');
    // A word that is no class is none.
    const other = inspect(pod({ uid: 'u1' }, { qosClass: 'Best' }));
    expect([other.pod?.qosClass, other.problems]).toEqual(['Burstable', []]);
  });

  test.each(['Succeeded', 'Failed'])('once it has %s it holds nothing', (phase) => {
    expect(inspect(pod({ uid: 'u1' }, { phase })).pods).toEqual({
      count: 0,
      per: 'object',
      reason: 'FINISHED',
    });
  });
});

test('the template of a stored workload gets its defaults when a Pod is made from it', () => {
  const { metadata, spec } = pod({ uid: 'u2' });
  const found = inspect({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata,
    spec: { template: { spec } },
  });
  expect(found).toMatchObject({ origin: 'stored', defaulted: true, uid: 'u2' });
  expect(found.pod?.qosClass).toBe('Guaranteed');
});

test('a stored Job needs only what has yet to succeed', () => {
  const { metadata, spec } = pod({ uid: 'u3' });
  const job = (status: object) =>
    inspect({
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata,
      spec: { completions: 5, parallelism: 3, template: { spec } },
      status,
    }).pods;
  expect(job({ succeeded: 1 })).toEqual({ count: 3, per: 'object' });
  expect(job({ succeeded: 4 })).toEqual({ count: 1, per: 'object' });
  expect(job({ conditions: [{ type: 'Complete', status: 'True' }] })).toMatchObject({
    count: 0,
    reason: 'FINISHED',
  });
  expect(job({ conditions: [{ type: 'Failed', status: 'False' }] })).toEqual({
    count: 3,
    per: 'object',
  });
});

test('the status of a manifest means nothing: the API server drops it', () => {
  const pods = (uid: string, kind: string, status: string) =>
    inspectManifests([
      {
        name: 'a.yaml',
        text: `{kind: ${kind}, metadata: {name: a${uid}}, status: ${status}, ${
          kind === 'Pod'
            ? 'apiVersion: v1, spec: {containers: []}'
            : 'apiVersion: batch/v1, spec: {parallelism: 2, completions: 3, template: {spec: {containers: []}}}'
        }}`,
      },
    ]).objects[0]?.pods.count;
  expect(pods('', 'Pod', '{phase: Failed}')).toBe(1);
  expect(pods(', uid: u', 'Pod', '{phase: Failed}')).toBe(0);
  expect(pods('', 'Job', '{succeeded: 2}')).toBe(2);
  expect(pods(', uid: u', 'Job', '{succeeded: 2}')).toBe(1);
});
