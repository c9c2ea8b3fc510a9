// Every field that is read of a Pod with volumes, of its usage and of its node.
import { FieldError, formatFieldPath } from '@kubesem/core';
import { emptyDirVolumes, localStorageEviction } from '@kubesem/qos';
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

const nodeAllocatable = { cpu: '28', memory: '29Gi' };

/** An object, each of whose fields is broken in turn; what reads it; which fields must be rejected; and the path before them. */
const readers: readonly (readonly [string, object, (value: never) => unknown, RegExp, string])[] = [
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
    'a node with memory',
    { nodeAllocatable },
    (options) => emptyDirVolumes(podInMemory, options),
    /^nodeAllocatable(\.memory)?$/,
    '',
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
