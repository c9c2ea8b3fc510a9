import { missingResourceWarnings } from '@kubesem/resources';
import { describe, expect, test } from 'vitest';

const BOTH = { cpu: '1', memory: '1Gi' };
const pathsIn = (pod: object) =>
  missingResourceWarnings(pod).map(({ code, path, severity }) => `${code} ${path} ${severity}`);

describe('containers without requests and limits', () => {
  test('are those of both kinds, but no ephemeral ones', () => {
    const containers = [{ name: 'a' }, { name: 'b', resources: { requests: BOTH } }];
    expect(
      pathsIn({
        spec: {
          initContainers: [{ name: 'i', resources: null }],
          containers,
          ephemeralContainers: containers,
        },
      }),
    ).toEqual([
      'RESOURCES_MISSING spec.initContainers[0].resources warning',
      'RESOURCES_MISSING spec.containers[0].resources warning',
    ]);
  });

  test('are none if the whole Pod has them', () => {
    const containers = [{ name: 'a' }];
    expect(pathsIn({ containers, resources: { limits: BOTH } })).toEqual([]);
    const [warning] = missingResourceWarnings({ containers, resources: { requests: { cpu: 1 } } });
    expect(warning?.message).toContain('for memory;');
  });

  test.each([
    null,
    5,
    {},
    { containers: 5 },
    { containers: [{ resources: { limits: { cpu: 'x' } } }] },
  ])('are none in %j, which cannot be read or has none', (pod) => {
    expect(missingResourceWarnings(pod as object)).toEqual([]);
  });

  test('do not count absent amounts as set', () => {
    const resources = { requests: { cpu: null }, limits: { memory: undefined } };
    expect(pathsIn({ containers: [{ name: 'a', resources }] as never })).toHaveLength(1);
  });
});
