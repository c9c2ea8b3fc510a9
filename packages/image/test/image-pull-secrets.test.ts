import {
  podImagePullSecrets,
  podServiceAccountName,
  resolveImagePullSecrets,
} from '@kubesem/image';
import { describe, expect, test } from 'vitest';

const team = { imagePullSecrets: [{ name: 'team-a' }, { name: 'team-b' }] };

describe('which Secrets apply', () => {
  test('those of the Pod replace those of its ServiceAccount', () => {
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

  test('a mirror of a static Pod gets none from its ServiceAccount', () => {
    const mirror = (key: string) => ({ metadata: { annotations: { [key]: '' } }, spec: {} });
    const { names } = podImagePullSecrets(mirror('kubernetes.io/config.mirror'), team);
    expect(names).toEqual([]);
    const other = podImagePullSecrets(mirror('kubernetes.io/config.source'), team);
    expect(other.names).toEqual(['team-a', 'team-b']);
    const plain = podImagePullSecrets({ metadata: { name: 'a' }, spec: {} }, team);
    expect(plain.names).toEqual(['team-a', 'team-b']);
  });

  test('a list of one empty name is a list', () => {
    const pod = { spec: { imagePullSecrets: [{}] } };
    expect(podImagePullSecrets(pod, team)).toEqual({ from: 'Pod', names: [''] });
  });

  test.each([undefined, null, {}])('neither Pod nor ServiceAccount %j', (serviceAccount) => {
    expect(podImagePullSecrets({}, serviceAccount)).toEqual({ from: 'none', names: [] });
  });

  test.each<[unknown, unknown, string]>([
    [{ imagePullSecrets: 'own' }, undefined, 'imagePullSecrets'],
    [{ imagePullSecrets: ['own'] }, undefined, 'imagePullSecrets[0]'],
    [{ imagePullSecrets: [{ name: 1 }] }, undefined, 'imagePullSecrets[0].name'],
    [{ spec: { imagePullSecrets: [7] } }, undefined, 'spec.imagePullSecrets[0]'],
    [{}, { imagePullSecrets: {} }, 'imagePullSecrets'],
  ])('%j and %j are refused', (pod, serviceAccount, path) => {
    expect(() => podImagePullSecrets(pod as object, serviceAccount as object)).toThrowError(
      expect.objectContaining({ code: 'INVALID_TYPE', path }),
    );
  });

  test.each<[object, string]>([
    [{}, 'default'],
    [{ serviceAccountName: '', serviceAccount: 'old' }, 'old'],
    [{ serviceAccountName: 'new', serviceAccount: 'old' }, 'new'],
  ])('%j runs as %s', (spec, name) => {
    expect(podServiceAccountName({ spec })).toBe(name);
  });
});

describe('what is found of them', () => {
  const secret = (name: string, type: string | null, data: object = {}, namespace?: string) => ({
    metadata: { name, namespace },
    type,
    ...data,
  });
  const json = 'kubernetes.io/dockerconfigjson';
  const good = secret('good', json, { data: { '.dockerconfigjson': 'e30=' } });
  const legacy = secret('legacy', 'kubernetes.io/dockercfg', {
    stringData: { '.dockercfg': '{}' },
  });
  const secrets = [
    { type: json },
    secret('good', json, { data: { '.dockerconfigjson': 'W10=' } }, 'other'),
    good,
    legacy,
    secret('opaque', null, { data: { '.dockerconfigjson': 'e30=' } }),
    secret('crossed', json, { data: { '.dockercfg': 'e30=' } }),
    secret('empty', json, { data: { '.dockerconfigjson': '' } }),
    secret('odd', 'constructor'),
    secret('bare', json),
  ];

  test('those of the right type, in the order of the Pod, as often as it lists them', () => {
    const { secrets: found, problems } = resolveImagePullSecrets(
      ['legacy', '', 'good', 'legacy'],
      'default',
      secrets,
    );
    expect(found).toEqual([legacy, good, legacy]);
    expect(problems).toEqual([]);
  });

  test.each([
    ['missing', 'NOT_FOUND', 'FailedToRetrieveImagePullSecret'],
    ['opaque', 'WRONG_TYPE', undefined],
    ['odd', 'WRONG_TYPE', undefined],
    ['crossed', 'NO_CREDENTIALS', undefined],
    ['empty', 'NO_CREDENTIALS', undefined],
    ['bare', 'NO_CREDENTIALS', undefined],
  ])('%s is %s', (name, code, event) => {
    const { secrets: found, problems } = resolveImagePullSecrets([name], 'default', secrets);
    expect(found).toEqual([]);
    expect(problems).toMatchObject([{ name, code }]);
    expect(problems[0]?.event).toBe(event);
  });

  test('other namespaces do not help', () => {
    const { problems } = resolveImagePullSecrets(['legacy'], 'other', secrets);
    expect(problems[0]?.code).toBe('NOT_FOUND');
  });
});
