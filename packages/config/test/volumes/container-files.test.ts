import { type ContainerFiles, containerFiles } from '@kubesem/config';
import type { EnvVar, Volume, VolumeMount } from '@kubesem/core';
import { describe, expect, test } from 'vitest';

const sources = {
  configMaps: [
    { metadata: { name: 'web' }, data: { a: 'one', b: 'two' } },
    { metadata: { name: 'other' }, data: { c: 'three' } },
  ],
};
const volumes: readonly Volume[] = [
  {
    name: 'config',
    configMap: {
      name: 'web',
      items: [
        { key: 'a', path: 'a' },
        { key: 'b', path: 'sub/b' },
      ],
    },
  },
  { name: 'other', configMap: { name: 'other' } },
  { name: 'cache', emptyDir: {} },
  { name: 'node', hostPath: { path: '/data' } },
];

function explain(
  volumeMounts: readonly VolumeMount[],
  env: readonly EnvVar[] = [],
): ContainerFiles {
  const container = { name: 'app', env, volumeMounts };
  return containerFiles({ containers: [container], volumes }, container, sources);
}

const paths = (list: readonly { readonly path: string }[]): string[] =>
  list.map(({ path }) => path);

describe('containerFiles', () => {
  test('joins the paths of mounts and files', () => {
    const { files, folders } = explain([{ name: 'config', mountPath: '/etc//web/' }]);
    expect(paths(files)).toEqual(['/etc/web/a', '/etc/web/sub/b']);
    expect(paths(folders)).toEqual(['/etc/web', '/etc/web/sub']);
    expect(files.every(({ follows }) => follows === 'UPDATES')).toBe(true);
  });

  test.each<[string, string, string[], string]>([
    ['a file', 'a', ['/x'], 'FILE'],
    ['a folder', 'sub', ['/x/b'], 'FOLDER'],
    ['the link to all files', '..data', ['/x/a', '/x/sub/b'], 'FOLDER'],
    ['a path that the volume does not have', 'gone', [], 'NEW_FOLDER'],
  ])('a subPath mounts %s, which never changes', (_name, subPath, expected, content) => {
    const { files, mounts } = explain([{ name: 'config', mountPath: '/x', subPath }]);
    expect(paths(files)).toEqual(expected);
    expect(files.every(({ followsReason }) => followsReason === 'SUB_PATH')).toBe(true);
    expect(mounts[0]?.content).toBe(content);
  });

  test('a subPathExpr has the values of variables', () => {
    const mount = { name: 'config', mountPath: '/x', subPathExpr: '$(DIR)/b' };
    const { mounts, files } = explain([mount], [{ name: 'DIR', value: 'sub' }]);
    expect(mounts[0]?.subPath).toBe('sub/b');
    expect(files[0]?.content).toBe('two');
  });

  test('mounts of API objects are read-only', () => {
    const { mounts } = explain([
      { name: 'config', mountPath: '/a' },
      { name: 'cache', mountPath: '/b' },
      { name: 'cache', mountPath: '/c', readOnly: true },
      { name: 'node', mountPath: '/d' },
    ]);
    expect(mounts.map(({ isReadOnly, content }) => [isReadOnly, content])).toEqual([
      [true, 'FOLDER'],
      [false, 'FOLDER'],
      [true, 'FOLDER'],
      [false, 'UNKNOWN'],
    ]);
  });

  test('a mount covers what others have below its path', () => {
    const { files, covered, folders } = explain([
      { name: 'cache', mountPath: '/etc' },
      { name: 'config', mountPath: '/etc/web' },
      { name: 'other', mountPath: '/etc/web/sub' },
    ]);
    expect(paths(files)).toEqual(['/etc/web/a', '/etc/web/sub/c']);
    // The kubelet shows no file below a mount point in the first place.
    expect(covered).toEqual([]);
    expect(folders.map(({ path, mount }) => [path, mount])).toEqual([
      ['/etc', 0],
      ['/etc/web', 1],
      ['/etc/web/sub', 2],
    ]);
  });

  test('shows the files that a mount point hides, and what is missing', () => {
    const optional: Volume = { name: 'extra', secret: { secretName: 'gone', optional: true } };
    const volumeMounts = [
      { name: 'config', mountPath: '/etc/web' },
      { name: 'extra', mountPath: '/etc/web/sub' },
    ];
    const container = { volumeMounts };
    const { hidden, forgiven } = containerFiles(
      { containers: [container], volumes: [...volumes, optional] },
      container,
      sources,
    );
    expect(hidden.map(({ volume, path }) => [volume, path])).toEqual([['config', 'sub/b']]);
    expect(forgiven.map(({ volume, code }) => [volume, code])).toEqual([
      ['extra', 'SECRET_NOT_FOUND'],
    ]);
  });

  test('a folder at the path of a file blocks the mount of the file', () => {
    const { blocked } = explain([
      { name: 'config', mountPath: '/etc/web' },
      { name: 'other', mountPath: '/etc/web/c', subPath: 'c' },
    ]);
    expect(blocked).toEqual([{ mount: 1, blockedBy: 0 }]);
  });

  test('another volume of the Pod that cannot be written stops the container', () => {
    const container = { name: 'app' };
    const broken = { name: 'broken', secret: { secretName: 'gone' } };
    const side = { name: 'side', volumeMounts: [{ name: 'broken', mountPath: '/x' }] };
    const explainWith = (containers: readonly object[]): ContainerFiles =>
      containerFiles({ containers, volumes: [broken] }, container, {});
    expect(explainWith([container, side]).failure).toMatchObject({
      reason: 'FailedMount',
      volume: 'broken',
      causes: [{ code: 'SECRET_NOT_FOUND', segments: ['secret'] }],
    });
    expect(explainWith([container]).failure).toBeUndefined();
  });

  test.each<[string, VolumeMount, string]>([
    ['VOLUME_NOT_FOUND', { name: 'x' }, 'cannot find volume "x" to mount into container "app"'],
    [
      'INVALID_SUB_PATH',
      { name: 'config', subPath: 'a/b' },
      'failed to prepare subPath for volumeMount "config" of container "app"',
    ],
    ['INVALID_SUB_PATH', { name: 'config', subPathExpr: '$(X)' }, 'missing value for X'],
  ])('fails with %s', (code, mount, message) => {
    const { failure, mounts } = explain([{ mountPath: '/x', ...mount }]);
    expect(failure).toEqual({
      reason: 'CreateContainerConfigError',
      message,
      causes: [{ code, message, segments: ['volumeMounts', 0] }],
    });
    expect(mounts).toEqual([]);
  });

  test('has no folders for other mounts behind the link to all files', () => {
    const { folders } = explain([
      { name: 'other', mountPath: '/x' },
      { name: 'cache', mountPath: '/x/nested' },
      { name: 'other', mountPath: '/y', subPath: '..data' },
    ]);
    expect(paths(folders)).toContain('/x/nested');
    expect(paths(folders)).not.toContain('/y/nested');
  });

  test.each<[string, string[], string[]]>([
    ['..data', ['/x/a', '/x/sub/b'], ['/x', '/x/sub']],
    ['..data/sub', ['/x/b'], ['/x']],
    ['..data/sub/b', ['/x'], []],
    ['sub', [], ['/x']],
  ])('a mount of the subPath %s and files behind a mount point', (subPath, files, folders) => {
    const explained = explain([
      { name: 'config', mountPath: '/w' },
      { name: 'config', mountPath: '/w/sub' },
      { name: 'config', mountPath: '/x', subPath },
    ]);
    const inMount = <T extends { readonly mount: number }>(list: readonly T[]): T[] =>
      list.filter(({ mount }) => mount === 2);
    expect(paths(inMount(explained.files))).toEqual(files);
    expect(paths(inMount(explained.folders))).toEqual(folders);
  });

  test('fails with the environment', () => {
    const valueFrom = { configMapKeyRef: { name: 'web', key: 'x' } };
    const { failure } = explain([], [{ name: 'A', valueFrom }]);
    expect(failure?.message).toBe("couldn't find key x in ConfigMap default/web");
  });

  test('does not know a subPath that depends on the node', () => {
    const valueFrom = { resourceFieldRef: { resource: 'limits.cpu' } };
    const { mounts } = explain(
      [{ name: 'config', mountPath: '/x', subPathExpr: '$(CPU)' }],
      [{ name: 'CPU', valueFrom }],
    );
    expect(mounts[0]).toMatchObject({ content: 'UNKNOWN' });
    expect(mounts[0]?.subPath).toBeUndefined();
  });
});

describe('with partial', () => {
  const app = (more: object) => {
    const volumeMounts = [
      { name: 'config', mountPath: '/a' },
      { name: 'gone', mountPath: '/b' },
      { name: 'other', mountPath: '/c', subPath: '../c' },
    ];
    const container = { name: 'app', volumeMounts, ...more };
    const gone = { name: 'gone', secret: { secretName: 'gone' } };
    const pod = { containers: [container], volumes: [...volumes, gone] };
    return (options: object) => containerFiles(pod, container, sources, options);
  };

  test('a container that cannot be created has the files of its other mounts', () => {
    const { mounts, files, failure } = app({})({ partial: true });
    expect(mounts.map(({ mountPath }) => mountPath)).toEqual(['/a']);
    expect(paths(files)).toEqual(['/a/a', '/a/sub/b']);
    expect(failure).toEqual(app({})({}).failure);
    expect(app({})({})).toMatchObject({ mounts: [], files: [] });
  });

  test('so has one whose environment fails', () => {
    const env = [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'web', key: 'x' } } }];
    expect(paths(app({ env })({ partial: true }).files)).toEqual(['/a/a', '/a/sub/b']);
  });
});
