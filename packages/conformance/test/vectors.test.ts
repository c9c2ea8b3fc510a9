import { KUBERNETES_VERSION } from '@kubesem/core';
import { describe, expect, test } from 'vitest';
import { compareCase } from '../src/fuzz.js';
import { operations } from '../src/operations/index.js';
import { readVectors } from '../src/vectors.js';

describe.each(operations.map((operation) => [operation.name, operation] as const))(
  '%s',
  (name, operation) => {
    const { header, vectors } = readVectors(operation);

    test(`answers ${vectors.length} cases as Kubernetes does`, () => {
      expect(vectors.length).toBeGreaterThan(0);
      const differing = vectors.flatMap((vector) => {
        const { in: input, ...answer } = vector;
        return compareCase(operation, input, answer).differences.map((difference) => ({
          input,
          ...difference,
        }));
      });
      expect(differing).toEqual([]);
    });

    test('says which operation and which release answered', () => {
      expect(header.operation).toBe(name);
      expect(header.kubernetes).toBe(`v${KUBERNETES_VERSION}`);
    });
  },
);
