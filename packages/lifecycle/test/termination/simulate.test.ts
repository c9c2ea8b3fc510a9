import type { LifecycleHandler, Pod } from '@kubesem/core';
import { type SimulateTerminationOptions, simulateTermination } from '@kubesem/lifecycle';
import { describe, expect, test } from 'vitest';

function timeline(pod: Pod, options: SimulateTerminationOptions): readonly string[] {
  return simulateTermination(pod, options).map(({ atMs, container, type, stopSeconds }) =>
    [atMs / 1000, container, type, stopSeconds].filter((part) => part !== undefined).join(' '),
  );
}

const HOOK = { lifecycle: { preStop: { exec: { command: ['sleep'] } } } };
const SIDECARS = {
  spec: {
    initContainers: [
      { name: 's1', restartPolicy: 'Always', ...HOOK },
      { name: 's2', restartPolicy: 'Always' },
    ],
    containers: [{ name: 'a', ...HOOK }, { name: 'b' }],
  },
};
const CONTAINERS = [
  { name: 'a', preStopSeconds: 3, stopSeconds: 4 },
  { name: 'b', stopSeconds: 2 },
  { name: 's1', preStopSeconds: 2, stopSeconds: 3 },
  { name: 's2', stopSeconds: 1 },
];

describe('sidecars', () => {
  test('wait for all app containers and for the sidecar after them; their hooks do not', () => {
    const options = { containers: CONTAINERS, gracePeriodSeconds: 30 };
    expect(timeline(SIDECARS, options)).toEqual([
      ...['0 a PRE_STOP', '0 b TERM 30', '0 s1 PRE_STOP'],
      ...['2 b EXITED', '2 s1 PRE_STOP_DONE', '3 a PRE_STOP_DONE', '3 a TERM 27'],
      ...['7 a EXITED', '7 s2 TERM 23', '8 s2 EXITED', '8 s1 TERM 22', '11 s1 EXITED'],
    ]);
  });

  test('get 2 seconds when the grace period is over', () => {
    const options = { containers: CONTAINERS, gracePeriodSeconds: 5 };
    expect(timeline(SIDECARS, options)).toEqual([
      ...['0 a PRE_STOP', '0 b TERM 5', '0 s1 PRE_STOP'],
      ...['2 b EXITED', '2 s1 PRE_STOP_DONE', '3 a PRE_STOP_DONE', '3 a TERM 2'],
      ...['5 a KILLED', '5 s2 TERM 2', '5 s1 TERM 2', '6 s2 EXITED', '7 s1 KILLED'],
    ]);
  });

  test('do not wait beyond a sidecar that does not run', () => {
    const initContainers = ['s1', 's2', 's3'].map((name) => ({ name, restartPolicy: 'Always' }));
    const containers = [{ name: 's1' }, { name: 's3', stopSeconds: 9 }];
    expect(timeline({ spec: { initContainers } }, { containers, gracePeriodSeconds: 30 })).toEqual([
      ...['0 s3 TERM 30', '0 s1 TERM 30', '0 s1 EXITED', '9 s3 EXITED'],
    ]);
  });

  // "The sidecar containers will be terminated in the reverse order they are defined": this is true of their signals.
  test('documentation differs: their hooks run at once, not in reverse order', () => {
    const hooks = simulateTermination(SIDECARS, { containers: CONTAINERS, gracePeriodSeconds: 30 })
      .filter(({ type }) => type === 'PRE_STOP')
      .map(({ container, atMs }) => [container, atMs]);
    expect(hooks).toEqual([
      ['a', 0],
      ['s1', 0],
    ]);
  });
});

// "If the preStop hook is still running after the grace period expires, the kubelet requests a small, one-off grace
// period extension of 2 seconds."
describe('documentation differs: 2 seconds are the least time of every stop', () => {
  const never = [{ name: 'app', stopSeconds: Number.POSITIVE_INFINITY }];

  test('after a hook that uses up the grace period', () => {
    const pod = { spec: { containers: [{ name: 'app', ...HOOK }] } };
    const containers = [{ name: 'app', preStopSeconds: 60, stopSeconds: 1 }];
    expect(timeline(pod, { containers, gracePeriodSeconds: 30 })).toEqual([
      ...['0 app PRE_STOP', '30 app PRE_STOP_TIMEOUT', '30 app TERM 2', '31 app EXITED'],
    ]);
  });

  test.each([0, 1])('of a forced deletion with a grace period of %s', (gracePeriodSeconds) => {
    const pod = { spec: { containers: [{ name: 'app' }] } };
    expect(timeline(pod, { containers: never, gracePeriodSeconds })).toEqual([
      ...['0 app TERM 2', '2 app KILLED'],
    ]);
  });

  test('of a sidecar whose turn comes after the grace period', () => {
    const proxy = { name: 'proxy', restartPolicy: 'Always' };
    const pod = { spec: { initContainers: [proxy], containers: [{ name: 'app' }] } };
    const containers = [...never, { ...never[0], name: 'proxy' }];
    expect(timeline(pod, { containers, gracePeriodSeconds: 5 })).toEqual([
      ...['0 app TERM 5', '5 app KILLED', '5 proxy TERM 2', '7 proxy KILLED'],
    ]);
  });
});

describe('hooks', () => {
  const options = { containers: [{ name: 'app', preStopSeconds: 1.999 }], gracePeriodSeconds: 10 };

  function withHook(preStop: LifecycleHandler): Pod {
    return { spec: { containers: [{ name: 'app', lifecycle: { preStop } }] } };
  }

  test('cost whole seconds', () => {
    expect(timeline(withHook({ httpGet: { port: 80 } }), options)).toContain('1.999 app TERM 9');
  });

  test('that sleep take the time of the Pod', () => {
    expect(timeline(withHook({ sleep: { seconds: 4 } }), options)).toContain('4 app TERM 6');
  });

  test('without a handler fail at once', () => {
    expect(timeline(withHook({}), options)).toContain('0 app TERM 10');
  });
});

test('without options the app containers and sidecars end at once, in the time of the Pod', () => {
  const pod = {
    spec: {
      terminationGracePeriodSeconds: 60,
      initContainers: [{ name: 'setup' }, { name: 'proxy', restartPolicy: 'Always' }],
      containers: [{ name: 'app' }],
    },
  };
  expect(timeline(pod, {})).toEqual([
    ...['0 app TERM 60', '0 app EXITED', '0 proxy TERM 60', '0 proxy EXITED'],
  ]);
});

test('without a grace period, the Pod has the 30 seconds of the API server', () => {
  const containers = [{ name: 'app', stopSeconds: Number.POSITIVE_INFINITY }];
  expect(timeline({ spec: { containers: [{ name: 'app' }] } }, { containers })).toEqual([
    ...['0 app TERM 30', '30 app KILLED'],
  ]);
});

test('containers that the Pod does not have are ignored', () => {
  expect(timeline(SIDECARS, { containers: [{ name: '__proto__' }] })).toEqual([]);
});

test('takes linear time', () => {
  const initContainers = Array.from({ length: 10_000 }, (_, index) => ({
    name: `proxy-${index}`,
    restartPolicy: 'Always',
  }));
  expect(simulateTermination({ spec: { initContainers } })).toHaveLength(20_000);
});
