import {
  applyLimitRanges,
  applyQuotaStatus,
  checkQuota,
  claimLimitRangeViolations,
  explainQuotaUsage,
  podLimitRangeViolations,
  quotaUsage,
} from '@kubesem/admission';
import { fieldPath, KubesemError } from '@kubesem/core';
import { explainNodeAllocation } from '@kubesem/nodes';
import { emptyDirVolumes, localStorageEviction } from '@kubesem/qos';
import { resourceFieldValue } from '@kubesem/resources';
import { describe, expect, test } from 'vitest';
import { broken, places } from './places.js';

const resources = {
  requests: { cpu: '1', memory: '2Gi', 'ephemeral-storage': '3Gi' },
  limits: { cpu: '4', memory: '5Gi', 'ephemeral-storage': '6Gi' },
};

const limitRange = {
  metadata: { name: 'bounds' },
  spec: {
    limits: [
      {
        type: 'Container',
        max: { cpu: '7' },
        min: { cpu: '100m' },
        default: { 'hugepages-2Mi': '2Mi' },
        defaultRequest: { memory: '1Gi' },
        maxLimitRequestRatio: { cpu: '8' },
      },
      { type: 'Pod', max: { memory: '9Gi' } },
      { type: 'PersistentVolumeClaim', min: { storage: '10Gi' } },
    ],
  },
};

const storageClaim = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  spec: { storageClassName: 'gold', resources: { requests: { storage: '11Gi' } } },
  status: { allocatedResources: { storage: '12Gi' } },
};

const podToBound = {
  metadata: { annotations: { a: 'b' } },
  spec: {
    containers: [{ name: 'app', resources }],
    initContainers: [{ name: 'init' }],
    resources: { requests: { cpu: '13' }, limits: { memory: '14Gi' } },
  },
};

const service = {
  apiVersion: 'v1',
  kind: 'Service',
  spec: { type: 'LoadBalancer', ports: [{ nodePort: 30000 }] },
};

const podToCount = {
  kind: 'Pod',
  spec: {
    containers: [{ name: 'app', resources: { limits: { memory: '15' } } }],
    affinity: {
      podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [] },
      podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] },
    },
  },
};

const quota = {
  spec: {
    hard: { pods: '16', services: '17', 'requests.storage': '18' },
    scopes: ['CrossNamespacePodAffinity', 'NotBestEffort'],
    scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', values: ['high'] }] },
  },
  status: { hard: { pods: '19' }, used: { pods: '2' } },
};
const open = { spec: { hard: quota.spec.hard } };

const podInMemory = {
  spec: {
    containers: [
      { name: 'app', resources: { limits: { memory: '20Gi' } } },
      { name: 'log', resources: { limits: { memory: '26Gi' } } },
    ],
    volumes: [{ name: 'cache', emptyDir: { medium: 'Memory', sizeLimit: '21Gi' } }],
  },
};

const podOnDisk = {
  metadata: { annotations: { a: 'b' } },
  spec: {
    initContainers: [{ name: 'proxy', restartPolicy: 'Always', resources }],
    ephemeralContainers: [
      { name: 'debug', resources: { limits: { 'ephemeral-storage': '32Gi' } } },
    ],
  },
};
const stats = {
  volume: [{ name: 'cache', usedBytes: 22 }],
  'ephemeral-storage': { usedBytes: 23 },
  containers: [{ name: 'proxy', logs: { usedBytes: 24 }, rootfs: { usedBytes: 25 } }],
};

const podToAsk = {
  spec: {
    containers: [{ name: 'app', resources: { requests: { cpu: '1' } } }],
    resources: { limits: { cpu: '27' } },
  },
};
const selector = { containerName: 'app', resource: 'limits.cpu', divisor: '1m' };
const request = { ...selector, resource: 'requests.cpu' };
const nodeAllocatable = { cpu: '28', memory: '29Gi' };

const pod = {
  metadata: { name: 'web', namespace: 'shop' },
  spec: { nodeName: 'n1', containers: [] },
  status: { phase: 'Running' },
};
const node = { metadata: { name: 'n1' }, status: { allocatable: { cpu: '30' }, capacity: {} } };

/** What is read, with each of its fields broken in turn; what reads it; which fields must be told; and from where on. */
const readers: readonly (readonly [string, object, (value: never) => unknown, RegExp, string])[] = [
  [
    'defaults of a LimitRange',
    limitRange,
    (value) => applyLimitRanges({ containers: [{ name: 'app' }] }, [{}, value]),
    /^spec\.limits(\[\d\]|\[0\]\.(max|min|default|defaultRequest)(\W.*)?)?$/,
    'limitRanges[1].',
  ],
  [
    'bounds of a LimitRange',
    limitRange,
    (value) => [
      podLimitRangeViolations({ spec: podToBound.spec }, [{}, value]),
      claimLimitRangeViolations(storageClaim, [{}, value]),
    ],
    /^(metadata\.name|spec\.limits(\[\d\](\.(max|min|maxLimitRequestRatio)(\.cpu)?)?)?)$/,
    'limitRanges[1].',
  ],
  [
    'a Pod to fill in',
    podToBound,
    (value) => applyLimitRanges(value, [limitRange]),
    /^(metadata(\.annotations)?|spec\.\w+ontainers(\[0\](\.(name|resources(\.\w+)?))?)?)$/,
    '',
  ],
  [
    'the spec of a Pod to fill in',
    podToBound.spec,
    (value) => applyLimitRanges(value, [limitRange]),
    /^\w+ontainers(\[0\](\.(name|resources(\.\w+)?))?)?$/,
    '',
  ],
  [
    'a bounded Pod',
    podToBound,
    (value) => podLimitRangeViolations(value, [limitRange]),
    /^spec\.(\w+ontainers(\[0\](\.(name|resources))?)?$|.*(cpu|memory|storage]|requests|limits)$)/,
    '',
  ],
  [
    'a bounded claim',
    storageClaim,
    (value) => claimLimitRangeViolations(value, [limitRange]),
    /^spec(\.resources(\.requests(\.storage)?)?)?$/,
    '',
  ],
  [
    'a claim to count',
    storageClaim,
    (value) => quotaUsage(open, [service, value]),
    /^(apiVersion|kind|spec\.storageClassName|(spec\.resources\.requests|status\.\w+)(\.storage)?)$/,
    'objects[1].',
  ],
  [
    'a Service to count',
    service,
    (value) => quotaUsage(open, [value]),
    /^(apiVersion|kind|spec\.(type|ports))$/,
    'objects[0].',
  ],
  [
    'a Pod to count',
    podToCount,
    (value) => quotaUsage({ spec: { ...quota.spec, scopeSelector: null } }, [value]),
    /^spec\.(containers.*(resources.*|\])|affinity\.\w+(\.\w+)?)$/,
    'objects[0].',
  ],
  [
    'a quota',
    quota,
    (value) => quotaUsage(value, []),
    /^spec\.(hard|scopes$|.*(matchExpressions|s\[0\]\.values|Expressions\[0\])$)/,
    '',
  ],
  [
    'a quota to explain',
    quota,
    (value) => explainQuotaUsage(value, []),
    /^(spec\.hard|status\.used)/,
    '',
  ],
  ['the status of a quota', quota, (value) => applyQuotaStatus(value, []), /^status\.used/, ''],
  [
    'a quota to hold against',
    quota,
    (value) => checkQuota([{}, value], podToCount),
    /^(spec\.(scopes$|.*(matchExpressions|s\[0\]\.values|Expressions\[0\])$)|status\.(hard|used))/,
    'quotas[1].',
  ],
  [
    'volumes in memory',
    podInMemory,
    (value) => emptyDirVolumes(value, { nodeAllocatable }),
    /^spec\.(volumes(\[0\].*)?|containers(\[\d\].*)?)$/,
    '',
  ],
  [
    'volumes in memory of a Pod that is limited as a whole',
    { ...podInMemory.spec, resources: { requests: { cpu: '1' }, limits: { memory: '31Gi' } } },
    (value) => emptyDirVolumes(value),
    /^(volumes(\[0\].*)?|resources.*)$/,
    '',
  ],
  [
    'volumes of a spec',
    podInMemory.spec,
    (value) => emptyDirVolumes(value),
    /^volumes(\[0\].*)?$/,
    '',
  ],
  [
    'a Pod that writes to disk',
    podOnDisk,
    (value) => localStorageEviction(value, stats),
    /^(metadata\.annotations|spec\..*(ontainers|\[0\]|name|Policy|limits|limits\[.*))$/,
    '',
  ],
  [
    'what a Pod uses of the disk',
    stats,
    (value) => localStorageEviction(podOnDisk, value),
    /^(volume(\[0\](\.usedBytes)?)?|.*(storage\]?|containers|\[0\]|logs|rootfs|usedBytes))$|rs\[0\]\.name/,
    '',
  ],
  [
    'a Pod that is asked for a request',
    podToAsk,
    (value) => resourceFieldValue(value, request),
    /^spec\.containers(\[0\](\.(name|resources(\.requests(\.cpu)?)?))?)?$/,
    '',
  ],
  [
    'a Pod that is asked for a limit',
    podToAsk,
    (value) => resourceFieldValue(value, selector, { container: 'app' }),
    /^spec\.resources(\.limits(\.cpu)?)?$/,
    '',
  ],
  ['a selector', selector, (value) => resourceFieldValue(podToAsk, value), /./, ''],
  [
    'a node that is asked',
    { nodeAllocatable },
    (options) => resourceFieldValue(podToAsk, selector, options),
    /^nodeAllocatable(\.cpu)?$/,
    '',
  ],
  [
    'a node with memory',
    { nodeAllocatable },
    (options) => emptyDirVolumes(podInMemory, options),
    /^nodeAllocatable(\.memory)?$/,
    '',
  ],
  [
    'a Pod on a node',
    pod,
    (value) => explainNodeAllocation(node, [value]),
    /^(metadata|status|spec\.nodeName|spec\.containers)/,
    '',
  ],
  [
    'a node',
    node,
    (value) => explainNodeAllocation(value, []),
    /^(metadata|status\.allocatable)/,
    '',
  ],
];

/** The path of the field that cannot be read; undefined if nothing is wrong. */
function refusedPath(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(KubesemError);
    return (error as KubesemError).path;
  }
}

describe.each(readers)('%s', (_, value, read, mustRefuse, prefix) => {
  const fields = places(value).map((place) => [fieldPath(...place), place] as const);

  test('can be read', () => {
    expect(refusedPath(() => read(value as never))).toBeUndefined();
  });

  test.each(fields)('%s is named by its path where it cannot be read', (path, place) => {
    const refused = refusedPath(() => read(broken(value, place) as never));
    expect(refused).toBe(
      refused !== undefined || mustRefuse.test(path) ? prefix + path : undefined,
    );
  });
});
