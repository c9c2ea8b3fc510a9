import { validatePod } from '@kubesem/validation/pod';
import { expect, test } from 'vitest';

const podOf = (resourceClaims: readonly object[], ...names: readonly string[]) => ({
  spec: {
    containers: [{ name: 'app', resources: { claims: names.map((name) => ({ name })) } }],
    resourceClaims,
  },
});
const claimsNamed = (...names: readonly string[]) =>
  names.map((name) => ({ name, resourceClaimName: 'gpu' }));

test('a claim that the Pod does not have is reported with those it has', () => {
  const message = (...names: readonly string[]) =>
    validatePod(podOf(claimsNamed(...names), 'x')).map((problem) => problem.message);
  const words = 'must be one of the names in pod.spec.resourceClaims';
  expect(message()).toEqual([`${words} which is empty`]);
  expect(message('b', 'a')).toEqual([`${words}: a, b`]);
  expect(message(...'bcdefghijkla')).toEqual([`${words}: a, b, c, d, e, f, g, h, i, j, …`]);
});

test('the problems of many claims stay small', () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `claim-${index}`);
  const others = names.map((name) => `other-${name}`);
  const problems = validatePod(podOf(claimsNamed(...names), ...others));
  expect(problems).toHaveLength(10_000);
  expect(JSON.stringify(problems).length).toBeLessThan(10_000_000);
});
