import {
  firstProbeAtMs,
  type ProbeAnswer,
  ProbeWorker,
  probeVerdictAtMs,
} from '@kubesem/lifecycle';
import { describe, expect, test } from 'vitest';

const running = (id = '1', started = true, startedAt = '1970-01-01T00:00:00Z'): object => ({
  containerStatuses: [
    { name: 'app', containerID: `containerd://${id}`, started, state: { running: { startedAt } } },
  ],
});

function workerOf(kind: 'liveness' | 'readiness' | 'startup', probe: object, pod: object = {}) {
  const spec = { containers: [{ name: 'app' }] };
  const options = { pod: { spec, ...pod }, container: 'app', startedAtMs: 0 };
  return new ProbeWorker(kind, probe, options);
}

/** Answers all probes until a time, and returns when they were. */
function probeTimes(
  worker: ProbeWorker,
  untilMs: number,
  answer: ProbeAnswer,
  status: object = running(),
): number[] {
  const times: number[] = [];
  for (let at = worker.nextMs; at !== undefined && at < untilMs; at = worker.nextMs) {
    if (worker.due(at, status)) {
      times.push(at);
      worker.report(answer);
    }
  }
  return times;
}

describe('where the documentation differs', () => {
  test('the documentation says that a period ignores a shorter initial delay: the delay skips probes', () => {
    const probe = { periodSeconds: 10, initialDelaySeconds: 3 };
    expect(probeTimes(workerOf('liveness', probe), 31_000, 'Success')).toEqual([
      10_000, 20_000, 30_000,
    ]);
  });

  test('the documentation says that delays begin after the startup probe: they begin with the container', () => {
    const worker = workerOf('readiness', { periodSeconds: 10, initialDelaySeconds: 20 });
    expect(worker.due(20_000, running('1', false))).toBe(false);
    expect(worker.due(30_000, running())).toBe(true);
  });

  test('the documentation says that 30 failures in periods of 10 seconds take 300 seconds: 290', () => {
    const worker = workerOf('startup', { periodSeconds: 10, failureThreshold: 30 });
    const times = probeTimes(worker, 400_000, 'Failure', running('1', false));
    expect(times).toHaveLength(30);
    expect(times.at(-1)).toBe(290_000);
    expect(worker.value).toBe('Failure');
  });

  test('the documentation says that periods and thresholds are at least 1: 0 is the default', () => {
    const zero = { periodSeconds: 0, failureThreshold: 0, successThreshold: 0 };
    const worker = workerOf('liveness', zero);
    expect(probeTimes(worker, 100_000, 'Failure')).toEqual([0, 10_000, 20_000]);
  });

  test('the documentation says that a probe of unknown result has no effect: only one that cannot run', () => {
    const worker = workerOf('liveness', { periodSeconds: 1, failureThreshold: 2 });
    expect(probeTimes(worker, 5000, 'Error')).toHaveLength(5);
    expect(worker.value).toBe('Success');
    expect(probeTimes(worker, 9000, 'Failure')).toEqual([5000, 6000]);
    expect(worker.value).toBe('Failure');
  });
});

describe('ProbeWorker', () => {
  test('failures before a restart count for the next container', () => {
    const worker = workerOf('liveness', { periodSeconds: 1, failureThreshold: 3 });
    probeTimes(worker, 2000, 'Failure');
    expect(probeTimes(worker, 9000, 'Failure', running('2'))).toEqual([2000]);
    expect(worker.value).toBe('Failure');
  });

  test('another container starts with the initial value and ends the hold', () => {
    const worker = workerOf('liveness', { periodSeconds: 1, failureThreshold: 1 });
    expect(probeTimes(worker, 3000, 'Failure')).toEqual([0]);
    expect(worker.due(3000, running('2'))).toBe(true);
    expect(worker.value).toBe('Success');
  });

  test('a trigger probes at once and starts the period anew', () => {
    const worker = workerOf('readiness', { periodSeconds: 10 });
    worker.due(0, running());
    worker.report('Failure');
    worker.trigger(4000);
    expect(worker.nextMs).toBe(4000);
    expect(worker.due(4000, running())).toBe(true);
    worker.report('Success');
    expect([worker.value, worker.nextMs]).toEqual(['Success', 14_000]);
  });

  test('periods that pass during a probe are skipped', () => {
    const worker = workerOf('readiness', { periodSeconds: 1 });
    worker.due(0, running());
    expect(worker.nextMs).toBeUndefined();
    worker.report('Failure');
    expect(worker.due(3500, running())).toBe(true);
    worker.report('Failure');
    expect(worker.nextMs).toBe(4000);
  });

  test('a Pod that is being deleted is probed for readiness only', () => {
    const pod = { metadata: { deletionTimestamp: '1970-01-01T00:00:00Z' } };
    const liveness = workerOf('liveness', {}, pod);
    expect([liveness.due(0, running()), liveness.hasEnded]).toEqual([false, true]);
    expect(workerOf('readiness', {}, pod).due(0, running())).toBe(true);
  });

  test('a container that will not restart ends its worker', () => {
    const terminated = (exitCode: number) => ({
      containerStatuses: [
        { name: 'app', containerID: 'c://1', state: { terminated: { exitCode } } },
      ],
    });
    const pod = { spec: { restartPolicy: 'OnFailure', containers: [{ name: 'app' }] } };
    const worker = workerOf('readiness', {}, pod);
    worker.due(0, terminated(1));
    expect([worker.value, worker.hasEnded]).toEqual(['Failure', false]);
    worker.due(10_000, terminated(0));
    expect([worker.value, worker.hasEnded, worker.nextMs]).toEqual([undefined, true, undefined]);
  });

  test('a container that has survived a restart of the kubelet keeps its state', () => {
    const pod = { spec: { containers: [{ name: 'app' }] } };
    const options = { pod, container: 'app', startedAtMs: 60_000, kubeletStartedAtMs: 50_000 };
    const older = new ProbeWorker('readiness', {}, options);
    older.due(60_000, running('1', true, '1970-01-01T00:00:39Z'));
    expect(older.value).toBeUndefined();
    const younger = new ProbeWorker('readiness', {}, options);
    younger.due(60_000, running('1', true, '1970-01-01T00:00:40Z'));
    expect(younger.value).toBe('Failure');
  });

  test('stopping lets a running probe count', () => {
    const worker = workerOf('readiness', {});
    worker.due(0, running());
    worker.stop();
    expect(worker.hasEnded).toBe(false);
    worker.report('Success');
    expect(worker.hasEnded).toBe(true);
    worker.stop();
    worker.report('Success');
    expect(worker.value).toBeUndefined();
  });

  test.each([
    [null],
    [{}],
    [{ containerStatuses: 'none' }],
    [{ containerStatuses: [null, { name: 5 }, { name: 'app', containerID: 7 }] }],
    [{ containerStatuses: [{ name: 'app', containerID: 'a://b', state: { running: {} } }] }],
  ])('waits with the status %j', (status) => {
    const worker = workerOf('liveness', { periodSeconds: -1 });
    expect(worker.due(0, status as never)).toBe(false);
    expect(worker.nextMs).toBe(10_000);
  });
});

describe('firstProbeAtMs and probeVerdictAtMs', () => {
  test('the moments come from the start of the Pod', () => {
    const times = { workerStartedAtMs: 1000, containerStartedAtMs: 15_500 };
    expect(firstProbeAtMs({ periodSeconds: 10 }, times)).toBe(21_000);
    expect(firstProbeAtMs({ periodSeconds: 10, initialDelaySeconds: 6 }, times)).toBe(21_000);
    expect(firstProbeAtMs({ periodSeconds: 10, initialDelaySeconds: 7 }, times)).toBe(31_000);
  });

  test('a huge threshold takes no time', () => {
    const probe = { periodSeconds: 2, failureThreshold: 2_147_483_647 };
    expect(probeVerdictAtMs(probe, 'Failure', { containerStartedAtMs: 0 })).toBe(4_294_967_292_000);
    expect(probeVerdictAtMs(probe, 'Success', { containerStartedAtMs: 0 })).toBe(0);
  });
});
