import type { JsonObject } from '../../harness/json.js';
import { NOW } from '../generator.js';

const COMMAND: JsonObject = { exec: { command: ['run'] } };
const APP: JsonObject = { name: 'app' };
const CRASH: JsonObject = { ms: 5000, exitCode: 1 };
/** Ends one second after SIGTERM. */
const STOPS: JsonObject = { runs: [{ stopMs: 1000 }] };

function life(
  spec: JsonObject,
  scripts: JsonObject,
  seconds: number,
  more: JsonObject = {},
): JsonObject {
  const metadata = { name: 'web', namespace: 'shop', creationTimestamp: NOW };
  return { pod: { metadata, spec }, now: NOW, seconds, scripts, ...more };
}

/** One life for each thing that a kubelet does. */
export function* lifeExamples(): Generator<JsonObject> {
  const app = { containers: [APP] };
  yield life(app, {}, 10);
  // Restarts, and their delays.
  for (const restartPolicy of ['Always', 'OnFailure', 'Never']) {
    yield life({ ...app, restartPolicy }, { app: { runs: [CRASH] } }, 200);
    yield life({ ...app, restartPolicy }, { app: { runs: [{ ms: 2000 }] } }, 60);
  }
  yield life(app, { app: { runs: [CRASH, CRASH, CRASH, { ms: 601_000 }, CRASH] } }, 1500);
  // Init containers and sidecars.
  const sidecar = { name: 'proxy', restartPolicy: 'Always' };
  const init = { ...app, initContainers: [{ name: 'setup' }, sidecar] };
  yield life(init, { setup: { runs: [{ ms: 3000 }] }, app: { runs: [{ ms: 9000 }] } }, 60);
  yield life(init, { setup: { runs: [{ ms: 1000, exitCode: 1 }, { ms: 1000 }] } }, 60);
  yield life({ ...init, restartPolicy: 'Never' }, { setup: { runs: [CRASH] } }, 30);
  // Probes.
  for (const kind of ['startup', 'readiness', 'liveness']) {
    const probe = { ...COMMAND, periodSeconds: 2, failureThreshold: 2, initialDelaySeconds: 1 };
    const answers = [
      { afterMs: 0, result: 'failure' },
      { afterMs: 7000, result: 'success' },
      { afterMs: 20_000, result: 'failure' },
    ];
    const script = { runs: [{ stopMs: 500 }], probes: { [kind]: answers } };
    yield life({ containers: [{ ...APP, [`${kind}Probe`]: probe }] }, { app: script }, 60);
  }
  // Hooks and deletion.
  const lifecycle = { postStart: COMMAND, preStop: COMMAND };
  const hooked = { containers: [{ ...APP, lifecycle }], initContainers: [sidecar] };
  const hooks = { ...STOPS, postStart: { ms: 2500 }, preStop: { ms: 3000 } };
  for (const gracePeriodSeconds of [0, 1, 4, 30]) {
    const more = { deleteAtSeconds: 12, gracePeriodSeconds };
    yield life(hooked, { app: hooks, proxy: STOPS }, 60, more);
    yield life(app, {}, 60, more);
  }
  yield life(hooked, { app: { ...hooks, postStart: { ms: 1000, fails: true } } }, 60);
  // The deadline, gates, and the restart of all.
  yield life({ ...app, activeDeadlineSeconds: 20 }, { app: STOPS }, 60);
  yield life({ ...app, readinessGates: [{ conditionType: 'example.com/gate' }] }, {}, 10);
  const exitCodes = { operator: 'In', values: [42] };
  const restartPolicyRules = [{ action: 'RestartAllContainers', exitCodes }];
  const ruled = { ...APP, restartPolicy: 'Never', restartPolicyRules };
  const all = { ...init, containers: [ruled, { name: 'log' }] };
  const runs = [{ ms: 5000, exitCode: 42 }, {}];
  yield life(all, { setup: { runs: [{ ms: 1000 }] }, app: { runs }, log: STOPS, proxy: STOPS }, 60);
}
