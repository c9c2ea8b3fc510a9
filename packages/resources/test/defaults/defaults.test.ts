import type { PodSpec, ResourceRequirements } from '@kubesem/core';
import { applyResourceDefaults } from '@kubesem/resources';
import { describe, expect, test } from 'vitest';
import { text } from '../../../../scripts/testing.js';
import { asking, limited, sidecar } from '../pods.js';

/** The Pod-level resources after the defaults. */
function podLevel(spec: PodSpec): ResourceRequirements | null | undefined {
  return text(applyResourceDefaults({ spec }).spec?.resources ?? null) as ResourceRequirements;
}

describe('applyResourceDefaults', () => {
  test('fills in requests from limits, for all but ephemeral containers; zero is a request', () => {
    const resources = { limits: { cpu: '2', memory: '1Gi' }, requests: { cpu: '0' } };
    const spec = {
      initContainers: [limited('init', { cpu: '3' }), sidecar(limited('proxy', { cpu: '4' }))],
      containers: [{ name: 'web', resources }],
      ephemeralContainers: [limited('debug', { cpu: '5' })],
    };
    expect(text(applyResourceDefaults({ spec }).spec)).toEqual({
      initContainers: [
        { name: 'init', resources: { limits: { cpu: '3' }, requests: { cpu: '3' } } },
        {
          name: 'proxy',
          restartPolicy: 'Always',
          resources: { limits: { cpu: '4' }, requests: { cpu: '4' } },
        },
      ],
      containers: [
        {
          name: 'web',
          resources: { limits: { cpu: '2', memory: '1Gi' }, requests: { cpu: '0', memory: '1Gi' } },
        },
      ],
      ephemeralContainers: [{ name: 'debug', resources: { limits: { cpu: '5' } } }],
    });
  });

  test('rounds every amount up to thousandths, away from zero', () => {
    const amounts = { cpu: '0.5m', memory: '1.0001m', 'example.com/a': '-1u' };
    const rounded = { cpu: '1m', memory: '2m', 'example.com/a': '-1m' };
    const list = { requests: amounts, limits: amounts };
    const roundedList = { requests: rounded, limits: rounded };
    const entry = { name: 'web', allocatedResources: amounts, resources: list };
    const roundedEntry = { name: 'web', allocatedResources: rounded, resources: roundedList };
    const pod = {
      spec: {
        containers: [{ name: 'web', resources: list }],
        ephemeralContainers: [{ name: 'debug', resources: list }],
        overhead: amounts,
        resources: list,
      },
      status: {
        containerStatuses: [entry],
        initContainerStatuses: [entry],
        ephemeralContainerStatuses: [entry],
        allocatedResources: amounts,
        resources: list,
      },
    };
    expect(text(applyResourceDefaults(pod))).toEqual({
      apiVersion: 'v1',
      kind: 'Pod',
      spec: {
        containers: [{ name: 'web', resources: roundedList }],
        ephemeralContainers: [{ name: 'debug', resources: roundedList }],
        overhead: rounded,
        resources: roundedList,
      },
      status: {
        containerStatuses: [roundedEntry],
        initContainerStatuses: [roundedEntry],
        ephemeralContainerStatuses: [roundedEntry],
        allocatedResources: rounded,
        resources: roundedList,
      },
    });
  });

  test('amounts come back as canonical text, whatever they were', () => {
    const spec = {
      containers: [asking('web', { cpu: 0.1, memory: BigInt(1024), a: null, b: '1e3' })],
    };
    expect(text(applyResourceDefaults(spec).containers)).toEqual([
      asking('web', { cpu: '100m', memory: '1024', a: '0', b: '1e3' }),
    ]);
  });

  test('a template becomes a Pod, a spec stays one, and so do all other fields', () => {
    const metadata = { labels: { app: 'web' } };
    const spec = { restartPolicy: 'Never', containers: [{ image: 'web:1', name: 'web' }] };
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata, spec };
    expect(applyResourceDefaults({ metadata, spec })).toEqual(pod);
    expect(applyResourceDefaults(spec)).toEqual(spec);
    expect(applyResourceDefaults(pod)).toEqual(pod);
  });

  test('fields that are absent or empty stay so', () => {
    const containers = [{ resources: { limits: {}, requests: null }, name: null }, {}];
    const spec = { containers, initContainers: null, overhead: null };
    const pod = applyResourceDefaults({ spec, status: null });
    expect(text(pod)).toEqual({
      apiVersion: 'v1',
      kind: 'Pod',
      spec,
      status: null,
    });
  });
});

describe('the defaults of Pod-level resources', () => {
  const both = (list: { [name: string]: string }) => ({ requests: list, limits: list });

  test('are none unless a request or a limit is set', () => {
    const containers = [limited('web', { cpu: '1' })];
    expect(podLevel({ containers })).toBe(null);
    expect(podLevel({ containers, resources: { requests: {} } })).toEqual({ requests: {} });
    expect(podLevel({ containers, resources: { claims: [] } })).toEqual({ claims: [] });
  });

  test('a limit that equals the request is filled in as the containers write it', () => {
    const containers = [limited('web', { memory: 1073741824 })];
    expect(podLevel({ containers, resources: { requests: { memory: '1Gi' } } })).toEqual({
      requests: { memory: '1Gi' },
      limits: { memory: '1073741824' },
    });
  });

  test('keep the claims, of the containers and of the Pod', () => {
    const claims = [{ name: 'gpu', request: 'half' }, { name: 'nic' }];
    const resourceClaims = [{ name: 'gpu', resourceClaimName: 'my-gpu' }];
    const resources = { limits: { cpu: '1' }, claims };
    const spec = { containers: [{ name: 'web', resources }], resourceClaims, resources };
    const defaulted = { limits: { cpu: '1' }, requests: { cpu: '1' }, claims };
    expect(text(applyResourceDefaults({ spec }).spec)).toEqual({
      containers: [{ name: 'web', resources: defaulted }],
      resourceClaims,
      resources: defaulted,
    });
  });

  test('requests of cpu and memory are what the containers request together', () => {
    const spec = {
      containers: [asking('a', { cpu: '1', 'example.com/gpu': 1 }), asking('b', { cpu: '500m' })],
      resources: { limits: { memory: '4Gi' } },
    };
    expect(podLevel(spec)).toEqual({
      requests: { cpu: '1500m', memory: '4Gi' },
      limits: { memory: '4Gi' },
    });
  });

  test('a limit gives a request only where the containers give none', () => {
    const spec = {
      containers: [asking('a', { memory: '1Gi' })],
      resources: { limits: { cpu: '3', memory: '4Gi' } },
    };
    expect(podLevel(spec)?.requests).toEqual({ cpu: '3', memory: '1Gi' });
  });

  test('a request gets a limit if every container has one, init and ephemeral containers too', () => {
    const spec = {
      initContainers: [sidecar(limited('proxy', { cpu: '1', memory: '1Gi' }))],
      containers: [limited('web', { cpu: '2', memory: '2Gi' })],
      resources: { requests: { cpu: '1', memory: '8Gi' } },
    };
    // The sum, or the request if that is higher.
    expect(podLevel(spec)?.limits).toEqual({ cpu: '3', memory: '8Gi' });
    const containers = [...spec.containers, limited('log', { cpu: '10m' })];
    expect(podLevel({ ...spec, containers })?.limits).toEqual({ cpu: '3010m' });
    expect(podLevel({ ...spec, ephemeralContainers: [{ name: 'debug' }] })?.limits).toBe(undefined);
  });

  test('huge pages of containers become limits and requests', () => {
    const spec = {
      containers: [
        limited('a', { 'hugepages-2Mi': '4Mi' }),
        limited('b', { 'hugepages-2Mi': '2Mi' }),
      ],
      resources: { requests: { memory: '1Gi' } },
    };
    const hugePages = { 'hugepages-2Mi': '6Mi' };
    expect(podLevel(spec)).toEqual({
      requests: { memory: '1Gi', ...hugePages },
      limits: hugePages,
    });
    const resources = both({ 'hugepages-2Mi': '16Mi' });
    expect(podLevel({ ...spec, resources })).toEqual(resources);
    const requested = { requests: { 'hugepages-2Mi': '8Mi' } };
    expect(podLevel({ ...spec, resources: requested })).toEqual(both({ 'hugepages-2Mi': '8Mi' }));
  });

  test('resources that cannot be set for a whole Pod start them and get none', () => {
    const spec = {
      containers: [limited('web', { cpu: '2', 'example.com/gpu': '1' })],
      resources: { requests: { 'example.com/gpu': '9' } },
    };
    expect(podLevel(spec)).toEqual({
      requests: { 'example.com/gpu': '9', cpu: '2' },
      limits: { cpu: '2' },
    });
  });
});
