import { KUBERNETES_VERSION } from '@kubesem/core';
import { describe, expect, test } from 'vitest';
import { compareCase } from '../src/harness/fuzz.js';
import { readVectors } from '../src/harness/vectors.js';
import { operations } from '../src/operations.js';

describe.each(operations.map((operation) => [operation.name, operation] as const))(
  '%s',
  (name, operation) => {
    test('gives the same answers as Kubernetes', async () => {
      const { vectors } = readVectors(operation);
      // An operation without input has a single case.
      expect(vectors.length).toBeGreaterThan(operation.candidates === 1 ? 0 : 50);
      // Only the first one: printing thousands would take long.
      for (const { in: input, ...answer } of vectors) {
        const { differences } = await compareCase(operation, input, answer);
        expect(differences, differences.length > 0 ? JSON.stringify(input) : '').toEqual([]);
      }
    });

    test('the vectors name the operation and the release', () => {
      const { header } = readVectors(operation);
      expect(header.operation).toBe(name);
      expect(header.kubernetes).toBe(`v${KUBERNETES_VERSION}`);
    });
  },
);
