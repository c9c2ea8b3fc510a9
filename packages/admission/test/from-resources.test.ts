// Every field that is read of a LimitRange, a quota, and the objects that they bound or count.
import {
  applyLimitRanges,
  applyQuotaStatus,
  checkQuota,
  claimLimitRangeViolations,
  explainQuotaUsage,
  podLimitRangeViolations,
  quotaUsage,
} from '@kubesem/admission';
import { FieldError, formatFieldPath } from '@kubesem/core';
import { describe, expect, test } from 'vitest';

/** Where something stands in an object. */
type Path = readonly (string | number)[];

/** The places of all values in an object. */
function places(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) {
    return [path];
  }
  const keys: Path = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  const inner = keys.flatMap((key) => places((value as never)[key], [...path, key]));
  return path.length === 0 ? inner : [path, ...inner];
}

/** A copy in which `true`, which nothing here may be, stands at a place. */
function broken(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) {
    return true;
  }
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  (copy as never as { [key: string]: unknown })[key] = broken((value as never)[key], rest);
  return copy;
}

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

/** An object, each of whose fields is broken in turn; what reads it; which fields must be rejected; and the path before them. */
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
];

/** The path of the field that cannot be read; undefined if nothing is wrong. */
function rejectedPath(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(FieldError);
    return (error as FieldError).problem.path;
  }
}

describe.each(readers)('%s', (_, value, read, mustReject, prefix) => {
  const fields = places(value).map((place) => [formatFieldPath(place), place] as const);

  test('can be read', () => {
    expect(rejectedPath(() => read(value as never))).toBeUndefined();
  });

  test.each(fields)('%s is named by its path if it cannot be read', (path, place) => {
    const rejected = rejectedPath(() => read(broken(value, place) as never));
    expect(rejected).toBe(
      rejected !== undefined || mustReject.test(path) ? prefix + path : undefined,
    );
  });
});

/** An object with a field that fails the first time. */
function failing(field: string, thrown: Error): never {
  let isFirst = true;
  const get = () => {
    if (isFirst) {
      isFirst = false;
      throw thrown;
    }
    return undefined;
  };
  return Object.defineProperty({}, field, { enumerable: true, get }) as never;
}

test('quotaUsage passes on what an object itself throws', () => {
  const thrown = new Error('from a getter');
  expect(() => quotaUsage({}, [failing('kind', thrown)])).toThrow(thrown);
});
