import type { ContainerStatus, Pod } from '@kubesem/core';
import { podRow } from '@kubesem/lifecycle';
import { describe, expect, it } from 'vitest';
import { answerTo } from '../../test/answer.js';
import { box } from './box.js';

const NOW = '2026-01-01T00:00:00Z';

it('the box answers its example', () => {
  expect(answerTo(box)).toContain('ledger-0   0/1     Init:ExitCode:3');
});

describe('what goes wrong otherwise', () => {
  const app = { name: 'app' };
  const shown = (pod: Pod) => {
    const { status, ready } = podRow(pod, { now: NOW });
    return `${status} ${ready.text}`;
  };
  const ended = (terminated: object): ContainerStatus[] => [{ ...app, state: { terminated } }];

  it.each<[string, Pod, string]>([
    [
      'one of two init containers is done',
      {
        spec: { initContainers: [{ name: 'a' }, { name: 'b' }], containers: [app] },
        status: {
          phase: 'Pending',
          initContainerStatuses: [
            { name: 'a', state: { terminated: { exitCode: 0 } } },
            { name: 'b', state: { running: {} } },
          ],
        },
      },
      'Init:1/2 0/1',
    ],
    [
      'an init container exited with code 3',
      {
        spec: { initContainers: [app], containers: [{ name: 'b' }] },
        status: { phase: 'Pending', initContainerStatuses: ended({ exitCode: 3 }) },
      },
      'Init:ExitCode:3 0/1',
    ],
    [
      'a container was killed by signal 9',
      {
        spec: { containers: [app] },
        status: { phase: 'Running', containerStatuses: ended({ exitCode: 137, signal: 9 }) },
      },
      'Signal:9 0/1',
    ],
    [
      'all containers completed',
      {
        spec: { containers: [app] },
        status: {
          phase: 'Succeeded',
          containerStatuses: ended({ exitCode: 0, reason: 'Completed' }),
        },
      },
      'Completed 0/1',
    ],
    [
      'a scheduling gate is set',
      {
        spec: { containers: [app] },
        status: {
          phase: 'Pending',
          conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }],
        },
      },
      'SchedulingGated 0/1',
    ],
    [
      'a sidecar runs next to one app container',
      {
        spec: { initContainers: [{ name: 'mesh', restartPolicy: 'Always' }], containers: [app] },
        status: {
          phase: 'Running',
          initContainerStatuses: [
            { name: 'mesh', ready: true, started: true, state: { running: {} } },
          ],
          containerStatuses: [{ ...app, ready: true, started: true, state: { running: {} } }],
        },
      },
      'Running 2/2',
    ],
  ])('%s', (_case, pod, expected) => {
    expect(shown(pod)).toBe(expected);
  });
});
