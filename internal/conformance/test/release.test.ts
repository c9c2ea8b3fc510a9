import { KUBERNETES_VERSION } from '@kubesem/core';
import { expect, test } from 'vitest';
import { oracleRelease } from '../src/harness/oracle.js';

test('the oracle answers for the release that the family follows', () => {
  expect(oracleRelease()).toBe(`v${KUBERNETES_VERSION}`);
});
