import { describe, expect, test } from 'vitest';
import { inspectFiles } from '../inspect-files.js';

const inspect = (object: unknown) => {
  const text = JSON.stringify(object);
  const found = inspectFiles([{ name: 'a.json', text }], { explain: true }).objects[0];
  if (found === undefined) {
    throw new Error('expected an object');
  }
  return found;
};

const pod = (metadata: object, status: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', ...metadata },
  spec: {
    containers: [{ name: 'c', resources: { limits: { cpu: '2', memory: '3Gi' } }, image: 'a:1' }],
  },
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

  describe('while it is resized', () => {
    const amounts = (cpu: string, memory: string) => ({ cpu, memory });
    const status = (name: string, requests: object, limits?: object) => ({
      name,
      allocatedResources: requests,
      resources: { requests, ...(limits && { limits }) },
    });
    const resized = (reason: string, spec: object, ofStatus: object) =>
      inspect({
        ...pod({ uid: 'u1' }),
        spec: {
          initContainers: [
            {
              name: 'side',
              restartPolicy: 'Always',
              resources: { requests: { cpu: '3' } },
              image: 'a:1',
            },
          ],
          containers: [
            null,
            {
              name: 'c',
              resources: { requests: amounts('2', '1Gi'), limits: amounts('4', '2Gi') },
            },
            { name: 'd', resources: { requests: { cpu: '1' } } },
          ],
          ephemeralContainers: [{ name: 'e' }],
          ...spec,
        },
        status: {
          conditions: [
            null,
            { type: 'PodResizePending', reason },
            { type: 'PodResizePending', reason: 'Infeasible' },
          ],
          containerStatuses: [
            null,
            status('c', amounts('500m', '512Mi'), amounts('1', '512Mi')),
            status('c', amounts('7', '7Gi')),
            status('side', { cpu: '700m' }),
          ],
          initContainerStatuses: [status('side', { cpu: '900m' })],
          ...ofStatus,
        },
      }).pod;
    const rows = (report: ReturnType<typeof resized>) =>
      report?.containers.map(({ name, kind, path, requests, limits }) =>
        [kind, name, path.replace(/\D/g, ''), JSON.stringify([requests, limits])].join(' '),
      );

    test('a container counts as it does for the Pod', () => {
      const infeasible = resized('Infeasible', {}, {});
      expect(rows(infeasible)).toEqual([
        'sidecar side 0 [{"cpu":"700m"},{}]',
        'app  0 [{},{}]',
        'app c 1 [{"cpu":"500m","memory":"512Mi"},{"cpu":"1","memory":"512Mi"}]',
        'app d 2 [{},{}]',
        'ephemeral e 0 [{},{}]',
      ]);
      expect(JSON.stringify(infeasible?.requests)).toBe('{"cpu":"1200m","memory":"512Mi"}');
      const deferred = resized('Deferred', {}, {});
      expect(rows(deferred)).toEqual([
        'sidecar side 0 [{"cpu":"3"},{}]',
        'app  0 [{},{}]',
        'app c 1 [{"cpu":"2","memory":"1Gi"},{"cpu":"4","memory":"2Gi"}]',
        'app d 2 [{"cpu":"1"},{}]',
        'ephemeral e 0 [{},{}]',
      ]);
      expect(JSON.stringify(deferred?.requests)).toBe('{"cpu":"6","memory":"1Gi"}');
    });

    test.each(['Infeasible', 'Deferred'])('the cgroups are those in force: %s', (reason) => {
      const { pod: ofPod, containers } = resized(reason, {}, {})?.explanation?.cgroups ?? {};
      expect(
        containers?.map(({ name, cpuShares, cpuQuotaMicroseconds, memoryLimitBytes }) => [
          name,
          cpuShares,
          cpuQuotaMicroseconds,
          memoryLimitBytes,
        ]),
      ).toEqual([
        ['side', 716, undefined, undefined],
        ['', 2, undefined, undefined],
        ['c', 512, 100_000, 512 * 1024 * 1024],
        ['d', 1024, undefined, undefined],
        ['e', 2, undefined, undefined],
      ]);
      expect(ofPod?.cpuShares).toBe(716 + 512 + 1024);
    });

    test('the limits of the Pod as a whole are those in force, and hold its overhead', () => {
      const spec = {
        overhead: amounts('100m', '1Mi'),
        resources: { limits: amounts('8', '8Gi'), requests: amounts('6', '6Gi') },
      };
      const resources = { limits: amounts('3100m', '1025Mi'), requests: amounts('2100m', '1Gi') };
      const cgroup = (ofStatus: object) => {
        const { pod: ofPod } = resized('Deferred', spec, ofStatus)?.explanation?.cgroups ?? {};
        return [ofPod?.cpuShares, ofPod?.cpuQuotaMicroseconds, ofPod?.memoryLimitBytes];
      };
      expect(cgroup({ resources })).toEqual([2150, 310_000, 1025 * 1024 * 1024]);
      expect(cgroup({})).toEqual([6246, 810_000, 8193 * 1024 * 1024]);
      const { status: _, ...unscheduled } = pod({ uid: 'u1' });
      const report = inspect({ ...unscheduled, spec: { ...unscheduled.spec, ...spec } }).pod;
      expect(report?.explanation?.cgroups.pod.cpuShares).toBe(6246);
    });

    test('the status of the whole Pod does not bring limits to one that has none', () => {
      const resources = { limits: amounts('3100m', '1025Mi') };
      const containers = resized('Deferred', {}, { resources })?.explanation?.cgroups.containers;
      expect(containers?.map(({ memoryLimitBytes }) => memoryLimitBytes)).toEqual([
        undefined,
        undefined,
        512 * 1024 * 1024,
        undefined,
        undefined,
      ]);
    });

    test('the status of a manifest counts neither for its containers nor for its cgroups', () => {
      const {
        spec,
        status: ofPod,
        ...rest
      } = pod({}, { containerStatuses: [status('c', { cpu: '1' })] });
      const report = inspect({ ...rest, spec, status: ofPod }).pod;
      expect(JSON.stringify(report?.containers[0]?.requests)).toBe('{"cpu":"2","memory":"3Gi"}');
      expect(report?.explanation?.cgroups.containers[0]?.cpuShares).toBe(2048);
    });
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
          image: 'a:1',
        },
      ],
    };
    const burstable = inspect({ ...pod({ uid: 'u1' }, { qosClass: 'Burstable' }), spec });
    expect(burstable.pod?.qosClass).toBe('Burstable');
    // Kubernetes shows any stored class as it is.
    const other = inspect(pod({ uid: 'u1' }, { qosClass: 'Best' }));
    expect(other.pod?.qosClass).toBe('Best');
    expect(other.problems.map(({ code }) => code)).toEqual(['STATUS_DIFFERS']);
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
    inspectFiles([
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
