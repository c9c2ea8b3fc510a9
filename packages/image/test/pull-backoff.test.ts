import {
  findPresentImage,
  IMAGE_WAIT_REASONS,
  imagePullBackOffRemainingMs,
  imagePullBackOffSeconds,
  imagePullErrorReason,
  imagePullFailed,
  imageRecordKey,
} from '@kubesem/image';
import { describe, expect, test } from 'vitest';

describe('the back-off of failed pulls', () => {
  test('doubles from 10 s to 300 s', () => {
    const seconds = Array.from({ length: 9 }, (_, failures) => imagePullBackOffSeconds(failures));
    expect(seconds).toEqual([0, 10, 20, 40, 80, 160, 300, 300, 300]);
    expect(imagePullBackOffSeconds(1e9)).toBe(300);
    expect(imagePullBackOffSeconds(-1)).toBe(0);
  });

  test('as a chain of failures, each as soon as the last back-off is over', () => {
    let state = imagePullFailed(undefined, 1_000_000);
    const seen = [state.backoffSeconds];
    for (let failure = 2; failure < 9; failure++) {
      state = imagePullFailed(state, state.failedAtMs + 1000 * state.backoffSeconds);
      seen.push(state.backoffSeconds);
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map(imagePullBackOffSeconds));
  });

  test('starts anew more than 600 s after the last failure, and not before', () => {
    const state = { backoffSeconds: 40, failedAtMs: 5000 };
    expect(imagePullFailed(state, 605_000).backoffSeconds).toBe(80);
    expect(imagePullFailed(state, 605_000.001).backoffSeconds).toBe(10);
    expect(state).toEqual({ backoffSeconds: 40, failedAtMs: 5000 });
  });

  test('lasts exactly its seconds', () => {
    const state = { backoffSeconds: 300, failedAtMs: 7 };
    expect(imagePullBackOffRemainingMs(state, 7)).toBe(300_000);
    expect(imagePullBackOffRemainingMs(state, 300_006)).toBe(1);
    expect(imagePullBackOffRemainingMs(state, 300_007)).toBe(0);
    expect(imagePullBackOffRemainingMs(state, 900_000)).toBe(0);
    expect(imagePullBackOffRemainingMs(undefined, 7)).toBe(0);
    expect(imagePullBackOffRemainingMs(null, 7)).toBe(0);
  });

  test('lasts longer when the clock is put back', () => {
    expect(imagePullBackOffRemainingMs({ backoffSeconds: 10, failedAtMs: 1000 }, 0)).toBe(11_000);
  });
});

describe('why a container waits for its image', () => {
  test.each([
    ['RegistryUnavailable', 'RegistryUnavailable'],
    ['RegistryUnavailable: no route', 'RegistryUnavailable'],
    ['SignatureValidationFailed: no key', 'SignatureValidationFailed'],
    ['rpc error: RegistryUnavailable', 'ErrImagePull'],
    ['', 'ErrImagePull'],
  ])('%j is %s', (message, reason) => {
    expect(imagePullErrorReason(message)).toBe(reason);
  });

  test('every reason with its event', () => {
    const events = Object.entries(IMAGE_WAIT_REASONS).map(
      ([reason, { event, eventType, pullAttempted }]) =>
        `${reason} ${eventType} ${event} ${pullAttempted}`,
    );
    expect(events).toEqual([
      'InvalidImageName Warning InspectFailed false',
      'ImageInspectError Warning InspectFailed false',
      'ErrImageNeverPull Warning ErrImageNeverPull false',
      'ErrImagePull Warning Failed true',
      'RegistryUnavailable Warning Failed true',
      'SignatureValidationFailed Warning Failed true',
      'ImagePullBackOff Normal BackOff false',
    ]);
  });
});

describe('images that a node has', () => {
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

  test('with the feature gate they are told apart by the runtime handler', () => {
    const gate = { RuntimeClassInImageCriApi: true };
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
