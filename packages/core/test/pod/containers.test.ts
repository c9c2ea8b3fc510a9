import { formatFieldPath, type PodContainer, pathSegments, podContainers } from '@kubesem/core';
import { describe, expect, test } from 'vitest';
import { failure } from '../../../../scripts/testing.js';

const line = ({ name, kind, path }: PodContainer): string =>
  `${name} ${kind} ${formatFieldPath(pathSegments(path))}`;

const spec = {
  containers: [{ name: 'web', restartPolicy: 'Always' }, { name: 'log' }],
  ephemeralContainers: [{ name: 'debug', restartPolicy: 'Always' }],
  initContainers: [
    { name: 'fetch', restartPolicy: 'Never' },
    { name: 'proxy', restartPolicy: 'Always' },
  ],
};

describe('podContainers', () => {
  test('lists the containers with their roles, in the order in which they start', () => {
    expect(podContainers({ spec }).map(line)).toEqual([
      'fetch init spec.initContainers[0]',
      'proxy sidecar spec.initContainers[1]',
      'web app spec.containers[0]',
      'log app spec.containers[1]',
      'debug ephemeral spec.ephemeralContainers[0]',
    ]);
    expect(podContainers(spec).map(line)[1]).toBe('proxy sidecar initContainers[1]');
    expect(podContainers({ spec })[2]?.container).toBe(spec.containers[0]);
  });

  test('reads null as a container without fields', () => {
    expect(podContainers({ containers: [null as never, {}] })).toMatchObject([
      { name: '', kind: 'app', container: {} },
      { name: '', kind: 'app', container: {} },
    ]);
    expect(podContainers({ containers: null })).toEqual([]);
  });

  test.each<[string, object]>([
    ['INVALID_TYPE spec.containers', { spec: { containers: {} } }],
    ['INVALID_TYPE spec.initContainers[1]', { spec: { initContainers: [{}, 'x'] } }],
    ['INVALID_TYPE containers[0].name', { containers: [{ name: 1 }] }],
    ['INVALID_TYPE initContainers[0].restartPolicy', { initContainers: [{ restartPolicy: {} }] }],
    ['NOT_A_POD kind', { kind: 'Node' }],
  ])('throws %s', (expected, pod) => {
    expect(failure(() => podContainers(pod))).toBe(expected);
  });
});
