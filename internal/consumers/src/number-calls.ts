// A call of each time and count that a public function takes: one table, whose lines may be more than 400.
// The names are those that `number-options.ts` finds.
import * as admission from '@kubesem/admission';
import * as apf from '@kubesem/apf';
import * as http from '@kubesem/apf-http';
import { addressFlow } from '@kubesem/apf-http/address';
import { followCluster } from '@kubesem/apf-http/cluster';
import { dumpText } from '@kubesem/apf-http/debug';
import { followConfigurationFile, parseConfiguration } from '@kubesem/apf-http/file';
import * as simulator from '@kubesem/apf-simulator';
import * as config from '@kubesem/config';
import * as core from '@kubesem/core';
import * as disruption from '@kubesem/disruption';
import * as dns from '@kubesem/dns';
import * as image from '@kubesem/image';
import * as inspect from '@kubesem/inspect';
import { type ClusterConnection, clusterFetch, readKubeconfig } from '@kubesem/kubeconfig';
import * as lifecycle from '@kubesem/lifecycle';
import * as nodes from '@kubesem/nodes';
import * as qos from '@kubesem/qos';
import * as quantity from '@kubesem/quantity';
import * as service from '@kubesem/service';
import * as workloads from '@kubesem/workloads';

type Call = (value: number) => unknown;

/** A server that is not there. */
const noCluster = (): ClusterConnection =>
  readKubeconfig({ env: { HOME: '/none', KUBERNETES_MASTER: 'http://127.0.0.1:9' } });

const now = '2026-01-01T00:00:00Z';
const limits = { cpu: '1', memory: '1Gi' };
const pod = {
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'default', uid: 'u', labels: { app: 'web' } },
  spec: { nodeName: 'n1', containers: [{ name: 'app', resources: { limits } }] },
  status: {
    phase: 'Running',
    conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: now }],
  },
};
const spec = { selector: { app: 'web' }, clusterIP: '10.96.0.7', ports: [{ port: 80 }] };
const web = { metadata: { name: 'web', namespace: 'default' }, spec };
const statefulSet = { metadata: { name: 'db' }, spec: { replicas: 3 } };
const deployment = { metadata: { name: 'web' }, spec: { replicas: 3, selector: {} } };
const none = { priorityLevels: [], flowSchemas: [] };

/** An engine that is closed after the call. */
function withController(call: (controller: apf.ApfController) => unknown): unknown {
  const controller = new apf.ApfController({ serverConcurrencyLimit: 10, ...none });
  try {
    return call(controller);
  } finally {
    controller.close();
  }
}

/** A gate that is closed after the call. */
async function withGate(
  options: Partial<http.GateOptions>,
  call: (gate: http.Gate) => unknown = enter,
): Promise<unknown> {
  const gate = new http.Gate({ serverConcurrencyLimit: 10, ...none, ...options });
  try {
    return await call(gate);
  } finally {
    gate.close();
  }
}

async function enter(gate: http.Gate, receivedNs?: number): Promise<unknown> {
  const { priorityLevel } = await gate.enter({
    request: 0,
    method: 'GET',
    url: '/',
    receivedNs,
  });
  return { priorityLevel };
}

/** Follows a configuration for some turns of the event loop. A timer of 1 ms would read it often. */
function withFollowed(
  follow: (gate: http.Gate) => { close(): void },
  reads: () => number,
): unknown {
  return withGate({}, async (gate) => {
    const followed = follow(gate);
    await new Promise((resolve) => setTimeout(resolve, 60));
    followed.close();
    if (reads() > 6) {
      throw new TypeError('read without a pause');
    }
  });
}

const request = (options: apf.ApfRequestOptions): unknown =>
  withController((controller) => {
    const digest = apf.requestFromUrl('GET', '/x', { name: 'x' });
    const ticket = controller.request(digest, options);
    return { state: ticket.state };
  });
const scenario = (given: object): unknown =>
  simulator.simulateServer({ durationSeconds: 2, flows: [flow({})], ...given } as never).flows;
const flow = (given: object): object => ({
  name: 'f',
  request: { url: '/api/v1/pods', user: { name: 'x' } },
  arrival: { process: 'poisson', perSecond: 1 },
  durationSeconds: 0.1,
  ...given,
});
const inFlow = (given: object): unknown => scenario({ flows: [flow(given)] });
const lasting = (distribution: string, given: object): unknown =>
  inFlow({ durationSeconds: { distribution, ...given } });
const arriving = (process: string, given: object): unknown =>
  inFlow({ arrival: { process, perSecond: 1, ...given } });
const queueSet = (given: object, concurrencyLimit = 1): unknown => {
  const queuing = { desiredNumQueues: 4, queueLengthLimit: 4, handSize: 2, ...given };
  const set = new apf.QueueSet({ clock: new apf.VirtualClock(), queuing, concurrencyLimit });
  set.configure(queuing, concurrencyLimit);
  return set.requestsWaiting;
};
const allocate = (given: object): unknown =>
  apf.concurrencyAllocation(10, [{ target: 5, lowerBound: 1, upperBound: 10, ...given }]);
const estimate = (given: object): unknown => {
  const digest = apf.requestFromUrl('GET', '/api/v1/pods?limit=500', { name: 'x' });
  return apf.workEstimate(digest.requestInfo, '/api/v1/pods?limit=500', given);
};
const estimateCreate = (given: object): unknown => {
  const digest = apf.requestFromUrl('POST', '/api/v1/namespaces/a/pods', { name: 'x' });
  return apf.workEstimate(digest.requestInfo, '/api/v1/namespaces/a/pods', given);
};
const levels = (given: object): unknown => http.levelObjects([{ name: 'a', ...given }], 20);
const scale = (replicas: number): unknown =>
  disruption.pdbStatus(
    {
      metadata: { name: 'b', namespace: 'default' },
      spec: { selector: {}, maxUnavailable: '50%' },
    },
    {
      pods: [{ ...pod, metadata: { ...pod.metadata, ownerReferences: [owner] } }] as never,
      scales: [
        { apiVersion: 'x/v1', kind: 'Web', namespace: 'default', name: 'o', uid: 'o', replicas },
      ],
    },
    { now },
  ).status;
const owner = { apiVersion: 'x/v1', kind: 'Web', name: 'o', uid: 'o', controller: true };
const drain = (options: object): unknown =>
  disruption.simulateDrain(['n1'], { pods: [pod], podDisruptionBudgets: [] } as never, {
    now,
    force: true,
    ...options,
  });
const hpa = (options: object): unknown =>
  workloads.hpaReplicas(
    { spec: { minReplicas: 2, maxReplicas: 30, metrics: [] } },
    { pods: [pod], metrics: {}, current: 3, now, ...options },
  );
const cgroups = (options: object): unknown => qos.podCgroups(pod, options);
const runtime = (given: object): unknown =>
  lifecycle.nextPodActions(pod, {
    sandboxes: [{ state: 'ready', attempt: 1 }],
    containers: [{ name: 'app', id: 'a', state: 'exited', exitCode: 1, ...given }],
  });
/** Half an hour of the life of a Pod. */
const life = (script: object, options: object = {}, ms = 1_800_000): unknown => {
  const simulation = new lifecycle.PodSimulation(probed, script, { now, ...options });
  simulation.advance(ms);
  return simulation.row;
};
/** The life of a Pod in which nothing happens. */
const idle = (ms: number): unknown => {
  const simulation = new lifecycle.PodSimulation(pod, {}, { now });
  simulation.advance(ms);
  return simulation.elapsedMs;
};
const probe = { exec: { command: ['x'] } };
const hooks = { preStop: { exec: { command: ['x'] } }, postStart: { exec: { command: ['x'] } } };
const probed = {
  ...pod,
  spec: { containers: [{ name: 'app', livenessProbe: probe, lifecycle: hooks }] },
};
const running = (app: object): unknown => life({ containers: { app }, deleteAtSeconds: 900 });
const backOff = (times: object): unknown => {
  const state = new lifecycle.CrashLoopBackOff(lifecycle.crashLoopSettings());
  return [1, 2].map(() => state.next({ finishedAtMs: 5, nowMs: 10, ...times }));
};
const worker = (options: object = {}): lifecycle.ProbeWorker =>
  new lifecycle.ProbeWorker('liveness', probe, {
    pod: probed,
    container: 'app',
    startedAtMs: 0,
    ...options,
  });
const due = (options: object, nowMs = 10_000): unknown => worker(options).due(nowMs, pod.status);
const rollout = (options: object): unknown =>
  workloads.simulateRollout(deployment, { now, replicaSets: [], ...options }).seconds;

const quota = {
  metadata: { name: 'q' },
  spec: { hard: { pods: '9' } },
  status: { hard: { pods: '9' }, used: { pods: '1' } },
};
const node = {
  metadata: { name: 'n1' },
  status: { allocatable: { cpu: '4', memory: '8Gi', pods: '110' } },
};
const adapt = (options: object): (() => void) =>
  http.adaptSeats({ on: () => () => {}, nowNs: () => 0, reconfigure: () => {} }, options);
const controller = (options: object): void => {
  new apf.ApfController({ serverConcurrencyLimit: 10, ...none, ...options }).close();
};
const borrow = (given: object): unknown => {
  const stats = { highWatermark: 1, average: 1, deviation: 0, smoothed: 1 };
  const level = {
    nominalLimit: 5,
    lowerLimit: 1,
    upperLimit: 10,
    currentLimit: 5,
    isExempt: false,
    stats,
  };
  return apf.borrowSeats([{ ...level, ...given }, level]);
};
const dump = (startMs: number): unknown =>
  withController((it) => dumpText('dump_requests', it.dump(), { startMs }));
const realClock = (call: (clock: apf.RealClock) => unknown): unknown => {
  const clock = new apf.RealClock();
  const result = call(clock);
  clock.close();
  return result;
};
const virtualClock = (call: (clock: apf.VirtualClock) => unknown): unknown => {
  const clock = new apf.VirtualClock();
  call(clock);
  return clock.nowNs();
};
const terminate = (given: object): unknown =>
  lifecycle.simulateTermination(pod, { containers: [{ name: 'app', ...given }] });
const followFile = (intervalMs: number): unknown => {
  let failures = 0;
  const options = { intervalMs, onError: () => failures++ };
  return withFollowed(
    (gate) => followConfigurationFile(gate, 'no-such-file', options),
    () => failures,
  );
};
const followObjects = (intervalMs: number): unknown => {
  let asked = 0;
  const fetch = async (): Promise<Response> => {
    asked++;
    return new Response('', { status: 500 });
  };
  const options = { intervalMs, fetch, onError: () => undefined };
  return withFollowed(
    (gate) => followCluster(gate, options),
    () => asked,
  );
};

const endpoints = {
  metadata: { name: 'web', namespace: 'default' },
  subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 80 }] }],
};

/** A call of each number; a code is an answer. */
export const NUMBER_CALLS: Readonly<Record<string, Call>> = {
  '.maxSeconds': (value) => lasting('uniform', { minSeconds: 0, maxSeconds: value }),
  '.meanSeconds': (value) => lasting('exponential', { meanSeconds: value }),
  '.medianSeconds': (value) => lasting('lognormal', { medianSeconds: value, p99Seconds: 1 }),
  '.minSeconds': (value) => lasting('uniform', { minSeconds: value, maxSeconds: 1 }),
  '.p99Seconds': (value) => lasting('lognormal', { medianSeconds: 0.1, p99Seconds: value }),
  'AdaptSeatsOptions.initial': (value) => adapt({ initial: value }),
  'AdaptSeatsOptions.maximum': (value) => adapt({ maximum: value }),
  'AdaptSeatsOptions.minimum': (value) => adapt({ minimum: value }),
  'AdaptSeatsOptions.periodMs': (value) => adapt({ periodMs: value }),
  'AdaptSeatsOptions.tolerance': (value) => adapt({ tolerance: value }),
  'AddressFlowOptions.ipv6Bits': (value) =>
    addressFlow({ ipv6Bits: value })({
      headers: {},
      socket: { remoteAddress: '2001:db8::1' },
    } as never),
  'AdmitOptions.count': (value) => admission.quotaAdmission([quota], pod, { count: value }),
  'AllocationClass.lowerBound': (value) => allocate({ lowerBound: value }),
  'AllocationClass.target': (value) => allocate({ target: value }),
  'AllocationClass.upperBound': (value) => allocate({ upperBound: value }),
  'ApfControllerOptions.executionLimitMs': (value) => controller({ executionLimitMs: value }),
  'ApfControllerOptions.serverConcurrencyLimit': (value) =>
    controller({ serverConcurrencyLimit: value }),
  'ApfControllerUpdate.serverConcurrencyLimit': (value) =>
    withController((it) => it.updateConfig({ ...none, serverConcurrencyLimit: value })),
  'ApfRequestOptions.receivedNs': (value) => request({ receivedNs: value }),
  'ApfRequestOptions.timeoutMs': (value) => request({ timeoutMs: value }),
  'Arrival.receivedNs': (value) => withGate({}, (gate) => enter(gate, value)),
  'BackOffTimes.finishedAtMs': (value) => backOff({ finishedAtMs: value }),
  'BackOffTimes.nowMs': (value) => backOff({ nowMs: value }),
  'BorrowingLevel.currentLimit': (value) => borrow({ currentLimit: value }),
  'CgroupOptions.cpuCfsQuotaPeriodMicroseconds': (value) =>
    cgroups({ cpuCfsQuotaPeriodMicroseconds: value }),
  'CgroupOptions.memoryThrottlingFactor': (value) => cgroups({ memoryThrottlingFactor: value }),
  'CgroupOptions.pageSizeBytes': (value) => cgroups({ pageSizeBytes: value }),
  'ClosedLoopArrivals.thinkSeconds': (value) =>
    arriving('closed-loop', { perSecond: undefined, thinkSeconds: value }),
  'PodsToCollectOptions.terminatedPodThreshold': (value) =>
    lifecycle.podsToCollect({ pods: [pod], nodes: [] }, { now, terminatedPodThreshold: value }),
  'ClusterConnection.requestTimeoutMs': (value) =>
    clusterFetch({ ...noCluster(), requestTimeoutMs: value })('/').catch(() => undefined),
  'ClusterFetchOptions.pluginTimeoutMs': (value) =>
    clusterFetch(noCluster(), { pluginTimeoutMs: value }),
  'ConfigurationFileOptions.seats': (value) =>
    parseConfiguration({ name: 'a', text: 'levels: [{ name: a }]' }, { seats: value }),
  'ContainerRun.exitCode': (value) => running({ runs: [{ ms: 5000, exitCode: value }] }),
  'ContainerRun.ms': (value) => running({ runs: [{ ms: value }] }),
  'ContainerRun.stopExitCode': (value) => running({ runs: [{ stopExitCode: value }] }),
  'ContainerRun.stopMs': (value) => running({ runs: [{ stopMs: value }] }),
  'CrashLoopBackOff#collect(nowMs)': (value) =>
    new lifecycle.CrashLoopBackOff(lifecycle.crashLoopSettings()).collect(value),
  'CrashLoopConfiguration.maxContainerRestartPeriodSeconds': (value) =>
    life(
      { containers: { app: { runs: [{ ms: 1 }] } } },
      { crashLoop: { maxContainerRestartPeriodSeconds: value } },
    ),
  'CronJobRunsOptions.count': (value) =>
    workloads.cronJobRuns({ spec: { schedule: '0 0 * * *' } }, { from: now, count: value }).runs
      .length,
  'PodDeletionOptions.gracePeriodSeconds': (value) =>
    lifecycle.podDeletion(pod, { now, gracePeriodSeconds: value }),
  'DrainOptions.skipWaitForDeleteTimeoutSeconds': (value) =>
    drain({ skipWaitForDeleteTimeoutSeconds: value }),
  'DumpTextOptions.startMs': (value) => dump(value),
  'EndpointSliceOptions.maxEndpointsPerSlice': (value) =>
    service.createEndpointSlices(web, { pods: [pod], nodes: [] }, { maxEndpointsPerSlice: value })
      .length,
  'EvictionDeleteOptions.gracePeriodSeconds': (value) =>
    disruption.evictionAnswer(
      pod,
      { podDisruptionBudgets: [] },
      { now, deleteOptions: { gracePeriodSeconds: value } },
    ),
  'FlowShare.demanded': (value) => simulator.fairnessIndex([{ demanded: value, served: 1 }]),
  'FlowShare.served': (value) => simulator.fairnessIndex([{ demanded: 1, served: value }]),
  'FollowOptions.intervalMs': (value) => Promise.all([followFile(value), followObjects(value)]),
  'FormatQuantityOptions.digits': (value) => quantity.formatQuantity('1500m', { digits: value }),
  'FormatQuantityOptions.significantDigits': (value) =>
    quantity.formatQuantity('1500m', { significantDigits: value }),
  'GateOptions.executionLimitMs': (value) => withGate({ executionLimitMs: value }),
  'GateOptions.hookTimeoutMs': (value) =>
    withGate({ hookTimeoutMs: value, user: async () => ({ name: 'x' }) }),
  'GateOptions.requestTimeoutMs': (value) => withGate({ requestTimeoutMs: value }),
  'GateOptions.serverConcurrencyLimit': (value) => withGate({ serverConcurrencyLimit: value }),
  'GateUpdate.serverConcurrencyLimit': (value) =>
    withGate({}, (gate) => gate.reconfigure({ serverConcurrencyLimit: value })),
  'GracePeriodOptions.currentSeconds': (value) =>
    lifecycle.containerGracePeriod(pod, {}, { currentSeconds: value }),
  'GracePeriodOptions.overrideSeconds': (value) =>
    lifecycle.containerGracePeriod(pod, {}, { overrideSeconds: value }),
  'HookRun.ms': (value) => running({ postStart: { ms: value }, preStop: { ms: value } }),
  'HpaReplicasOptions.current': (value) => hpa({ current: value }),
  'HpaReplicasOptions.observed': (value) => hpa({ observed: value }),
  'HttpProbeResponse.redirects': (value) =>
    lifecycle.httpProbeAnswer({ statusCode: 200, redirects: value }),
  'HttpProbeResponse.statusCode': (value) => lifecycle.httpProbeAnswer({ statusCode: value }),
  'ImagePullRequest.backOffRemainingMs': (value) =>
    image.imagePullDecision({
      image: 'a',
      pullPolicy: 'Always',
      isPresent: false,
      backOffRemainingMs: value,
    }),
  'ImagePullSettings.maxParallelImagePulls': (value) => [
    image.imagePullSettingsProblems({ maxParallelImagePulls: value }).map(({ code }) => code),
    image.maxConcurrentImagePulls({ serializeImagePulls: false, maxParallelImagePulls: value }),
  ],
  'Level.lendablePercent': (value) => levels({ lendablePercent: value }),
  'Level.queueLengthLimit': (value) => levels({ queueLengthLimit: value }),
  'Level.queues': (value) => levels({ queues: value }),
  'Level.shares': (value) => levels({ shares: value }),
  'NodeShutdownConfig.shutdownGracePeriodCriticalPodsMs': (value) =>
    disruption.nodeShutdownPlan([pod], {
      shutdownGracePeriodMs: 30_000,
      shutdownGracePeriodCriticalPodsMs: value,
    }),
  'NodeShutdownConfig.shutdownGracePeriodMs': (value) =>
    disruption.nodeShutdownPlan([pod], { shutdownGracePeriodMs: value }),
  'ObjectScale.replicas': (value) => scale(value),
  'ObjectStats.averageObjectBytes': (value) =>
    estimate({ objects: { objectCount: 100, averageObjectBytes: value } }),
  'ObjectStats.objectCount': (value) => estimate({ objects: { objectCount: value } }),
  'OpenArrivals.offSeconds': (value) => arriving('poisson', { onSeconds: 1, offSeconds: value }),
  'OpenArrivals.onSeconds': (value) => arriving('poisson', { onSeconds: value, offSeconds: 1 }),
  'OpenArrivals.perSecond': (value) => arriving('poisson', { perSecond: value }),
  'OpenArrivals.untilPerSecond': (value) => arriving('poisson', { untilPerSecond: value }),
  'PastRecommendation.replicas': (value) =>
    hpa({ past: { recommendations: [{ replicas: value, time: now }] } }),
  'PastScaling.change': (value) =>
    hpa({
      past: {
        scaleUps: [{ change: value, time: now }],
        scaleDowns: [{ change: value, time: now }],
      },
    }),
  'PodAvailableAtOptions.minReadySeconds': (value) => [
    core.podAvailableAt(pod, { minReadySeconds: value }),
    core.isPodAvailable(pod, { now, minReadySeconds: value }),
  ],
  'PodNamesOptions.limit': (value) => [
    workloads.podNames(statefulSet, { limit: value }),
    workloads.claimNames(statefulSet, { limit: value }),
  ],
  'PodScript.deleteAtSeconds': (value) => life({ deleteAtSeconds: value }),
  'PodScript.gracePeriodSeconds': (value) =>
    life({ deleteAtSeconds: 1, gracePeriodSeconds: value }),
  'PodSimulation#advance(ms)': (value) => idle(value),
  'ProbeTimes.containerStartedAtMs': (value) =>
    lifecycle.probeVerdictAtMs(probe, 'Failure', { containerStartedAtMs: value }),
  'ProbeTimes.workerStartedAtMs': (value) =>
    lifecycle.probeVerdictAtMs(probe, 'Failure', {
      containerStartedAtMs: 0,
      workerStartedAtMs: value,
    }),
  'ProbeWorker#due(nowMs)': (value) => due({}, value),
  'ProbeWorker#trigger(nowMs)': (value) => worker().trigger(value),
  'ProbeWorkerOptions.kubeletStartedAtMs': (value) => due({ kubeletStartedAtMs: value }),
  'ProbeWorkerOptions.startedAtMs': (value) => due({ startedAtMs: value }),
  'QueueSet#configure(concurrencyLimit)': (value) => queueSet({}, value),
  'QueueSetOptions.concurrencyLimit': (value) => queueSet({}, value),
  'QueuingConfig.desiredNumQueues': (value) => queueSet({ desiredNumQueues: value }),
  'QueuingConfig.handSize': (value) => queueSet({ handSize: value }),
  'QueuingConfig.queueLengthLimit': (value) => queueSet({ queueLengthLimit: value }),
  'RealClock#schedule(delayNs)': (value) =>
    realClock((clock) => clock.schedule(value, () => undefined).cancel?.()),
  'RealClock#yield(nowNs)': (value) => realClock((clock) => clock.yield(value)),
  'ReplacementOptions.readyAfterSeconds': (value) =>
    drain({ replacement: disruption.controllerReplacement({ readyAfterSeconds: value }) }),
  'RollingUpdateLimitsOptions.nodes': (value) =>
    workloads.rollingUpdateLimits({ kind: 'DaemonSet', spec: {} } as never, { nodes: value }),
  'RolloutStatusOptions.revision': (value) =>
    workloads.rolloutStatus({ kind: 'Deployment', ...deployment } as never, { revision: value }),
  'RuntimeContainer.exitCode': (value) => runtime({ exitCode: value }),
  'RuntimeContainer.restartCount': (value) => runtime({ restartCount: value }),
  'RuntimeSandbox.attempt': (value) =>
    lifecycle.nextPodActions(pod, {
      sandboxes: [{ state: 'notReady', attempt: value }],
      containers: [],
    }),
  'Scenario.samples': (value) => scenario({ samples: value }),
  'Scenario.seed': (value) => scenario({ seed: value }),
  'ScenarioChange.atSeconds': (value) => scenario({ changes: [{ atSeconds: value }] }),
  'ScenarioFlow.cancelAfterSeconds': (value) => inFlow({ cancelAfterSeconds: value }),
  'ScenarioFlow.clients': (value) => inFlow({ clients: value }),
  'ScenarioFlow.durationSeconds': (value) => inFlow({ durationSeconds: value }),
  'ScenarioFlow.endSeconds': (value) => inFlow({ endSeconds: value }),
  'ScenarioFlow.retries': (value) => inFlow({ retries: value }),
  'ScenarioFlow.startSeconds': (value) => inFlow({ startSeconds: value }),
  'ScenarioFlow.timeoutSeconds': (value) => inFlow({ timeoutSeconds: value }),
  'ScenarioWork.additionalLatencySeconds': (value) =>
    inFlow({ work: { additionalLatencySeconds: value } }),
  'ScenarioWork.finalSeats': (value) => inFlow({ work: { finalSeats: value } }),
  'ScenarioWork.seats': (value) => inFlow({ work: { seats: value } }),
  'ShuffleSharding.deckSize': (value) => [
    apf.requiredEntropyBits({ deckSize: value, handSize: 2 }),
    apf.dealHand({ deckSize: value, handSize: 2 }, { high: 1, low: 2 }),
  ],
  'ShuffleSharding.handSize': (value) =>
    apf.dealHand({ deckSize: 8, handSize: value }, { high: 1, low: 2 }),
  'ShutdownGracePeriod.priority': (value) =>
    disruption.nodeShutdownPlan([pod], {
      shutdownGracePeriodByPodPriority: [{ priority: value, shutdownGracePeriodSeconds: 1 }],
    }),
  'ShutdownGracePeriod.shutdownGracePeriodSeconds': (value) =>
    disruption.nodeShutdownPlan([pod], {
      shutdownGracePeriodByPodPriority: [{ priority: 0, shutdownGracePeriodSeconds: value }],
    }),
  'SimulateDrainOptions.gracePeriodSeconds': (value) => drain({ gracePeriodSeconds: value }),
  'SimulateRolloutOptions.podLimit': (value) => rollout({ podLimit: value }),
  'SimulateRolloutOptions.readySeconds': (value) => rollout({ readySeconds: value }),
  'SimulateRolloutOptions.terminationSeconds': (value) => rollout({ terminationSeconds: value }),
  'SimulateTerminationOptions.gracePeriodSeconds': (value) =>
    lifecycle.simulateTermination(pod, { gracePeriodSeconds: value }),
  'SimulatedServer.serverConcurrencyLimit': (value) =>
    scenario({ config: { serverConcurrencyLimit: value } }),
  'SimulationOptions.durationSeconds': (value) => scenario({ durationSeconds: value, flows: [] }),
  'TerminatingContainer.preStopSeconds': (value) => terminate({ preStopSeconds: value }),
  'TerminatingContainer.stopSeconds': (value) => terminate({ stopSeconds: value }),
  'TrafficRequest.port': (value) =>
    service.trafficRoute(
      web,
      { endpointSlices: [] },
      {
        node: {},
        from: 'POD',
        destination: 'CLUSTER_IP',
        port: value,
      },
    ),
  'ConfigUpdateDelayOptions.syncFrequencySeconds': (value) =>
    config.configUpdateDelay({ syncFrequencySeconds: value }, 1),
  'VirtualClock#run(untilNs)': (value) => virtualClock((clock) => clock.run(value)),
  'VirtualClock#schedule(delayNs)': (value) =>
    virtualClock((clock) => {
      clock.schedule(value, () => undefined);
      clock.run();
    }),
  'VirtualClock#step(untilNs)': (value) => virtualClock((clock) => clock.step(value)),
  'WorkEstimateContext.maxSeats': (value) =>
    estimate({ maxSeats: value, objects: { objectCount: 1000 } }),
  'WorkEstimateContext.watches': (value) => estimateCreate({ watches: value }),
  'ZoneOptions.ttlSeconds': (value) =>
    dns.queryZone(
      dns.dnsZone({ services: [web] }, { ttlSeconds: value }),
      'web.default.svc.cluster.local.',
      'A',
    ),
  'concurrencyAllocation(requiredSum)': (value) =>
    apf.concurrencyAllocation(value, [{ target: 5, lowerBound: 1, upperBound: 10 }]),
  'collisionProbability(elephants)': (value) => apf.collisionProbability(4, 16, value),
  'collisionProbability(handSize)': (value) => apf.collisionProbability(value, 16, 2),
  'collisionProbability(queues)': (value) => apf.collisionProbability(4, value, 2),
  'concurrencyLimits(serverConcurrencyLimit)': (value) =>
    apf.concurrencyLimits({ spec: { type: 'Limited' } }, value, 10),
  'concurrencyLimits(shareSum)': (value) =>
    apf.concurrencyLimits({ spec: { type: 'Limited' } }, 10, value),
  'containerRestart(exitCode)': (value) => lifecycle.containerRestart(pod, {}, value),
  'effectiveConfiguration(serverConcurrencyLimit)': (value) =>
    apf.effectiveConfiguration(none, value).levels.length,
  'formatDuration(durationMs)': (value) => core.formatDuration(value),
  'formatShortDuration(durationMs)': (value) => core.formatShortDuration(value),
  'freeAmounts(pods)': (value) =>
    nodes.freeAmounts(nodes.nodeAllocation(node, { pods: [pod] }), value),
  'imagePullBackOffRemainingMs(nowMs)': (value) =>
    image.imagePullBackOffRemainingMs({ backoffSeconds: 10, failedAtMs: 5 }, value),
  'imagePullBackOffSeconds(failures)': (value) => image.imagePullBackOffSeconds(value),
  'nextImagePullBackOff(nowMs)': (value) =>
    image.nextImagePullBackOff({ backoffSeconds: 10, failedAtMs: 5 }, value),
  'kubeletCpuWeight(shares)': (value) => qos.kubeletCpuWeight(value),
  'levelObjects(seats)': (value) => http.levelObjects([{ name: 'a' }], value),
  'quantityPercent(digits)': (value) => quantity.quantityPercent('1', '3', value),
  'podPercent(pods)': (value) =>
    nodes.podPercent(nodes.nodeAllocation(node, { pods: [pod] }), value),
  'PodsToDeleteOptions.count': (value) =>
    workloads.podsToDelete({}, { pods: [pod], count: value, now }),
  'portForwardPort(port)': (value) => service.portForwardPort(web, pod, value),
  'runtimeCpuWeight(shares)': (value) => qos.runtimeCpuWeight(value),
  'safeLevelObjects(seats)': (value) => http.safeLevelObjects([{ name: 'a' }], value).error?.code,
  'ResolveIntOrPercentOptions.of': (value) =>
    core.resolveIntOrPercent('25%', { of: value, round: 'up' }),
  'configUpdateDelay(nodeCount)': (value) =>
    config.configUpdateDelay({ configMapAndSecretChangeDetectionStrategy: 'Cache' }, value),
  'ApfRejection(retryAfterSeconds)': (value) =>
    new apf.ApfRejection('QUEUE_FULL', 'a', 'b', value).code,
  'SeatDemandIntegrator#set(seats)': (value) => {
    const demand = new apf.SeatDemandIntegrator(new apf.VirtualClock());
    demand.set(value);
    return demand.reset().max;
  },
  'ScriptedAnswer.afterMs': (value) =>
    running({ probes: { liveness: [{ afterMs: value, result: 'failure' }] } }),
  'endpointReason(port)': (value) =>
    inspect.endpointReason(
      { verdict: 'SELECTOR', endpoints: [], missingPorts: [] } as never,
      web,
      pod,
      value,
    ),
  'AutoscalerPast.steadySeconds': (value) => hpa({ past: { steadySeconds: value } }),
  'MirroringOptions.maxEndpointsPerSubset': (value) =>
    service.mirroredEndpoints(
      web,
      endpoints,
      { endpointSlices: [] },
      { maxEndpointsPerSubset: value },
    ),
};
