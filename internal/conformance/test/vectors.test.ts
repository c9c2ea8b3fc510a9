import { KUBERNETES_VERSION } from '@kubesem/core';
import { describe, expect, test } from 'vitest';
import { compareCase } from '../src/harness/fuzz.js';
import { readVectors } from '../src/harness/vectors.js';
import { operations } from '../src/operations.js';

describe.each(operations.map((operation) => [operation.name, operation] as const))(
  '%s',
  (name, operation) => {
    test('answers as Kubernetes does, case by case', () => {
      const { vectors } = readVectors(operation);
      // What is asked without any input has one answer.
      expect(vectors.length).toBeGreaterThan(operation.candidates === 1 ? 0 : 50);
      // The first one is enough to know, and thousands would take long to print.
      const first = vectors.find(({ in: input, ...answer }) => {
        return compareCase(operation, input, answer).differences.length > 0;
      });
      const differences = first && compareCase(operation, first.in, first).differences;
      expect({ vector: first, differences }).toEqual({});
    });

    test('the vectors say which operation and which release answered', () => {
      const { header } = readVectors(operation);
      expect(header.operation).toBe(name);
      expect(header.kubernetes).toBe(`v${KUBERNETES_VERSION}`);
    });
  },
);
