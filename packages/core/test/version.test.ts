import { KUBERNETES_VERSION } from '@kubesem/core';
import { expect, test } from 'vitest';

test('the release is written as Kubernetes writes it, without a `v`', () => {
  expect(KUBERNETES_VERSION).toMatch(/^1\.\d+\.\d+$/);
});
