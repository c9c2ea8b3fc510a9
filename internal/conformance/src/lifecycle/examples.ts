import type { Json, JsonObject } from '../harness/json.js';

const METADATA = { name: 'web', namespace: 'shop', creationTimestamp: '2026-11-20T12:00:00Z' };

function terminated(exitCode: number, reason: string): JsonObject {
  return { terminated: { exitCode, reason, finishedAt: '2026-11-22T11:55:00Z' } };
}

const RUNNING: JsonObject = { running: { startedAt: '2026-11-22T11:00:00Z' } };
const READY: JsonObject = { name: 'app', ready: true, started: true, state: RUNNING };
const CRASHING: JsonObject = {
  name: 'app',
  restartCount: 3,
  state: { waiting: { reason: 'CrashLoopBackOff' } },
  lastState: terminated(1, 'Error'),
};

function pod(status: Json, spec: JsonObject = {}, metadata: JsonObject = {}): JsonObject {
  return {
    metadata: { ...METADATA, ...metadata },
    spec: { containers: [{ name: 'app' }], nodeName: 'node-1', ...spec },
    status,
  };
}

const SIDECAR: JsonObject = {
  initContainers: [{ name: 'migrate' }, { name: 'proxy', restartPolicy: 'Always' }],
};
const MIGRATED: JsonObject = { name: 'migrate', ready: true, state: terminated(0, 'Completed') };

/** One Pod for each status that the documentation mentions, and for each that surprises. */
export function* podExamples(): Generator<JsonObject> {
  const running = {
    phase: 'Running',
    podIP: '10.0.0.1',
    conditions: [{ type: 'Ready', status: 'True' }],
  };
  yield pod({ ...running, containerStatuses: [READY] });
  yield pod({ phase: 'Running', containerStatuses: [CRASHING] });
  yield pod({
    phase: 'Pending',
    conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }],
  });
  yield pod({ phase: 'Pending' });
  yield pod({ phase: 'Failed', reason: 'Evicted' });
  yield pod({
    phase: 'Succeeded',
    containerStatuses: [{ name: 'app', state: terminated(0, 'Completed') }],
  });
  yield pod({
    phase: 'Failed',
    containerStatuses: [{ name: 'app', state: terminated(137, 'OOMKilled') }],
  });
  yield pod({ phase: 'Failed', containerStatuses: [{ name: 'app', state: terminated(2, '') }] });
  yield pod({
    phase: 'Failed',
    containerStatuses: [{ name: 'app', state: { terminated: { signal: 9 } } }],
  });
  // While init containers run, and with a sidecar.
  yield pod(
    { phase: 'Pending', initContainerStatuses: [{ name: 'migrate', state: RUNNING }] },
    SIDECAR,
  );
  yield pod(
    {
      phase: 'Pending',
      initContainerStatuses: [
        {
          name: 'migrate',
          restartCount: 2,
          state: terminated(1, 'Error'),
          lastState: terminated(1, 'Error'),
        },
      ],
    },
    SIDECAR,
  );
  yield pod(
    { phase: 'Pending', initContainerStatuses: [{ name: 'migrate', state: terminated(3, '') }] },
    SIDECAR,
  );
  yield pod(
    {
      phase: 'Pending',
      initContainerStatuses: [
        MIGRATED,
        { name: 'proxy', state: { waiting: { reason: 'ImagePullBackOff' } } },
      ],
    },
    SIDECAR,
  );
  yield pod(
    {
      phase: 'Pending',
      initContainerStatuses: [MIGRATED, { name: 'proxy', started: false, state: RUNNING }],
    },
    SIDECAR,
  );
  yield pod(
    {
      ...running,
      initContainerStatuses: [
        MIGRATED,
        { name: 'proxy', started: true, ready: true, restartCount: 1, state: RUNNING },
      ],
      containerStatuses: [READY],
    },
    SIDECAR,
  );
  // Several containers: the first with a reason counts, and `Completed` only if all have completed.
  const done = { name: 'app', state: terminated(0, 'Completed') };
  const other = { name: 'log', state: terminated(1, 'Error') };
  const log = { ...READY, name: 'log' };
  const two = { containers: [{ name: 'app' }, { name: 'log' }] };
  yield pod({ phase: 'Running', containerStatuses: [done, other] }, two);
  yield pod({ phase: 'Running', containerStatuses: [done, log] }, two);
  yield pod({ ...running, containerStatuses: [done, log] }, two);
  yield pod(
    {
      phase: 'Running',
      containerStatuses: [
        CRASHING,
        { name: 'log', state: { waiting: { reason: 'ImagePullBackOff' } } },
      ],
    },
    two,
  );
  // Deletion.
  const deleted = { deletionTimestamp: '2026-11-22T12:00:30Z' };
  yield pod({ ...running, containerStatuses: [READY] }, {}, deleted);
  yield pod({ phase: 'Running', reason: 'NodeLost' }, {}, deleted);
  yield pod({ phase: 'Succeeded', containerStatuses: [done] }, {}, deleted);
  // Gates and addresses.
  const gates = {
    readinessGates: [{ conditionType: 'example.com/a' }, { conditionType: 'example.com/b' }],
  };
  yield pod(
    {
      ...running,
      podIPs: [{ ip: '10.0.0.2' }],
      conditions: [
        { type: 'example.com/a', status: 'True' },
        { type: 'example.com/a', status: 'False' },
      ],
    },
    gates,
  );
  yield { spec: { containers: [{ name: 'app' }] } };
  yield { metadata: METADATA };
}
