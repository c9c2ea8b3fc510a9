import type { Answer, ChangedAnswer } from './tool.js';

/** A Pod whose status some tool shows differently from `kubectl get pods`. */
export interface PodCase {
  /** The Pod in words, as Markdown. */
  readonly words: string;
  readonly pod: object;
  /** What kubectl does. */
  readonly why: string;
}

const APP = { name: 'app' };
const LOG = { name: 'log' };
const MIGRATE = { name: 'migrate' };
const PROXY = { name: 'proxy', restartPolicy: 'Always' };
const RUNNING = { running: {} };
const COMPLETED = { terminated: { exitCode: 0, reason: 'Completed' } };
const INITIALIZED = { type: 'Initialized', status: 'True' };

const ended = (exitCode: number, reason?: string) => ({
  terminated: { exitCode, ...(reason === undefined ? {} : { reason }) },
});
const waiting = (reason: string) => ({ waiting: { reason } });

/** The status of a container. */
const container = (name: string, state: object, more: object = {}) => ({
  name,
  ready: state === RUNNING,
  restartCount: 0,
  state,
  ...more,
});

/** A Pod with the container `app`. */
const pod = (status: object, spec: object = {}) => ({
  metadata: { name: 'web' },
  spec: { containers: [APP], ...spec },
  status,
});
const deleted = (stored: ReturnType<typeof pod>) => ({
  ...stored,
  metadata: { ...stored.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' },
});

const NOT_READY = {
  phase: 'Running',
  conditions: [{ type: 'Ready', status: 'False' }],
  containerStatuses: [container('app', COMPLETED), container('log', RUNNING)],
};
const TWO = { containers: [APP, LOG] };

/** The Pods, by what is special about them. */
export const PODS = {
  crashLoop: {
    words: 'a Pod with a container in `CrashLoopBackOff`',
    pod: pod({
      phase: 'Running',
      containerStatuses: [container('app', waiting('CrashLoopBackOff'), { restartCount: 3 })],
    }),
    why: 'the phase stays `Running`; the reason of the container is the status',
  },
  gated: {
    words: 'a Pod with a scheduling gate',
    pod: pod({
      phase: 'Pending',
      conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }],
    }),
    why: 'the condition `PodScheduled` has the reason',
  },
  initExitCode: {
    words: 'a Pod with an init container that ended with code 1 and no reason',
    pod: pod(
      { phase: 'Pending', initContainerStatuses: [container('migrate', ended(1))] },
      { initContainers: [MIGRATE] },
    ),
    why: 'an absent signal is 0, so the exit code counts',
  },
  initRunning: {
    words: 'a Pod with an init container that runs',
    pod: pod(
      { phase: 'Pending', initContainerStatuses: [container('migrate', RUNNING)] },
      { initContainers: [MIGRATE] },
    ),
    why: 'init containers have statuses of their own',
  },
  exitCode: {
    words: 'a Pod with a container that ended with code 3 and no reason',
    pod: pod({ phase: 'Failed', containerStatuses: [container('app', ended(3))] }),
    why: 'without a reason, the exit code is the status',
  },
  deletedFinished: {
    words: 'a finished Pod that is being deleted',
    pod: deleted(pod({ phase: 'Succeeded', containerStatuses: [container('app', COMPLETED)] })),
    why: 'a finished Pod has nothing left to terminate',
  },
  deletedInitializing: {
    words: 'a Pod that is deleted while it initializes',
    pod: deleted(
      pod(
        { phase: 'Pending', initContainerStatuses: [container('migrate', RUNNING)] },
        { initContainers: [MIGRATE] },
      ),
    ),
    why: 'a deletion takes precedence over init containers',
  },
  nodeLost: {
    words: 'a Pod that is being deleted on a lost node',
    pod: deleted(
      pod({
        phase: 'Running',
        reason: 'NodeLost',
        containerStatuses: [container('app', RUNNING)],
      }),
    ),
    why: 'nobody knows whether it terminates',
  },
  notReady: {
    words:
      'a Pod with a completed container next to a running one, and the condition `Ready` is `False`',
    pod: pod(NOT_READY, TWO),
    why: 'such a Pod runs, but is not ready',
  },
  failedBesideCompleted: {
    words: 'a Pod with a completed container and a failed one',
    pod: pod(
      {
        phase: 'Failed',
        containerStatuses: [container('app', COMPLETED), container('log', ended(1, 'Error'))],
      },
      TWO,
    ),
    why: 'a failed container takes precedence over a completed one',
  },
  readyNotRunning: {
    words: 'a Pod with a container that counts as ready, but waits',
    pod: pod({
      phase: 'Running',
      containerStatuses: [container('app', waiting('CrashLoopBackOff'), { ready: true })],
    }),
    why: 'only running containers count as ready',
  },
  oneStatus: {
    words: 'a Pod with two containers, one of which has a status',
    pod: pod(
      {
        phase: 'Pending',
        containerStatuses: [container('app', waiting('ContainerCreating'))],
      },
      TWO,
    ),
    why: 'the total is that of the spec',
  },
  waitingWithoutReason: {
    words: 'a Pod with a container that waits without a reason',
    pod: pod({ phase: 'Pending', containerStatuses: [container('app', { waiting: {} })] }),
    why: 'without a reason, the phase is the status',
  },
  withoutState: {
    words: 'a Pod with a container status without a state',
    pod: pod({
      phase: 'Pending',
      containerStatuses: [{ name: 'app', ready: false, restartCount: 0 }],
    }),
    why: 'all fields of a state are optional; without one, the container waits',
  },
  initializedBefore: {
    words: 'a Pod with an init container that runs again after initialization',
    pod: pod(
      {
        phase: 'Running',
        conditions: [INITIALIZED],
        initContainerStatuses: [container('migrate', RUNNING)],
        containerStatuses: [container('app', waiting('CrashLoopBackOff'))],
      },
      { initContainers: [MIGRATE] },
    ),
    why: 'once a Pod is initialized, its containers count',
  },
  sidecarNotReady: {
    words: 'a Pod with a sidecar that has started, but is not ready',
    pod: pod(
      {
        phase: 'Running',
        conditions: [INITIALIZED],
        initContainerStatuses: [container('proxy', RUNNING, { started: true, ready: false })],
        containerStatuses: [container('app', RUNNING)],
      },
      { initContainers: [PROXY] },
    ),
    why: 'a sidecar that has started no longer initializes the Pod',
  },
  sidecarEnded: {
    words: 'a Pod with a sidecar that failed',
    pod: pod(
      {
        phase: 'Running',
        conditions: [INITIALIZED],
        initContainerStatuses: [container('proxy', ended(137, 'Error'), { started: false })],
        containerStatuses: [container('app', RUNNING)],
      },
      { initContainers: [PROXY] },
    ),
    why: 'a sidecar is an init container, and part of the total of the spec',
  },
  initRestarts: {
    words:
      'a Pod with an init container that restarted 4 times before it succeeded, and a container 1 time',
    pod: pod(
      {
        phase: 'Running',
        initContainerStatuses: [container('migrate', COMPLETED, { restartCount: 4 })],
        containerStatuses: [container('app', RUNNING, { restartCount: 1 })],
      },
      { initContainers: [MIGRATE] },
    ),
    why: 'after initialization, only sidecars and containers count',
  },
  initRestarting: {
    words: 'a Pod with an init container that has restarted 4 times and has not succeeded',
    pod: pod(
      {
        phase: 'Pending',
        initContainerStatuses: [
          container('migrate', waiting('CrashLoopBackOff'), { restartCount: 4 }),
        ],
      },
      { initContainers: [MIGRATE] },
    ),
    why: 'before initialization, init containers count',
  },
  sidecarRestarts: {
    words: 'a Pod with a sidecar that has restarted 2 times, and a container 1 time',
    pod: pod(
      {
        phase: 'Running',
        initContainerStatuses: [container('proxy', RUNNING, { started: true, restartCount: 2 })],
        containerStatuses: [container('app', RUNNING, { restartCount: 1 })],
      },
      { initContainers: [PROXY] },
    ),
    why: 'restarts of sidecars count',
  },
  initWithoutSpec: {
    words: 'a Pod with the status of an init container that the spec does not have',
    pod: pod({
      phase: 'Running',
      initContainerStatuses: [container('migrate', COMPLETED)],
      containerStatuses: [container('app', RUNNING)],
    }),
    why: 'statuses count even if the spec does not list their containers',
  },
} as const satisfies Readonly<Record<string, PodCase>>;

/** Pods whose status most tools show as `kubectl get pods` does. */
export const USUAL_PODS = {
  running: {
    words: 'a Pod with a running container',
    pod: pod({
      phase: 'Running',
      conditions: [{ type: 'Ready', status: 'True' }],
      containerStatuses: [container('app', RUNNING)],
    }),
  },
  imagePull: {
    words: 'a Pod with an image that cannot be pulled',
    pod: pod({
      phase: 'Pending',
      containerStatuses: [container('app', waiting('ImagePullBackOff'))],
    }),
  },
  evicted: { words: 'an evicted Pod', pod: pod({ phase: 'Failed', reason: 'Evicted' }) },
  sidecar: {
    words: 'a Pod with a sidecar that is ready',
    pod: pod(
      {
        phase: 'Running',
        initContainerStatuses: [container('proxy', RUNNING, { started: true })],
        containerStatuses: [container('app', RUNNING)],
      },
      { initContainers: [PROXY] },
    ),
  },
} as const satisfies Readonly<Record<string, Omit<PodCase, 'why'>>>;

/**
 * The answer of a tool about a Pod, which changes.
 *
 * @param name - function of the tool
 * @param about - the Pod
 * @param tool - what the tool returns
 * @param kubesem - what the replacement returns
 * @returns the answer
 */
export function changed(
  name: string,
  { why, ...about }: PodCase,
  tool: unknown,
  kubesem: unknown,
): ChangedAnswer {
  return { ...kept(name, about, kubesem), tool, why };
}

/**
 * The answer of a tool about a Pod, which stays.
 *
 * @param name - function of the tool
 * @param about - the Pod
 * @param kubesem - what both return
 * @returns the answer
 */
export function kept(name: string, about: Omit<PodCase, 'why'>, kubesem: unknown): Answer {
  const { words, pod } = about;
  return { function: name, args: [pod], words: `\`${name}\` of ${words}`, kubesem };
}
