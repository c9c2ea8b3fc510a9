import { findPresentImage, imageRecordKey } from '@kubesem/image';
import { describe, expect, test } from 'vitest';

describe('findPresentImage and imageRecordKey', () => {
  const digest = `sha256:${'c3'.repeat(32)}`;
  const images = [
    {
      id: 'sha256:11',
      repoTags: ['docker.io/library/busybox:1.36', 'docker.io/library/busybox:latest'],
      repoDigests: [`docker.io/library/busybox@${digest}`],
      runtimeHandler: 'kata',
    },
    { id: 'sha256:22', repoTags: ['registry:5000/app:2'], repoDigests: null },
    { id: 'sha256:33', repoTags: ['docker.io/library/busybox:1.36'] },
    { id: 'sha256:44', repoTags: null, repoDigests: ['<none>@<none>'] },
  ];

  test.each<[string, string | undefined]>([
    ['busybox', 'sha256:11'],
    ['index.docker.io/library/busybox:1.36', 'sha256:11'],
    [`busybox@${digest}`, 'sha256:11'],
    [`busybox:9@${digest}`, 'sha256:11'],
    ['registry:5000/app:2', 'sha256:22'],
    ['registry:5000/app', undefined],
    ['app:2', undefined],
    ['sha256:33', 'sha256:33'],
    ['Busybox', undefined],
  ])('%s is %s', (image, id) => {
    expect(findPresentImage(images, image)?.id).toBe(id);
  });

  test('compare the runtime handler with the feature gate', () => {
    const gate = { runtimeClassInImageCriApi: true };
    expect(findPresentImage(images, 'busybox:1.36', 'kata', gate)?.id).toBe('sha256:11');
    expect(findPresentImage(images, 'busybox:1.36', '', gate)?.id).toBe('sha256:33');
    expect(findPresentImage(images, 'busybox:1.36', undefined, gate)?.id).toBe('sha256:33');
    expect(findPresentImage(images, 'busybox:1.36', 'runc', gate)).toBeUndefined();
    expect(findPresentImage(images, 'busybox:1.36', 'runc')?.id).toBe('sha256:11');
    expect(imageRecordKey('sha256:11', 'kata', gate)).toBe('sha256:11,kata');
    expect(imageRecordKey('sha256:11', '', gate)).toBe('sha256:11');
    expect(imageRecordKey('sha256:11', undefined, gate)).toBe('sha256:11');
    expect(imageRecordKey('sha256:11', 'kata')).toBe('sha256:11');
  });
});
