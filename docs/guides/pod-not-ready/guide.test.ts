import { podReadiness } from '@kubesem/lifecycle';
import { describe, expect, it } from 'vitest';
import { answerTo } from '../../test/answer.js';
import { box } from './box.js';

it('the box answers its example', () => {
  expect(answerTo(box)).toContain('app | the readiness probe of container app does not succeed');
});

describe('what goes wrong otherwise', () => {
  it('a sidecar blocks readiness, and so does a startup probe', () => {
    const pod = {
      spec: {
        initContainers: [{ name: 'mesh', restartPolicy: 'Always' }],
        containers: [{ name: 'app' }],
      },
      status: {
        phase: 'Running',
        initContainerStatuses: [
          { name: 'mesh', ready: false, started: true, state: { running: {} } },
        ],
        containerStatuses: [{ name: 'app', ready: false, started: false, state: { running: {} } }],
      },
    };
    const blockers = podReadiness(pod).blockers.map(({ code, container }) => [code, container]);
    expect(blockers.sort()).toEqual([
      ['READINESS', 'mesh'],
      ['STARTUP', 'app'],
    ]);
  });
});
