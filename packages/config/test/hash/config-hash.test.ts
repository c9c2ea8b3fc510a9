import {
  configMapHash,
  createConfigMap,
  generateConfigMap,
  kustomizeHash,
  secretHash,
} from '@kubesem/config';
import { attempt, type FieldError, type Secret } from '@kubesem/core';
import { describe, expect, test } from 'vitest';

const GAME = `enemies=aliens
lives=3
enemies.cheat=true
enemies.cheat.level=noGoodRotten
secret.code.passphrase=UUDDLRLRBABAS
secret.code.allowed=true
secret.code.lives=30`;

describe('names on the pages about generators are those of kubectl; kustomize gives others', () => {
  test.each([
    ['game-config-4', 'configmap/game.properties', 'm9dm2f92bt', 'tbg7c4gc77'],
    ['game-config-5', 'game-special-key=configmap/game.properties', 'm67dt67794', 'tfhf8f4fkf'],
  ])('%s', (name, source, kubectl, kustomize) => {
    const files = [{ source, content: GAME }];
    expect(createConfigMap({ name, files, appendHash: true }).metadata?.name).toBe(
      `${name}-${kubectl}`,
    );
    expect(generateConfigMap({ name, files }).metadata?.name).toBe(`${name}-${kustomize}`);
  });

  test('special-config-2', () => {
    const name = 'special-config-2';
    const literals = ['special.how=very', 'special.type=charm'];
    expect(createConfigMap({ name, literals, appendHash: true }).metadata?.name).toBe(
      'special-config-2-c92b5mmcf2',
    );
    expect(generateConfigMap({ name, literals }).metadata?.name).toBe(
      'special-config-2-2b86tk8fhm',
    );
  });
});

describe('what tools get wrong', () => {
  test('hashes of JSON.stringify: <, > and & are escaped, as Go writes JSON', () => {
    // `k58hk99bd7` is the hash of what JSON.stringify writes.
    expect(configMapHash({ metadata: { name: 'a' }, data: { a: '<&>' } })).toBe('44c66mhfcf');
  });

  test('the Ansible collection leaves out binaryData: it counts', () => {
    const configMap = { metadata: { name: 'a' }, data: {} };
    expect(configMapHash({ ...configMap, binaryData: { a: '/w==' } })).not.toBe(
      configMapHash(configMap),
    );
  });

  test('Skupper joins keys and values: they are not run together', () => {
    expect(kustomizeHash({ kind: 'ConfigMap', data: { ab: 'c' } })).not.toBe(
      kustomizeHash({ kind: 'ConfigMap', data: { a: 'bc' } }),
    );
  });

  test('a prefix of the name changes the hash of kubectl, but not that of kustomize', () => {
    const secret = { kind: 'Secret', type: 'Opaque', data: { a: 'YQ==' } };
    const [short, long] = [{ name: 'db' }, { name: 'dev-db' }];
    expect(secretHash({ ...secret, metadata: long })).not.toBe(
      secretHash({ ...secret, metadata: short }),
    );
    expect(kustomizeHash({ ...secret, metadata: long })).toBe(
      kustomizeHash({ ...secret, metadata: short }),
    );
  });
});

test.each([
  ['stringData', { pin: 84729105 }],
  ['stringData', { pin: BigInt('84729105847291058') }],
  ['stringData', 84729105],
  ['data', { pin: 84729105 }],
  ['data', [84729105]],
])('no problem shows a number in the %s of a Secret', (field, value) => {
  const secret = { kind: 'Secret', metadata: { name: 'db' }, [field]: value } as unknown as Secret;
  // kubectl hashes only the data.
  for (const hash of field === 'data' ? [secretHash, kustomizeHash] : [kustomizeHash]) {
    const error = attempt(() => hash(secret)).error as FieldError | undefined;
    expect(error?.code).toBe('INVALID_TYPE');
    expect(`${error?.message} ${error?.problem.value}`).not.toContain('84729105');
  }
});
