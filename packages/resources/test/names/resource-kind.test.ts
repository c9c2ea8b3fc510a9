import { type ResourceKind, resourceAmountErrors, resourceKind } from '@kubesem/resources';
import { isIntegerResource, isOvercommitAllowed } from '@kubesem/resources/internal';
import { describe, expect, test } from 'vitest';

const NAMES: { readonly [kind in ResourceKind]: readonly string[] } = {
  native: [
    ...['cpu', 'memory', 'ephemeral-storage', 'pods', 'storage', 'gpu', 'x.kubernetes.io/gpu'],
    ...['services.x', 'secretsx', 'xsecrets', 'persistentvolumeclaimsx', 'hugerequests.pages-1'],
  ],
  hugepages: ['hugepages-2Mi', 'hugepages-1Gi'],
  attachableVolumes: ['attachable-volumes-csi-ebs'],
  extended: [
    'nvidia.com/gpu',
    'kubernetes.iox/gpu',
    'limits.example.com/a',
    'dongle.example/a.b_c',
  ],
  quota: [
    ...['requests.nvidia.com/gpu', 'requests.cpu', 'limits.memory', 'requests.hugepages-2Mi'],
    ...['count/pods', 'count/deployments.apps', 'services', 'services.nodeports', 'secrets'],
    ...['count/myevents', 'count/eventsources'],
    ...[
      'persistentvolumeclaims',
      'requests.storage',
      'gold.storageclass.storage.k8s.io/requests.storage',
      'memory.storageclass.storage.k8s.io/requests.storage',
    ],
    ...[
      'requests.deviceclass.resource.kubernetes.io/gpus',
      'gpus.deviceclass.resource.k8s.io/devices',
    ],
  ],
  invalid: ['', 'nvidia.com/', 'a/b/c', 'Nvidia.com/gpu', '-cpu', 'x y'],
};

describe.each(Object.keys(NAMES) as ResourceKind[])('%s', (kind) => {
  test.each(NAMES[kind].map((name) => [name]))('%j', (name) => {
    expect(resourceKind(name)).toBe(kind);
  });
});

test.each([
  ['what no quota counts', 'count/events', 'extended'],
  ['nor this', 'count/events.events.k8s.io', 'extended'],
  ['nor that', 'count/subjectaccessreviews.authorization.k8s.io', 'extended'],
  ['nor that of a namespace', 'count/localsubjectaccessreviews.authorization.k8s.io', 'extended'],
  ['limits of huge pages are nothing that quotas know', 'limits.hugepages-2Mi', 'native'],
  ['names of objects are names like others', 'constructor', 'native'],
  ['they can be counted', 'count/constructor', 'quota'],
])('%s', (_, name, kind) => {
  expect(resourceKind(name)).toBe(kind);
});

test.each([
  ['cpu', true, false],
  ['pods', true, true],
  ['hugepages-2Mi', false, false],
  ['nvidia.com/gpu', false, true],
  ['example.kubernetes.io/gpu', true, false],
  ['requests.nvidia.com/gpu', false, false],
])('%s', (name, canOvercommit, isInteger) => {
  expect(isOvercommitAllowed(name)).toBe(canOvercommit);
  expect(isIntegerResource(name)).toBe(isInteger);
});

test.each([
  ['example.com/foo', '3', []],
  ['example.com/foo', '3000m', []],
  ['example.com/foo', '3Ki', []],
  ['example.com/foo', '0.5', ['FRACTIONAL_EXTENDED_RESOURCE']],
  ['example.com/foo', '1500m', ['FRACTIONAL_EXTENDED_RESOURCE']],
  ['example.com/foo', '-1500m', ['NEGATIVE', 'FRACTIONAL_EXTENDED_RESOURCE']],
  ['cpu', '1500m', []],
  ['cpu', '-1', ['NEGATIVE']],
  ['pods', '1k', []],
  ['hugepages-2Mi', '4Mi', []],
  ['hugepages-2Mi', '3Mi', ['HUGE_PAGES_NOT_MULTIPLE']],
])('%s of %s', (name, amount, codes) => {
  expect(resourceAmountErrors(name, amount)).toEqual(codes);
});
