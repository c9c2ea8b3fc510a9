import { containerFiles, volumeFiles } from '@kubesem/config';
import { describe, expect, test } from 'vitest';

const HIDDEN = 'hunter2';

describe('bad input', () => {
  test.each([
    ['a ConfigMap that is text', { configMap: 'web' }, ['configMap']],
    ['items that are no list', { configMap: { items: 1 } }, ['configMap', 'items']],
    ['a mode that is text', { secret: { defaultMode: '0644' } }, ['secret', 'defaultMode']],
    [
      'a path that is a number',
      { downwardAPI: { items: [{ path: 1 }] } },
      ['downwardAPI', 'items', 0, 'path'],
    ],
    [
      'a source that is text',
      { projected: { sources: [{ secret: 'web' }] } },
      ['projected', 'sources', 0, 'secret'],
    ],
  ])('%s has the wrong type', (_name, volume, segments) => {
    expect(() => volumeFiles({ volumes: [] }, volume as never, {})).toThrow(
      expect.objectContaining({
        code: 'INVALID_TYPE',
        problem: expect.objectContaining({ segments }),
      }),
    );
  });

  test('a subPath of the wrong type is found in its mount', () => {
    const container = { volumeMounts: [{ name: 'v', mountPath: '/v', subPath: 5 as never }] };
    const pod = { spec: { containers: [container], volumes: [{ name: 'v', emptyDir: {} }] } };
    expect(() => containerFiles(pod, container, {})).toThrow(
      expect.objectContaining({
        problem: expect.objectContaining({ path: 'volumeMounts[0].subPath' }),
      }),
    );
  });

  test('keys such as __proto__ are files', () => {
    const data = JSON.parse('{ "__proto__": "a", "constructor": "b" }');
    const configMaps = [{ metadata: { name: 'web' }, data }];
    const volume = { configMap: { name: 'web' } };
    const { files } = volumeFiles({ volumes: [volume] }, volume, { configMaps });
    expect(files.map(({ path, content }) => `${path}=${content}`)).toEqual([
      '__proto__=a',
      'constructor=b',
    ]);
  });

  test('errors never contain data of a Secret', () => {
    const volume = { name: 'v', secret: { secretName: 'web', items: [{ key: 'x', path: 'x' }] } };
    const of = (data: unknown): unknown => {
      const secrets = [{ metadata: { name: 'web' }, data: data as never }];
      try {
        return volumeFiles({ volumes: [volume] }, volume, { secrets });
      } catch (error) {
        return { ...(error as Error), message: (error as Error).message };
      }
    };
    for (const data of [{ x: `${HIDDEN}!` }, { x: [HIDDEN] }, { y: btoa(HIDDEN) }, HIDDEN]) {
      expect(JSON.stringify(of(data))).not.toContain(HIDDEN);
    }
  });

  test('nothing is changed, and many mounts and files take linear time', () => {
    const count = 5000;
    const data = Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'x']));
    const volumeMounts = Array.from({ length: count }, (_, at) => ({
      name: 'v',
      mountPath: `/m${at}`,
      subPath: `k${at}`,
    }));
    const container = { volumeMounts };
    const pod = { containers: [container], volumes: [{ name: 'v', configMap: { name: 'web' } }] };
    const sources = { configMaps: [{ metadata: { name: 'web' }, data }] };
    const before = JSON.stringify([pod, sources]);
    expect(containerFiles(pod, container, sources).files.length).toBe(count);
    expect(JSON.stringify([pod, sources])).toBe(before);
  });

  test('a deep mount path takes linear time', () => {
    const container = {
      volumeMounts: [{ name: 'v', mountPath: '/a'.repeat(50_000) }],
    };
    const pod = { containers: [container], volumes: [{ name: 'v', configMap: { name: 'web' } }] };
    const sources = { configMaps: [{ metadata: { name: 'web' }, data: { a: '', b: '' } }] };
    expect(containerFiles(pod, container, sources).files.length).toBe(2);
  });
});
