import { countedContainers, podInForce } from '@kubesem/resources/internal';
import { describe, expect, test } from 'vitest';
import { failure } from '../../../../scripts/testing.js';

const amounts = (cpu: string, memory: string) => ({ cpu, memory });
const status = (name: string, requests: object, limits?: object) => ({
  name,
  allocatedResources: requests as {},
  resources: { requests: requests as {}, ...(limits && { limits }) },
});
const resized = (reason: string, spec: object = {}, ofStatus: object = {}) => ({
  spec: {
    initContainers: [
      { name: 'side', restartPolicy: 'Always', resources: { requests: { cpu: '3' } } },
    ],
    containers: [
      null as never,
      { name: 'c', resources: { requests: amounts('2', '1Gi'), limits: amounts('4', '2Gi') } },
      { name: 'd', resources: { requests: { cpu: '1' } } },
    ],
    ephemeralContainers: [{ name: 'e' }],
    ...spec,
  },
  status: {
    conditions: [
      null as never,
      { type: 'PodResizePending', reason },
      { type: 'PodResizePending', reason: 'Infeasible' },
    ],
    containerStatuses: [
      null as never,
      status('c', amounts('500m', '512Mi'), amounts('1', '512Mi')),
      status('c', amounts('7', '7Gi')),
      status('side', { cpu: '700m' }),
    ],
    initContainerStatuses: [status('side', { cpu: '900m' })],
    ...ofStatus,
  },
});

describe('countedContainers', () => {
  const rows = (reason: string) =>
    countedContainers(resized(reason), { useStatusResources: true }).map(
      ({ kind, path, requests, limits }) => `${kind} ${path} ${JSON.stringify([requests, limits])}`,
    );

  test('have the amounts of the status while a resize is infeasible', () => {
    expect(rows('Infeasible')).toEqual([
      'sidecar spec.initContainers[0] [{"cpu":"700m"},{}]',
      'app spec.containers[0] [{},{}]',
      'app spec.containers[1] [{"cpu":"500m","memory":"512Mi"},{"cpu":"1","memory":"512Mi"}]',
      'app spec.containers[2] [{},{}]',
      'ephemeral spec.ephemeralContainers[0] [{},{}]',
    ]);
  });

  test('have the higher amounts while a resize is deferred', () => {
    expect(rows('Deferred')).toEqual([
      'sidecar spec.initContainers[0] [{"cpu":"3"},{}]',
      'app spec.containers[0] [{},{}]',
      'app spec.containers[1] [{"cpu":"2","memory":"1Gi"},{"cpu":"4","memory":"2Gi"}]',
      'app spec.containers[2] [{"cpu":"1"},{}]',
      'ephemeral spec.ephemeralContainers[0] [{},{}]',
    ]);
  });

  test('have the amounts of the spec without the option', () => {
    const [, , app] = countedContainers(resized('Infeasible'));
    expect(JSON.stringify(app?.requests)).toBe('{"cpu":"2","memory":"1Gi"}');
    expect(app?.segments).toEqual(['spec', 'containers', 1]);
  });
});

describe('countedContainers throws with the path of', () => {
  const amount = { requests: { cpu: 'x' } };
  test.each<[string, string, object]>([
    [
      'a container',
      'INVALID_QUANTITY spec.containers[1].resources.requests[cpu]',
      { resources: amount },
    ],
    ['a list', 'INVALID_TYPE spec.containers[1].resources.limits', { resources: { limits: 5 } }],
    [
      'an ephemeral container',
      'INVALID_QUANTITY spec.ephemeralContainers[0].resources.requests[cpu]',
      { ephemeral: amount },
    ],
    [
      'a status',
      'INVALID_QUANTITY status.containerStatuses[1].resources.requests[cpu]',
      { statuses: [{ name: 'a' }, { name: 'b', resources: amount }] },
    ],
  ])('%s: %s', (_of, error, parts) => {
    const { resources, ephemeral, statuses = [] } = parts as { [part: string]: never };
    const pod = {
      spec: {
        containers: [{ name: 'a' }, { name: 'b', resources }],
        ephemeralContainers: [{ name: 'e', resources: ephemeral }],
      },
      status: { containerStatuses: statuses },
    };
    expect(failure(() => countedContainers(pod, { useStatusResources: true }))).toBe(error);
  });
});

describe('podInForce', () => {
  test.each<[string, object]>([
    ['containers[0]', { containers: ['abc'] }],
    ['initContainers[0]', { initContainers: [5] }],
    ['containers', { containers: '' }],
    ['containers[0].resources', { containers: [{ resources: 'abc' }] }],
    [
      'status.containerStatuses[0].resources',
      {
        spec: { containers: [{ name: 'a' }] },
        status: { containerStatuses: [{ name: 'a', resources: 'abc' }] },
      },
    ],
    ['status.resources', { spec: {}, status: { resources: 'abc' } }],
  ])('rejects %s of the wrong type', (path, pod) => {
    expect(failure(() => podInForce(pod))).toBe(`INVALID_TYPE ${path}`);
  });

  test('leaves absent lists absent', () => {
    expect(podInForce({ spec: { nodeName: 'n' } })).toEqual({ spec: { nodeName: 'n' } });
    expect(podInForce({ spec: { containers: [{ name: 'a' }] } }).spec).toStrictEqual({
      containers: [{ name: 'a' }],
    });
  });

  test('has the amounts of the first status of each name', () => {
    const { spec } = podInForce(resized('Deferred'));
    const resourcesOf = (field: 'containers' | 'initContainers') =>
      spec?.[field]?.map(({ resources }) => resources);
    expect(resourcesOf('initContainers')).toEqual([{ requests: { cpu: '700m' } }]);
    expect(resourcesOf('containers')).toEqual([
      undefined,
      { requests: amounts('500m', '512Mi'), limits: amounts('1', '512Mi') },
      { requests: { cpu: '1' } },
    ]);
  });

  test('has the amounts of the whole Pod, which include the overhead, only if its spec has some', () => {
    const spec = { overhead: amounts('100m', '1Mi'), resources: { limits: amounts('8', '8Gi') } };
    const resources = { limits: amounts('3100m', '1025Mi') };
    expect(podInForce(resized('Deferred', spec, { resources })).spec).toMatchObject({
      resources,
      overhead: null,
    });
    expect(podInForce(resized('Deferred', spec)).spec).toMatchObject(spec);
    expect(podInForce(resized('Deferred', {}, { resources })).spec?.resources).toBeUndefined();
  });

  test('does not change the Pod', () => {
    const pod = resized('Deferred');
    const before = JSON.stringify(pod);
    podInForce(pod);
    expect(JSON.stringify(pod)).toBe(before);
  });
});
