import { validatePod } from '@kubesem/validation/pod';
import { expect, test } from 'vitest';

const NAMED = { name: 'app', image: 'app:1' };
const podOf = (resourceClaims: readonly object[], ...names: readonly string[]) => ({
  metadata: { name: 'web' },
  spec: {
    containers: [{ ...NAMED, resources: { claims: names.map((name) => ({ name })) } }],
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

test('the claims of a Pod need a name of their own, and one source', () => {
  const from = { resourceClaimName: 'gpu' };
  const claims = [from, { name: 'A', ...from }, { name: 'a' }];
  const both = { name: 'a', ...from, resourceClaimTemplateName: '_' };
  const problems = validatePod(podOf([...claims, both]));
  expect(problems.map(({ type, path, value }) => `${type} ${path} ${value}`)).toEqual([
    'REQUIRED spec.resourceClaims[0].name undefined',
    'INVALID spec.resourceClaims[1].name A',
    'INVALID spec.resourceClaims[2] undefined',
    'DUPLICATE spec.resourceClaims[3].name a',
    'INVALID spec.resourceClaims[3] undefined',
    'INVALID spec.resourceClaims[3].resourceClaimTemplateName _',
  ]);
});

test('a mirror Pod has no claims, but its template may', () => {
  const annotations = { 'kubernetes.io/config.mirror': '' };
  const pod = podOf(claimsNamed('a'));
  const mirror = {
    metadata: { ...pod.metadata, annotations },
    spec: { ...pod.spec, nodeName: 'n1' },
  };
  const message = 'static pods do not support resource claims';
  expect(validatePod(mirror)).toMatchObject([
    { type: 'FORBIDDEN', segments: ['spec', 'resourceClaims'], path: '[]', message },
  ]);
  expect(validatePod(mirror, { origin: 'template' })).toEqual([]);
});

test('only a stored Pod has ephemeral containers', () => {
  const ephemeralContainers = [{ ...NAMED, name: 'debug' }];
  const spec = { containers: [NAMED], ephemeralContainers };
  const pod = { metadata: { name: 'web' }, spec };
  const messages = (origin?: 'new' | 'template' | 'stored' | null) =>
    validatePod(pod, { origin }).map(({ path, message }) => `${path}: ${message}`);
  const create = ['spec.ephemeralContainers: cannot be set on create'];
  expect(messages()).toEqual(create);
  expect(messages(null)).toEqual(create);
  expect(validatePod(pod, null)).toHaveLength(1);
  expect(messages('template')).toEqual([
    'spec.ephemeralContainers: ephemeral containers not allowed in pod template',
  ]);
  expect(messages('stored')).toEqual([]);
});
