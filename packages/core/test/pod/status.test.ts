import { isPodTerminal, type Pod, storedQosClass } from '@kubesem/core';
import { ABSENT, fields, hasEnded } from '@kubesem/core/internal';
import { describe, expect, test } from 'vitest';
import { failure } from '../../../../scripts/testing.js';

describe('storedQosClass', () => {
  test.each([
    ['Guaranteed', 'Guaranteed'],
    ['Burstable', 'Burstable'],
    ['BestEffort', 'BestEffort'],
    ['', undefined],
    ['guaranteed', 'guaranteed'],
    [null, undefined],
    [undefined, undefined],
  ])('of %j is %j', (qosClass, expected) => {
    expect(storedQosClass({ status: { qosClass } })).toBe(expected);
  });

  test('is absent without a status, and invalid if it is not a string', () => {
    expect(storedQosClass({ containers: [] })).toBeUndefined();
    const pod = { status: { qosClass: 1 as never } };
    expect(failure(() => storedQosClass(pod))).toBe('INVALID_TYPE status.qosClass');
  });
});

describe('isPodTerminal', () => {
  test.each([
    ['Succeeded', true],
    ['Failed', true],
    ['Running', false],
    ['Pending', false],
    ['Unknown', false],
    ['', false],
    [null, false],
  ])('in phase %j is %j', (phase, terminal) => {
    expect(isPodTerminal({ status: { phase } })).toBe(terminal);
  });

  test('throws for a field of the wrong type', () => {
    expect(isPodTerminal({ status: null })).toBe(false);
    expect(failure(() => isPodTerminal({ status: 'Failed' as never }))).toBe('INVALID_TYPE status');
    const pod = { status: { phase: ['Failed'] as never } };
    expect(failure(() => isPodTerminal(pod))).toBe('INVALID_TYPE status.phase');
    expect(hasEnded(fields<Pod>(pod, ABSENT).at('status'))).toBe(false);
  });
});
