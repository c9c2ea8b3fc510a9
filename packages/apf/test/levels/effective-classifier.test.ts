import {
  effectiveClassifier,
  effectiveConfiguration,
  requestFromUrl,
  withBuiltInObjects,
} from '@kubesem/apf';
import type { FlowSchema } from '@kubesem/core';
import { describe, expect, test } from 'vitest';

const builds: FlowSchema = {
  metadata: { name: 'builds' },
  spec: {
    matchingPrecedence: 50,
    priorityLevelConfiguration: { name: 'exempt' },
    distinguisherMethod: { type: 'ByUser' },
    rules: [
      {
        subjects: [{ kind: 'User', user: { name: 'builder' } }],
        nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
        resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'] }],
      },
    ],
  },
};

/** Classifies the list of the Pods of a namespace. */
function classify(name: string, seats: number, objectCount: number) {
  const stored = withBuiltInObjects({ priorityLevels: [], flowSchemas: [builds] });
  const find = effectiveClassifier(effectiveConfiguration(stored, seats), {
    objects: { objectCount },
  });
  const url = '/api/v1/namespaces/ci/pods';
  return find(requestFromUrl('GET', url, { name, groups: ['system:authenticated'] }), url);
}

describe('a request', () => {
  test('of a level with queues has a flow, and at most the seats that the level allows', () => {
    const found = { flowSchema: 'global-default', priorityLevel: 'global-default' };
    expect(classify('jane', 600, 10_000)).toMatchObject({ ...found, flowDistinguisher: 'jane' });
    const seats = [60, 600].map((limit) => classify('jane', limit, 10_000).workEstimate);
    expect(seats[0]?.initialSeats).toBeLessThan(seats[1]?.initialSeats ?? 0);
  });

  test('of a level without queues has no flow', () => {
    const found = { flowSchema: 'builds', priorityLevel: 'exempt', flowDistinguisher: '' };
    expect(classify('builder', 600, 1)).toMatchObject(found);
  });
});
