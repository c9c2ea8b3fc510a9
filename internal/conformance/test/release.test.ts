import { KUBERNETES_VERSION } from '@kubesem/core';
import { expect, test } from 'vitest';
import { oracleRelease } from '../src/harness/oracle.js';

test('the oracle is pinned to the release of kubesem', () => {
  expect(oracleRelease()).toBe(`v${KUBERNETES_VERSION}`);
});
