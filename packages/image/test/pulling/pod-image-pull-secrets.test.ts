import { podImagePullSecrets, podServiceAccountName } from '@kubesem/image/internal';
import { describe, expect, test } from 'vitest';

const team = { imagePullSecrets: [{ name: 'team-a' }, { name: 'team-b' }] };

describe('podImagePullSecrets', () => {
  test('the Secrets of the Pod replace those of its ServiceAccount', () => {
    const pod = { spec: { imagePullSecrets: [{ name: 'own' }, { name: 'own' }] } };
    expect(podImagePullSecrets(pod, team)).toEqual({ from: 'Pod', names: ['own', 'own'] });
  });

  test.each([undefined, null, []])(
    'with %j the ServiceAccount gives its own',
    (imagePullSecrets) => {
      expect(podImagePullSecrets({ spec: { imagePullSecrets } }, team)).toEqual({
        from: 'ServiceAccount',
        names: ['team-a', 'team-b'],
      });
    },
  );

  test('the mirror of a static Pod has none of its ServiceAccount', () => {
    const mirror = (key: string) => ({ metadata: { annotations: { [key]: '' } }, spec: {} });
    const { names } = podImagePullSecrets(mirror('kubernetes.io/config.mirror'), team);
    expect(names).toEqual([]);
    const other = podImagePullSecrets(mirror('kubernetes.io/config.source'), team);
    expect(other.names).toEqual(['team-a', 'team-b']);
    const plain = podImagePullSecrets({ metadata: { name: 'a' }, spec: {} }, team);
    expect(plain.names).toEqual(['team-a', 'team-b']);
  });

  test('a list with an empty name is not empty', () => {
    const pod = { spec: { imagePullSecrets: [{}] } };
    expect(podImagePullSecrets(pod, team)).toEqual({ from: 'Pod', names: [''] });
  });

  test.each([undefined, null, {}])(
    'is empty without a ServiceAccount that lists Secrets: %j',
    (serviceAccount) => {
      expect(podImagePullSecrets({}, serviceAccount)).toEqual({ from: 'none', names: [] });
    },
  );

  test.each<[unknown, unknown, string]>([
    [{ imagePullSecrets: 'own' }, undefined, 'imagePullSecrets'],
    [{ imagePullSecrets: ['own'] }, undefined, 'imagePullSecrets[0]'],
    [{ imagePullSecrets: [{ name: 1 }] }, undefined, 'imagePullSecrets[0].name'],
    [{ spec: { imagePullSecrets: [7] } }, undefined, 'spec.imagePullSecrets[0]'],
    [{}, { imagePullSecrets: {} }, 'imagePullSecrets'],
    [{}, 'default', ''],
  ])('rejects %j and %j', (pod, serviceAccount, path) => {
    expect(() => podImagePullSecrets(pod as object, serviceAccount as object)).toThrowError(
      expect.objectContaining({
        code: 'INVALID_TYPE',
        problem: expect.objectContaining({ path }),
      }),
    );
  });

  test.each<[object, string]>([
    [{}, 'default'],
    [{ serviceAccountName: '', serviceAccount: 'old' }, 'old'],
    [{ serviceAccountName: 'new', serviceAccount: 'old' }, 'new'],
  ])('podServiceAccountName of %j is %s', (spec, name) => {
    expect(podServiceAccountName({ spec })).toBe(name);
  });
});
