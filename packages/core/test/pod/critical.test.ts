import { isCriticalPod, isMirrorPod, isNodeCriticalPod, podPriority } from '@kubesem/core';
import { describe, expect, test } from 'vitest';
import { failure } from '../../../../scripts/testing.js';

describe('podPriority', () => {
  test.each([
    [0, {}],
    [0, { priority: null }],
    [-1, { priority: -1 }],
    [2_000_001_000, { spec: { priority: 2_000_001_000 } }],
  ])('is %j for %j', (priority, pod) => {
    expect(podPriority(pod)).toBe(priority);
  });

  test.each<[string, object]>([
    ['spec.priority', { spec: { priority: '2000000000' } }],
    ['priority', { priority: 0.5 }],
    ['priority', { priority: 2 ** 31 }],
  ])('is invalid at %s of %j', (path, pod) => {
    expect(failure(() => podPriority(pod))).toBe(`INVALID_TYPE ${path}`);
    expect(failure(() => isCriticalPod(pod))).toBe(`INVALID_TYPE ${path}`);
  });
});

/** A Pod with annotations. */
const annotated = (annotations: unknown) => ({ metadata: { annotations } }) as object;

describe('isMirrorPod', () => {
  test.each<[boolean, object]>([
    [false, {}],
    [false, annotated({ 'kubernetes.io/config.source': 'file' })],
    [true, annotated({ 'kubernetes.io/config.mirror': '' })],
    [true, annotated({ 'kubernetes.io/config.mirror': null })],
  ])('is %j for %j', (isMirror, pod) => {
    expect(isMirrorPod(pod)).toBe(isMirror);
  });

  test('throws for a field of the wrong type', () => {
    expect(failure(() => isMirrorPod({ metadata: 'x' } as object))).toBe('INVALID_TYPE metadata');
    expect(failure(() => isMirrorPod(annotated({ 'kubernetes.io/config.mirror': 5 })))).toBe(
      'INVALID_TYPE metadata.annotations[kubernetes.io/config.mirror]',
    );
  });
});

describe('isCriticalPod', () => {
  test.each<[boolean, object]>([
    [false, {}],
    [false, { spec: { priority: 1_999_999_999 } }],
    [true, { spec: { priority: 2_000_000_000 } }],
    [true, { priority: 2_000_000_000 }],
    [false, annotated(null)],
    [false, annotated({ 'kubernetes.io/config.source': 'api' })],
    [true, annotated({ 'kubernetes.io/config.source': 'file' })],
    [true, annotated({ 'kubernetes.io/config.source': '' })],
    // Go reads null as an empty string, which is a source other than the API server.
    [true, annotated({ 'kubernetes.io/config.source': null })],
    [true, annotated({ 'kubernetes.io/config.mirror': '' })],
    [true, annotated({ 'kubernetes.io/config.mirror': null })],
    [false, annotated({ 'kubernetes.io/config.hash': 'x' })],
  ])('is %j for %j', (critical, pod) => {
    expect(isCriticalPod(pod)).toBe(critical);
  });

  test.each<[string, object]>([
    ['metadata', { metadata: 'x' }],
    ['metadata.annotations', annotated([])],
    [
      'metadata.annotations[kubernetes.io/config.source]',
      annotated({ 'kubernetes.io/config.source': 1 }),
    ],
  ])('rejects a wrong type of %s', (path, pod) => {
    expect(failure(() => isCriticalPod(pod))).toBe(`INVALID_TYPE ${path}`);
  });
});

describe('isNodeCriticalPod', () => {
  const priorityClassName = 'system-node-critical';
  test.each<[boolean, object]>([
    [true, { priorityClassName, priority: 2_000_001_000 }],
    [false, { priorityClassName, priority: 1000 }],
    [false, { priorityClassName: 'system-cluster-critical', priority: 2_000_000_000 }],
    [false, { priority: 2_000_001_000 }],
    [true, { ...annotated({ 'kubernetes.io/config.mirror': 'x' }), spec: { priorityClassName } }],
  ])('is %j for %j', (critical, pod) => {
    expect(isNodeCriticalPod(pod)).toBe(critical);
  });

  test('rejects a class of the wrong type', () => {
    const pod = { spec: { priorityClassName: 7 as never } };
    expect(failure(() => isNodeCriticalPod(pod))).toBe('INVALID_TYPE spec.priorityClassName');
  });
});
