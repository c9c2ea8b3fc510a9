import { nextPodActions, type PodRuntime, type RuntimeContainer } from '@kubesem/lifecycle';
import { describe, expect, test } from 'vitest';

const SANDBOX = { state: 'ready', attempt: 0, ip: '10.0.0.1' } as const;

function runtime(...containers: readonly RuntimeContainer[]): PodRuntime {
  return { sandboxes: [SANDBOX], containers };
}

const running = (name: string): RuntimeContainer => ({ name, id: `id-${name}`, state: 'running' });
const ended = (name: string, exitCode: number, reason = ''): RuntimeContainer => ({
  ...{ name, id: `id-${name}`, state: 'exited', exitCode, reason },
});

const SIDECAR = { name: 'proxy', restartPolicy: 'Always', startupProbe: {}, livenessProbe: {} };
const POD = {
  restartPolicy: 'OnFailure',
  initContainers: [{ name: 'setup' }, SIDECAR],
  containers: [{ name: 'web' }, { name: 'log' }],
};

describe('nextPodActions', () => {
  test('the documentation says that app containers start in parallel: in the order of the spec, after the init containers', () => {
    expect(nextPodActions(POD, { sandboxes: [], containers: [] })).toMatchObject({
      killPod: true,
      createSandbox: true,
      startInit: ['setup'],
      start: [],
    });
    expect(nextPodActions(POD, runtime(ended('setup', 0))).startInit).toEqual(['proxy']);
    const pod = { containers: [{ name: 'web' }, { name: 'app' }, { name: 'log' }] };
    expect(nextPodActions(pod, runtime()).start).toEqual(['web', 'app', 'log']);
  });

  test('a sidecar opens the way when its startup probe has succeeded', () => {
    const known = runtime(running('proxy'), ended('setup', 0));
    expect(nextPodActions(POD, known).start).toEqual([]);
    const startup = { 'id-proxy': 'Success' } as const;
    expect(nextPodActions(POD, known, { startup }).start).toEqual(['web', 'log']);
  });

  test('the documentation says that init containers follow the Pod as OnFailure: their own policy and rules come first', () => {
    const migrate = { name: 'migrate', restartPolicy: 'Never' };
    const pod = {
      restartPolicy: 'Always',
      initContainers: [migrate],
      containers: [{ name: 'web' }],
    };
    const { steps, ...actions } = nextPodActions(pod, runtime(ended('migrate', 1)));
    expect(actions).toMatchObject({ killPod: true, startInit: [], start: [] });
    expect(steps).toEqual([{ container: 'migrate', rule: 'INIT_FAILED' }]);
    const exitCodes = { operator: 'In', values: [1] };
    const ruled = { ...migrate, restartPolicyRules: [{ action: 'Restart', exitCodes }] };
    const known = runtime(ended('migrate', 1));
    expect(nextPodActions({ ...pod, initContainers: [ruled] }, known).startInit).toEqual([
      'migrate',
    ]);
  });

  test('an init container that ran out of memory has failed, even with exit code 0', () => {
    const pod = {
      restartPolicy: 'Never',
      initContainers: [{ name: 'setup' }],
      containers: [{ name: 'web' }],
    };
    expect(nextPodActions(pod, runtime(ended('setup', 0))).start).toEqual(['web']);
    expect(nextPodActions(pod, runtime(ended('setup', 0, 'OOMKilled'))).killPod).toBe(true);
  });

  test('a sidecar does not keep a Pod alive whose app containers have ended', () => {
    const known = runtime(ended('web', 0), ended('log', 0), running('proxy'));
    const startup = { 'id-proxy': 'Success' } as const;
    expect(nextPodActions(POD, known, { startup })).toMatchObject({
      killPod: true,
      start: [],
      startInit: [],
    });
    expect(nextPodActions({ ...POD, restartPolicy: 'Always' }, known, { startup })).toMatchObject({
      killPod: false,
      start: ['web', 'log'],
    });
  });

  test('after a failed probe the policy counts and not the rules; a changed image always restarts', () => {
    const exitCodes = { operator: 'NotIn', values: [0] };
    const web = {
      name: 'web',
      restartPolicy: 'Never',
      restartPolicyRules: [{ action: 'Restart', exitCodes }],
    };
    const pod = { containers: [web, { name: 'log' }] };
    const known = runtime(running('web'), running('log'));
    const liveness = { 'id-web': 'Failure' } as const;
    expect(nextPodActions(pod, known, { liveness })).toMatchObject({
      start: [],
      kill: [
        {
          container: 'web',
          message: 'Container web failed liveness probe',
          reason: 'LivenessProbe',
        },
      ],
    });
    const changed = { containers: [{ ...web, image: 'web:2' }] };
    expect(nextPodActions(changed, known)).toMatchObject({
      start: ['web'],
      kill: [{ message: 'Container web definition changed, will be restarted', reason: '' }],
    });
  });

  test('nothing restarts in a Pod that is being deleted', () => {
    const pod = {
      metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' },
      spec: { containers: [{ name: 'web' }] },
    };
    const { steps, ...actions } = nextPodActions(pod, runtime(ended('web', 1)));
    expect(actions).toMatchObject({ killPod: true, start: [] });
    expect(steps).toEqual([{ container: 'web', rule: 'DELETED' }]);
  });

  test('if all containers restart, the one that caused it is removed last', () => {
    const exitCodes = { operator: 'In', values: [42] };
    const web = {
      name: 'web',
      restartPolicyRules: [{ action: 'RestartAllContainers', exitCodes }],
    };
    const pod = { initContainers: [{ name: 'setup' }], containers: [web, { name: 'log' }] };
    const known = runtime(ended('web', 42), running('log'), ended('setup', 0));
    expect(nextPodActions(pod, known, { restartAllContainers: true }).reset).toEqual([
      { id: 'id-log', container: 'log', kill: true },
      { id: 'id-setup', container: 'setup', kill: false },
      { id: 'id-web', container: 'web', kill: false },
    ]);
  });

  test('a Pod that never restarts gets no second sandbox once it had containers', () => {
    const pod = { restartPolicy: 'Never', containers: [{ name: 'web' }] };
    const sandboxes = [{ ...SANDBOX, state: 'notReady' }] as const;
    expect(nextPodActions(pod, { sandboxes, containers: [running('web')] })).toMatchObject({
      killPod: true,
      createSandbox: false,
    });
    expect(nextPodActions(pod, { sandboxes, containers: [] })).toMatchObject({
      createSandbox: true,
      attempt: 1,
      start: ['web'],
    });
  });

  test('ids and names are ordinary, also `__proto__` and `constructor`', () => {
    const pod = { containers: [{ name: '__proto__' }] };
    const container: RuntimeContainer = { name: '__proto__', id: 'constructor', state: 'running' };
    expect(nextPodActions(pod, runtime(container), { liveness: {} })).toMatchObject({
      killPod: false,
      kill: [],
      start: [],
    });
  });

  test('10,000 containers take linear time', () => {
    const containers = Array.from({ length: 10_000 }, (_, index) => ({ name: `c${index}` }));
    const known = runtime(...containers.map(({ name }) => ended(name, 1)));
    expect(nextPodActions({ containers }, known).start).toHaveLength(10_000);
    const reset = nextPodActions({ containers }, known, { restartAllContainers: true });
    expect(reset.reset).toHaveLength(10_000);
  });
});
