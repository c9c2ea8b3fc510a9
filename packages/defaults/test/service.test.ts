import { applyServiceDefaults } from '@kubesem/defaults/service';
import { describe, expect, test } from 'vitest';

const ports = [{ port: 80 }];

describe('the defaults of a Service', () => {
  test('drop settings of an affinity that is off, and complete those that are on', () => {
    const sessionAffinityConfig = { clientIP: { timeoutSeconds: 5 } };
    expect(
      applyServiceDefaults({ spec: { sessionAffinityConfig } }).spec?.sessionAffinityConfig,
    ).toBeUndefined();
    const spec = { sessionAffinity: 'ClientIP', sessionAffinityConfig: {} };
    expect(applyServiceDefaults({ spec }).spec?.sessionAffinityConfig).toEqual({
      clientIP: { timeoutSeconds: 10_800 },
    });
  });

  test('keep fields that kubesem does not know, and never change the argument', () => {
    const service = { spec: { ports, topologyKeys: ['*'] } };
    const before = JSON.stringify(service);
    expect(applyServiceDefaults(service).spec).toMatchObject({ topologyKeys: ['*'] });
    expect(JSON.stringify(service)).toBe(before);
  });
});
