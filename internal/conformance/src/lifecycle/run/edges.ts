import type { Json, JsonObject } from '../../harness/json.js';
import { NOW } from '../generator.js';

type Parts = { readonly [name: string]: Json };

/** A life of a Pod with these init and app containers. */
function example(
  seconds: number,
  init: readonly JsonObject[],
  containers: readonly JsonObject[],
  scripts: Parts,
  more: {
    readonly spec?: JsonObject;
    readonly deleteAtSeconds?: number;
    readonly gracePeriodSeconds?: number;
  } = {},
): JsonObject {
  const { spec, ...deletion } = more;
  const named = (container: JsonObject) => ({ image: container.name as string, ...container });
  return {
    pod: {
      metadata: { name: 'web', namespace: 'shop', creationTimestamp: NOW },
      spec: {
        ...(init.length > 0 ? { initContainers: init.map(named) } : {}),
        containers: containers.map(named),
        ...spec,
      },
    },
    now: NOW,
    seconds,
    scripts,
    ...deletion,
  };
}

const APP = { name: 'app' };
const SIDECAR = { name: 'proxy', restartPolicy: 'Always' };
const STOPS = { stopMs: 2000 };

function probe(kind: string, fields: JsonObject = {}): JsonObject {
  return { [`${kind}Probe`]: { exec: { command: [kind] }, ...fields } };
}

/** Restarts: delays that grow, and that start anew around ten minutes after the last start. */
function* restarts(): Iterable<JsonObject> {
  yield example(400, [], [APP], { app: { runs: [{ ms: 4000, exitCode: 1 }] } });
  for (const seconds of [299, 300, 301, 599, 600, 601]) {
    const crashes = Array.from({ length: 3 }, () => ({ ms: 1000, exitCode: 1 }));
    const runs = [...crashes, { ms: seconds * 1000, exitCode: 1 }, { ms: 1000, exitCode: 1 }, {}];
    yield example(1500, [], [APP], { app: { runs } });
  }
  for (const restartPolicy of ['Always', 'OnFailure', 'Never']) {
    for (const exitCode of [0, 1]) {
      const scripts = { app: { runs: [{ ms: 3000, exitCode }] } };
      yield example(60, [], [APP], scripts, { spec: { restartPolicy } });
      yield example(
        60,
        [SIDECAR],
        [APP],
        { ...scripts, proxy: { runs: [STOPS] } },
        { spec: { restartPolicy } },
      );
      const init = { ...scripts, init: { runs: [{ ms: 2000, exitCode }, { ms: 1000 }] } };
      yield example(60, [{ name: 'init' }], [APP], init, { spec: { restartPolicy } });
    }
  }
}

/** Probes: thresholds, delays around the period, verdicts, and what they do to others. */
function* probes(): Iterable<JsonObject> {
  for (const initialDelaySeconds of [0, 9, 10, 11]) {
    yield example(60, [], [{ ...APP, ...probe('readiness', { initialDelaySeconds }) }], {});
  }
  const late = (kind: string, afterMs: number) => ({
    [kind]: [
      { afterMs: 0, result: 'failure' },
      { afterMs, result: 'success' },
    ],
  });
  for (const periodSeconds of [1, 3, 10]) {
    const scripts = { app: { runs: [STOPS], probes: late('readiness', 15_000) } };
    yield example(60, [], [{ ...APP, ...probe('readiness', { periodSeconds }) }], scripts);
    const startup = { app: { runs: [STOPS], probes: late('startup', 15_000) } };
    yield example(
      120,
      [],
      [{ ...APP, ...probe('startup', { periodSeconds }), ...probe('liveness') }],
      startup,
    );
    yield example(120, [{ ...SIDECAR, ...probe('startup', { periodSeconds }) }], [APP], {
      proxy: { runs: [STOPS], probes: late('startup', 15_000) },
    });
  }
  const dies = {
    app: { runs: [STOPS], probes: { liveness: [{ afterMs: 10_000, result: 'failure' }] } },
  };
  for (const restartPolicy of ['Always', 'Never']) {
    yield example(200, [], [{ ...APP, ...probe('liveness') }], dies, { spec: { restartPolicy } });
  }
  const errs = { app: { probes: { readiness: [{ afterMs: 5000, result: 'error' }] } } };
  yield example(60, [], [{ ...APP, ...probe('readiness', { periodSeconds: 2 }) }], errs);
}

/** Deletions: hooks, grace periods, sidecars, probes until the end. */
function* deletions(): Iterable<JsonObject> {
  const hook = { lifecycle: { preStop: { exec: { command: ['preStop'] } } } };
  for (const gracePeriodSeconds of [0, 1, 2, 5, 30]) {
    const scripts = {
      app: { runs: [{ stopMs: 4000 }], preStop: { ms: 3000 } },
      proxy: { runs: [{ stopMs: 1000 }], preStop: { ms: 2000 } },
    };
    yield example(60, [{ ...SIDECAR, ...hook }], [{ ...APP, ...hook }], scripts, {
      deleteAtSeconds: 10,
      gracePeriodSeconds,
    });
  }
  for (const ms of [4999, 5000, 5001]) {
    const scripts = { app: { preStop: { ms } } };
    yield example(30, [], [{ ...APP, ...hook }], scripts, {
      deleteAtSeconds: 5,
      gracePeriodSeconds: 5,
    });
  }
  const probed = {
    ...APP,
    ...probe('readiness', { periodSeconds: 1 }),
    ...probe('liveness', { periodSeconds: 1 }),
  };
  const fails = [{ afterMs: 12_000, result: 'failure' }];
  yield example(
    40,
    [],
    [probed],
    { app: { probes: { readiness: fails, liveness: fails } } },
    { deleteAtSeconds: 10 },
  );
  yield example(40, [{ name: 'init' }], [APP], { init: { runs: [STOPS] } }, { deleteAtSeconds: 0 });
  yield example(
    40,
    [],
    [APP],
    { app: { runs: [{ ms: 2000 }] } },
    { deleteAtSeconds: 20, spec: { restartPolicy: 'Never' } },
  );
  yield example(60, [], [APP], { app: { runs: [STOPS] } }, { spec: { activeDeadlineSeconds: 20 } });
}

/** A restart of all containers, started by an app or an init container; hooks that fail. */
function* restartsOfAll(): Iterable<JsonObject> {
  const rule = (value: number) => ({
    restartPolicy: 'Never',
    restartPolicyRules: [
      { action: 'RestartAllContainers', exitCodes: { operator: 'In', values: [value] } },
    ],
  });
  const runs = [{ ms: 5000, exitCode: 42 }, {}];
  const init = { init: { runs: [{ ms: 1000 }] } };
  yield example(60, [], [{ ...APP, ...rule(42) }, { name: 'web' }], { app: { runs } });
  yield example(60, [{ name: 'init' }], [{ ...APP, ...rule(42) }], { ...init, app: { runs } });
  yield example(60, [{ name: 'init' }, SIDECAR], [{ ...APP, ...rule(42) }], {
    ...init,
    app: { runs },
    proxy: { runs: [STOPS] },
  });
  yield example(60, [{ name: 'init', ...rule(42) }, SIDECAR], [APP], {
    init: { runs: [{ ms: 3000, exitCode: 42 }, { ms: 1000 }] },
  });
  const started = { lifecycle: { postStart: { exec: { command: ['postStart'] } } } };
  for (const postStart of [{ ms: 3500 }, { ms: 2000, fails: true }, { ms: 9000 }]) {
    yield example(60, [], [{ ...APP, ...started }, { name: 'web' }], {
      app: { postStart, runs: [{ ms: 8000, exitCode: 1 }] },
    });
  }
}

/** Hooks that the kubelet does not run. */
function* refusedHooks(): Iterable<JsonObject> {
  for (const tcpSocket of [{ port: 80 }, { port: 'http', host: '10.0.0.1' }]) {
    const scripts = { app: { runs: [STOPS] } };
    const postStart = { lifecycle: { postStart: { tcpSocket } } };
    yield example(60, [], [{ ...APP, ...postStart }], scripts);
    const preStop = { lifecycle: { preStop: { tcpSocket } } };
    yield example(30, [], [{ ...APP, ...preStop }], scripts, { deleteAtSeconds: 10 });
  }
}

/** What happens in the same instant as something else. */
function* instants(): Iterable<JsonObject> {
  // The container has stopped when the kubelet forgets its delay, 602 seconds after the restart that set it.
  const exitCodes = { operator: 'NotIn', values: [0] };
  const restartPolicyRules = [{ action: 'RestartAllContainers', exitCodes }];
  const ruled = { ...APP, restartPolicy: 'Always', restartPolicyRules };
  const probes = { startup: [{ afterMs: 0, result: 'failure' }] };
  const runs = [{ stopMs: 1001 }, { ...STOPS, stopExitCode: 143 }];
  yield example(
    640,
    [],
    [{ ...ruled, ...probe('startup', { periodSeconds: 2 }) }],
    { app: { runs, probes } },
    { spec: { terminationGracePeriodSeconds: 2 } },
  );
  // One container becomes ready, another one is no longer ready.
  const fails = { probes: { readiness: [{ afterMs: 10_000, result: 'failure' }] } };
  const late = {
    name: 'web',
    ...probe('readiness', { initialDelaySeconds: 12, periodSeconds: 12 }),
  };
  const early = { ...APP, ...probe('readiness', { periodSeconds: 1 }) };
  yield example(30, [], [early, late], { app: fails });
  yield example(30, [], [late, early], { app: fails });
}

/** Lives that show one rule each. */
export function* lifeEdges(): Iterable<Json> {
  yield* restarts();
  yield* probes();
  yield* deletions();
  yield* restartsOfAll();
  yield* refusedHooks();
  yield* instants();
}
