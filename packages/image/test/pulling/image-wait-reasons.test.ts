import { imagePullErrorReason } from '@kubesem/image';
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
});
