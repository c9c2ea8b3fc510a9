import type { Container, PodLike, ResourceList } from '@kubesem/core';
import { explainPodQosClass, podQosClass } from '@kubesem/qos';
import { PodResourcesError } from '@kubesem/resources';
import { describe, expect, test } from 'vitest';

const small = { cpu: '500m', memory: '128Mi' };

function both(list: ResourceList): Container {
  return { resources: { requests: list, limits: list } };
}

describe('podQosClass', () => {
  test.each<[string, Container, string]>([
    ['nothing', {}, 'BestEffort'],
    ['resources that are null', { resources: null }, 'BestEffort'],
    ['empty lists', both({}), 'BestEffort'],
    ['other resources', both({ 'example.com/gpu': 1, 'ephemeral-storage': '1Gi' }), 'BestEffort'],
    ['zero', both({ cpu: '0', memory: 0 }), 'BestEffort'],
    ['equal requests and limits', both(small), 'Guaranteed'],
    [
      'equal ones that are written otherwise',
      { resources: { requests: small, limits: { cpu: 0.5, memory: '131072Ki' } } },
      'Guaranteed',
    ],
    [
      'equal ones and other resources',
      { resources: { requests: small, limits: { ...small, pods: 1 } } },
      'Guaranteed',
    ],
    ['cpu alone', both({ cpu: '1' }), 'Burstable'],
    ['memory alone, and cpu of zero', both({ cpu: 0, memory: '1Gi' }), 'Burstable'],
    ['requests alone', { resources: { requests: small } }, 'Burstable'],
    [
      'a lower request of memory',
      { resources: { requests: { ...small, memory: '1Mi' }, limits: small } },
      'Burstable',
    ],
    ['limits alone, without the defaults', { resources: { limits: small } }, 'Burstable'],
  ])('of one container with %s', (_name, container, expected) => {
    expect(podQosClass({ containers: [container] })).toBe(expected);
    expect(podQosClass({ spec: { initContainers: [container] } })).toBe(expected);
    const sidecar = { ...container, restartPolicy: 'Always' };
    expect(podQosClass({ metadata: {}, spec: { initContainers: [sidecar] } })).toBe(expected);
  });

  test('containers are judged one by one, and not by their sums as up to 1.36', () => {
    const containers = [
      { resources: { requests: { cpu: 1, memory: 1 }, limits: { cpu: 2, memory: 2 } } },
      { resources: { requests: { cpu: 2, memory: 2 }, limits: { cpu: 1, memory: 1 } } },
    ];
    expect(podQosClass({ containers })).toBe('Burstable');
  });

  test('one container that differs makes the Pod Burstable, an init container too', () => {
    expect(podQosClass({ containers: [both(small), {}] })).toBe('Burstable');
    expect(podQosClass({ containers: [both(small)], initContainers: [{}] })).toBe('Burstable');
    expect(podQosClass({ containers: [{}], initContainers: [both(small)] })).toBe('Burstable');
    expect(podQosClass({ containers: [both(small), both({ cpu: 7, memory: 9 })] })).toBe(
      'Guaranteed',
    );
  });

  test('ephemeral containers do not count', () => {
    const containers = [both(small)];
    expect(podQosClass({ containers, ephemeralContainers: [{}] })).toBe('Guaranteed');
    expect(podQosClass({ containers: [], ephemeralContainers: containers })).toBe('BestEffort');
  });

  test('Pod-level resources are judged instead of the containers', () => {
    const containers = [both(small)];
    expect(podQosClass({ containers, resources: { requests: { cpu: 1 } } })).toBe('Burstable');
    expect(podQosClass({ containers: [{}], ...both(small) })).toBe('Guaranteed');
    expect(podQosClass({ containers, ...both({ 'hugepages-2Mi': '2Mi' }) })).toBe('BestEffort');
  });

  test.each([
    ['null', null],
    ['empty', {}],
    ['claims alone', { claims: [{ name: 'gpu' }] }],
    ['other resources', { limits: { 'ephemeral-storage': '1Gi' } }],
  ])('Pod-level resources that are %s are not', (_name, resources) => {
    expect(podQosClass({ containers: [both(small)], resources })).toBe('Guaranteed');
  });

  test('overhead does not count', () => {
    expect(podQosClass({ containers: [{}], overhead: { cpu: '1' } })).toBe('BestEffort');
  });

  test('the status is not looked at: the class is computed', () => {
    const status = { qosClass: 'Guaranteed' };
    expect(podQosClass({ spec: { containers: [{}] }, status })).toBe('BestEffort');
  });

  test.each<[string, string, PodLike]>([
    [
      'INVALID_QUANTITY',
      'spec.containers[1].resources.requests.cpu',
      { spec: { containers: [{}, both({ cpu: 'x' })] } },
    ],
    [
      'INVALID_QUANTITY',
      'resources.requests.memory',
      { resources: { requests: { memory: '1GB' } } },
    ],
    [
      'INVALID_QUANTITY',
      'spec.containers[0].resources.limits.cpu',
      { spec: { containers: [{ resources: { limits: { cpu: '1 Gi' } } }] } },
    ],
    ['INVALID_TYPE', 'initContainers', { initContainers: {} as never }],
    [
      'INVALID_TYPE',
      'containers[0].resources.limits',
      { containers: [{ resources: { limits: 1 as never } }] },
    ],
    ['INVALID_TYPE', 'resources', { resources: 'all' as never }],
  ])('throws %s at %s', (code, path, pod) => {
    const error = expect.objectContaining({ code, path });
    expect(() => podQosClass(pod)).toThrow(PodResourcesError);
    expect(() => podQosClass(pod)).toThrow(error);
    expect(() => explainPodQosClass(pod)).toThrow(error);
  });

  test('an amount that does not count may be broken', () => {
    expect(podQosClass({ containers: [both({ ...small, 'example.com/gpu': 'x' })] })).toBe(
      'Guaranteed',
    );
  });

  test('throws NOT_A_POD for an object of another kind', () => {
    const error = expect.objectContaining({ code: 'NOT_A_POD' });
    expect(() => podQosClass({ kind: 'Service' })).toThrow(error);
  });
});
