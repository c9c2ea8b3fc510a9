import {
  type EnvironmentCluster,
  type EnvironmentOptions,
  type VolumeFiles,
  volumeFiles,
} from '@kubesem/config';
import type { Container, PodSecurityContext, Volume } from '@kubesem/core';
import { describe, expect, test } from 'vitest';

const web = {
  metadata: { name: 'web' },
  data: { 'a.conf': 'one', 'b.conf': 'é' },
  binaryData: { raw: '/w==' },
};
const password = { metadata: { name: 'web' }, data: { password: 'cGFzcw==' } };
const sources: EnvironmentCluster = { configMaps: [web], secrets: [password] };

interface Surroundings {
  readonly containers?: readonly Container[];
  readonly securityContext?: PodSecurityContext;
}

function explain(volume: Volume, spec: Surroundings = {}): VolumeFiles {
  return volumeFiles({ volumes: [volume], ...spec }, volume, sources);
}

describe('volumeFiles', () => {
  test('has a file for each key of a ConfigMap', () => {
    const volume = { name: 'v', configMap: { name: 'web' } };
    const { files, folders, isReadOnly } = volumeFiles({ volumes: [volume] }, volume, sources);
    expect(
      files.map(({ path, content, base64, sizeBytes }) => [path, content, base64, sizeBytes]),
    ).toEqual([
      ['a.conf', 'one', undefined, 3],
      ['b.conf', 'é', undefined, 2],
      ['raw', '\uFFFD', '/w==', 1],
    ]);
    expect(folders).toEqual([{ path: '', mode: 0o777, group: 0, isMountPoint: false }]);
    expect(isReadOnly).toBe(true);
  });

  test.each<[string, Volume, string[]]>([
    [
      'keys without a path are left out',
      { configMap: { name: 'web', items: [{ key: 'raw', path: 'x/raw' }] } },
      ['x/raw 644'],
    ],
    [
      'the mode of an item wins over that of the volume',
      {
        configMap: {
          name: 'web',
          defaultMode: 0o600,
          items: [
            { key: 'raw', path: 'a' },
            { key: 'raw', path: 'b', mode: 0o400 },
          ],
        },
      },
      ['a 600', 'b 400'],
    ],
    [
      'a missing optional object makes no file',
      { secret: { secretName: 'x', optional: true } },
      [],
    ],
    [
      'a missing key of an optional object makes no file',
      { configMap: { name: 'web', optional: true, items: [{ key: 'x', path: 'x' }] } },
      [],
    ],
    [
      'paths are shortened',
      { configMap: { name: 'web', items: [{ key: 'raw', path: './x//y/' }] } },
      ['x/y 644'],
    ],
  ])('%s', (_name, volume, expected) => {
    const { files, failure } = explain(volume);
    expect(failure).toBeUndefined();
    expect(files.map(({ path, mode }) => `${path} ${mode.toString(8)}`)).toEqual(expected);
  });

  test('fsGroup lets the group read all files, and keeps tokens from others', () => {
    const projected = {
      sources: [{ serviceAccountToken: { path: 'token' } }, { configMap: { name: 'web' } }],
    };
    const { files, folders } = explain({ projected }, { securityContext: { fsGroup: 2000 } });
    expect(files.map(({ path, mode, group }) => `${path} ${mode.toString(8)} ${group}`)).toEqual([
      'a.conf 644 2000',
      'b.conf 644 2000',
      'raw 644 2000',
      'token 640 2000',
    ]);
    expect(folders[0]?.mode.toString(8)).toBe('2777');
  });

  test('a token belongs to the only user of all containers', () => {
    const projected = { sources: [{ serviceAccountToken: { path: 'token' } }] };
    const [alone, mixed] = [[{}], [{}, { securityContext: { runAsUser: 7 } }]].map(
      (containers) =>
        explain({ projected }, { containers, securityContext: { runAsUser: 1000 } }).files[0],
    );
    expect([alone?.user, alone?.mode, alone?.content]).toEqual([1000, 0o600, undefined]);
    expect([mixed?.user, mixed?.mode]).toEqual([0, 0o644]);
  });

  test('labels are lines, and a limit needs the node', () => {
    const volume: Volume = {
      downwardAPI: {
        items: [
          { path: 'labels', fieldRef: { fieldPath: 'metadata.labels' } },
          { path: 'cpu', resourceFieldRef: { containerName: 'app', resource: 'limits.cpu' } },
        ],
      },
    };
    const spec = { containers: [{ name: 'app' }], volumes: [volume] };
    const pod = { metadata: { labels: { b: '1', a: '"' } }, spec };
    const contents = (options: EnvironmentOptions): unknown =>
      volumeFiles(pod, volume, {}, options).files.map(({ content }) => content);
    expect(contents({})).toEqual([undefined, 'a="\\""\nb="1"']);
    expect(contents({ node: { status: { allocatable: { cpu: '3500m' } } } })).toEqual([
      '4',
      'a="\\""\nb="1"',
    ]);
  });

  test.each<[string, Volume, string, readonly (string | number)[]]>([
    [
      'CONFIG_MAP_NOT_FOUND',
      { configMap: { name: 'x' } },
      'configmap "x" not found',
      ['configMap'],
    ],
    ['SECRET_NOT_FOUND', { secret: { secretName: 'x' } }, 'secret "x" not found', ['secret']],
    [
      'KEY_NOT_FOUND',
      { secret: { secretName: 'web', items: [{ key: 'x', path: 'x' }] } },
      'references non-existent secret key: x',
      ['secret', 'items', 0],
    ],
    [
      'FIELD_NOT_SUPPORTED',
      { downwardAPI: { items: [{ path: 'x', fieldRef: { fieldPath: 'status.podIP' } }] } },
      'unsupported fieldPath: status.podIP',
      ['downwardAPI', 'items', 0],
    ],
    [
      'CONTAINER_NOT_FOUND',
      {
        downwardAPI: {
          items: [{ path: 'x', resourceFieldRef: { containerName: 'x', resource: 'limits.cpu' } }],
        },
      },
      'container x not found',
      ['downwardAPI', 'items', 0],
    ],
    [
      'INVALID_PATH',
      { configMap: { name: 'web', items: [{ key: 'raw', path: 'a/../b' }] } },
      "invalid path: must not contain '..': a/../b",
      ['configMap', 'items', 0],
    ],
    [
      'PATH_CONFLICT',
      {
        configMap: {
          name: 'web',
          items: [
            { key: 'raw', path: 'a' },
            { key: 'raw', path: 'a/b' },
          ],
        },
      },
      'open a: is a directory',
      ['configMap', 'items', 0],
    ],
    [
      'TRUST_BUNDLE_NOT_SELECTED',
      { projected: { sources: [{ clusterTrustBundle: { path: 'ca' } }] } },
      'ClusterTrustBundle projection requires either name or signerName to be set',
      ['projected', 'sources', 0, 'clusterTrustBundle'],
    ],
  ])('fails with %s', (code, volume, message, segments) => {
    const { failure, files } = explain({ name: 'v', ...volume });
    expect(failure?.message).toBe(`MountVolume.SetUp failed for volume "v" : ${message}`);
    expect(failure?.causes).toEqual([{ code, message, segments }]);
    expect(files).toEqual([]);
  });

  test('lists all failures of a projected volume', () => {
    const projected = { sources: [{ secret: { name: 'x' } }, { configMap: { name: 'y' } }] };
    const { failure } = explain({ name: 'v', projected });
    expect(failure?.message).toContain('[secret "x" not found, configmap "y" not found]');
    expect(failure?.causes.length).toBe(2);
  });

  test('knows no files of other volumes', () => {
    expect(explain({ name: 'v', hostPath: { path: '/' } }).isKnown).toBe(false);
    expect(explain({ name: 'v', emptyDir: {} })).toMatchObject({ isKnown: true, files: [] });
    expect(explain({ name: 'v' }).isReadOnly).toBe(false);
  });
});

describe('volumeFiles', () => {
  test('shows which definition wins, and what it hides', () => {
    const items = [{ key: 'password', path: 'a.conf' }];
    const projected = {
      sources: [{ configMap: { name: 'web' } }, { secret: { name: 'web', items } }],
    };
    const [file] = explain({ projected }).files;
    expect(file?.content).toBe('pass');
    expect(file?.isSecret).toBe(true);
    expect(file?.origin).toEqual({
      source: 'SECRET',
      segments: ['projected', 'sources', 1, 'secret', 'items', 0],
      object: { namespace: 'default', name: 'web' },
      key: 'password',
    });
    expect(file?.hides.map(({ key }) => key)).toEqual(['a.conf']);
  });

  test('shows spellings of one path, of which any can win', () => {
    const items = [
      { key: 'a.conf', path: 'x' },
      { key: 'raw', path: './x' },
    ];
    const { files } = explain({ configMap: { name: 'web', items } });
    expect(files.map(({ candidates }) => candidates.map(({ key }) => key))).toEqual([
      ['a.conf', 'raw'],
    ]);
  });

  test('hides files at the first folder of a mount point', () => {
    const items = [
      { key: 'a.conf', path: 'sub/a' },
      { key: 'b.conf', path: 'b' },
    ];
    const volumeMounts = [
      { name: 'v', mountPath: '/etc/x' },
      { name: 'w', mountPath: '/etc/x/sub/deep/' },
    ];
    const explained = explain(
      { name: 'v', configMap: { name: 'web', items } },
      { containers: [{ volumeMounts }] },
    );
    expect(explained.hidden.map(({ path, folder }) => [path, folder])).toEqual([['sub/a', 'sub']]);
    expect(explained.folders.map(({ path, isMountPoint }) => [path, isMountPoint])).toEqual([
      ['', false],
      ['sub', false],
      ['sub/deep', true],
    ]);
  });

  test('reports optional references that find nothing', () => {
    const projected = {
      sources: [
        { configMap: { name: 'x', optional: true } },
        { secret: { name: 'web', optional: true, items: [{ key: 'x', path: 'x' }] } },
      ],
    };
    expect(explain({ projected }).forgiven.map(({ code }) => code)).toEqual([
      'CONFIG_MAP_NOT_FOUND',
      'KEY_NOT_FOUND',
    ]);
  });

  test('immutable objects and fixed fields never change', () => {
    const items = [
      { path: 'name', fieldRef: { fieldPath: 'metadata.name' } },
      { path: 'labels', fieldRef: { fieldPath: 'metadata.labels' } },
    ];
    const volume: Volume = {
      projected: { sources: [{ downwardAPI: { items } }, { configMap: { name: 'web' } }] },
    };
    const { files } = volumeFiles({ volumes: [volume] }, volume, {
      configMaps: [{ metadata: { name: 'web' }, immutable: true, data: { z: '' } }],
    });
    expect(files.map(({ path, follows, followsReason }) => [path, follows, followsReason])).toEqual(
      [
        ['labels', 'UPDATES', 'SYNCED'],
        ['name', 'NEVER', 'FIXED_FIELD'],
        ['z', 'NEVER', 'IMMUTABLE'],
      ],
    );
  });
});
