import { type PodRuntime, podConditions, type RuntimeContainer } from '@kubesem/lifecycle';
import { describe, expect, test } from 'vitest';

const exitCodes = { operator: 'In', values: [42] };
const web = { name: 'web', restartPolicyRules: [{ action: 'RestartAllContainers', exitCodes }] };
const POD = { spec: { containers: [web] }, status: { phase: 'Running' } };

function runtime(...containers: readonly RuntimeContainer[]): PodRuntime {
  return { sandboxes: [{ state: 'ready', attempt: 0, ip: '10.0.0.1' }], containers };
}

describe('podConditions with what the runtime knows', () => {
  test('containers can start when the sandbox has an address', () => {
    const of = (known: PodRuntime): unknown =>
      podConditions(POD, { runtime: known }).readyToStartContainers;
    expect(of(runtime())).toEqual({ type: 'PodReadyToStartContainers', status: 'True' });
    expect(of({ sandboxes: [{ state: 'ready', attempt: 0, ip: '' }], containers: [] })).toEqual({
      type: 'PodReadyToStartContainers',
      status: 'False',
      reason: 'PodSandboxNotReady',
      message: 'pod sandbox has no IP address',
    });
  });

  test('all containers restart from the exit that a rule names until the runtime has removed them', () => {
    const ended: RuntimeContainer = { name: 'web', id: '1', state: 'exited', exitCode: 42 };
    const of = (known: PodRuntime): unknown =>
      podConditions(POD, { runtime: known }).allContainersRestarting?.status;
    expect(of(runtime(ended))).toBe('True');
    expect(of(runtime({ ...ended, exitCode: 1 }))).toBe('False');
    expect(of(runtime())).toBe('False');
  });

  test('documentation differs: PodReadyToStartContainers is no longer beta, and needs no feature gate', () => {
    expect(podConditions(POD, { runtime: runtime() })).toHaveProperty('readyToStartContainers');
  });

  test('without such a rule, or without the runtime, the conditions are absent', () => {
    expect(podConditions(POD)).not.toHaveProperty('readyToStartContainers');
    const pod = { containers: [{ name: 'web' }] };
    expect(podConditions(pod, { runtime: runtime() })).not.toHaveProperty(
      'allContainersRestarting',
    );
  });
});

// "A Pod's Ready condition is false when its Node's Ready condition is not true": a controller writes that once.
test('documentation differs: nothing of the node counts for the condition Ready', () => {
  const containerStatuses = [{ name: 'web', ready: true, state: { running: {} } }];
  const lost = {
    spec: { nodeName: 'node-1', containers: [web] },
    status: {
      phase: 'Running',
      reason: 'NodeLost',
      conditions: [{ type: 'Ready', status: 'False', reason: 'NodeNotReady' }],
      containerStatuses,
    },
  };
  expect(podConditions(lost).ready).toEqual({ type: 'Ready', status: 'True' });
});
