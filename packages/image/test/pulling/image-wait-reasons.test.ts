import { IMAGE_WAIT_REASONS, imagePullErrorReason } from '@kubesem/image';
import { describe, expect, test } from 'vitest';

describe('the reasons why a container waits', () => {
  test.each([
    ['RegistryUnavailable', 'RegistryUnavailable'],
    ['RegistryUnavailable: no route', 'RegistryUnavailable'],
    ['SignatureValidationFailed: no key', 'SignatureValidationFailed'],
    ['rpc error: RegistryUnavailable', 'ErrImagePull'],
    ['', 'ErrImagePull'],
  ])('%j is %s', (message, reason) => {
    expect(imagePullErrorReason(message)).toBe(reason);
  });

  test('have an event', () => {
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
