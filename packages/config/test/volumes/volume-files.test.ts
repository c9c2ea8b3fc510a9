import { explainVolumeFiles, volumeFiles } from '@kubesem/config';
import { describe, expect, test } from 'vitest';

const web = {
  metadata: { name: 'web' },
  data: { 'a.conf': 'one', 'b.conf': 'é' },
  binaryData: { raw: '/w==' },
};
const password = { metadata: { name: 'web' }, data: { password: 'cGFzcw==' } };
const sources = { configMaps: [web], secrets: [password] };

describe('volumeFiles', () => {
  test('has a file for each key of a ConfigMap', () => {
    const volume = { name: 'v', configMap: { name: 'web' } };
    const { files, folders } = volumeFiles({ volumes: [volume] }, volume, sources);
    expect(files.map(({ path, content, base64, mode }) => [path, content, base64, mode])).toEqual([
      ['a.conf', 'one', undefined, 0o644],
      ['b.conf', 'é', undefined, 0o644],
      ['raw', '\uFFFD', '/w==', 0o644],
    ]);
    expect(folders).toEqual([{ path: '', mode: 0o777, group: 0, isMountPoint: false }]);
  });

  test('hides files at the first folder of a mount point', () => {
    const items = [
      { key: 'a.conf', path: 'sub/a' },
      { key: 'b.conf', path: 'b' },
    ];
    const volume = { name: 'v', configMap: { name: 'web', items } };
    const volumeMounts = [
      { name: 'v', mountPath: '/etc/x' },
      { name: 'w', mountPath: '/etc/x/sub/deep/' },
    ];
    const explained = explainVolumeFiles(
      { volumes: [volume], containers: [{ volumeMounts }] },
      volume,
      sources,
    );
    expect(explained.hidden.map(({ path, folder }) => [path, folder])).toEqual([['sub/a', 'sub']]);
    expect(explained.folders.map(({ path, isMountPoint }) => [path, isMountPoint])).toEqual([
      ['', false],
      ['sub', false],
      ['sub/deep', true],
    ]);
  });
});
