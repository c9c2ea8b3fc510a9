/**
 * The lifecycle of a Pod: its status, as kubectl prints it, its phase, and when its containers restart.
 *
 * Read it in this order:
 * - `status/`: the row of `kubectl get pods`
 * - `phase/`: the phase and the conditions that the kubelet computes, and why a Pod is not ready
 * - `probes/`: when the kubelet probes a container, and what follows from it
 * - `restart/`: whether a container restarts, and how long the kubelet waits
 * - `actions/`: what the kubelet does next
 * - `simulation/`: the life of a Pod in virtual time
 * - `termination/`: how a Pod is deleted, and how its containers end
 * - `garbage.ts`: which Pods the garbage collector deletes
 * - `lifecycle-warnings.ts`: probes and hooks that are probably a mistake
 *
 * Sources: `k8s.io/kubernetes` v1.37.1, `pkg/printers/internalversion`, `pkg/kubelet`, `pkg/controller/podgc` and `pkg/api/v1/pod`.
 *
 * @packageDocumentation
 */

export type {
  ContainerKill,
  ContainerReset,
  PodActionRule,
  PodActionStep,
  PodActions,
  PodActionsOptions,
  ProbeOutcome,
  ProbeOutcomes,
} from './actions/plan.js';
export { nextPodActions } from './actions/pod-actions.js';
export {
  type CollectedPod,
  type GarbageCluster,
  type GarbageCollection,
  type GarbageCondition,
  type GarbageRule,
  type KeptPod,
  type KeptPodRule,
  type MissingNodes,
  type PodsToCollectOptions,
  podsToCollect,
} from './garbage.js';
export {
  type PodLifecycleWarning,
  type PodLifecycleWarningCode,
  podLifecycleWarnings,
} from './lifecycle-warnings.js';
export { type PodConditionsOptions, podConditions } from './phase/conditions.js';
export {
  type PodPhase,
  type PodPhaseOptions,
  type PodPhaseRule,
  podPhase,
} from './phase/pod-phase.js';
export {
  type PodReadiness,
  podReadiness,
  type ReadinessBlocker,
  type ReadinessBlockerCode,
} from './phase/readiness.js';
export type { PodRuntime, RuntimeContainer, RuntimeSandbox } from './phase/runtime.js';
export type { ComputedCondition, PodConditions } from './phase/runtime-conditions.js';
export { formatProbe } from './probes/describe.js';
export {
  type ExecProbeRequest,
  type GrpcProbeRequest,
  type HttpProbeRequest,
  type HttpProbeResponse,
  httpProbeAnswer,
  type ProbeHeader,
  type ProbeRequest,
  probeRequest,
  type TcpProbeRequest,
} from './probes/request.js';
export { firstProbeAtMs, type ProbeTimes, probeVerdictAtMs } from './probes/times.js';
export {
  type ProbeAnswer,
  type ProbeKind,
  ProbeWorker,
  type ProbeWorkerOptions,
} from './probes/worker.js';
export {
  type ContainerRestart,
  containerRestart,
  type RestartDecision,
} from './restart/container-restart.js';
export {
  type BackOffTimes,
  type CrashLoop,
  CrashLoopBackOff,
  type CrashLoopConfiguration,
  type CrashLoopOptions,
  type CrashLoopSettings,
  crashLoop,
  crashLoopSettings,
} from './restart/crash-loop.js';
export { PodSimulation } from './simulation/pod-simulation.js';
export type {
  ContainerRun,
  ContainerScript,
  HookRun,
  PodChange,
  PodScript,
  PodSimulationOptions,
  ScriptedAnswer,
  SimulationEvent,
} from './simulation/script.js';
export type { PodStatusRule, PodStatusStep } from './status/containers.js';
export { containerStateText, type DescribeLine } from './status/describe.js';
export {
  explainPodRow,
  type PodRow,
  type PodRowExplanation,
  type PodRowOptions,
  podRow,
  podStatusText,
  type ReadyCount,
  type RestartCount,
} from './status/pod-row.js';
export { type FormatPodTableOptions, formatPodTable } from './status/pod-table.js';
export {
  type ActiveDeadline,
  type ActiveDeadlineOptions,
  activeDeadline,
} from './termination/active-deadline.js';
export {
  type ContainerGracePeriod,
  containerGracePeriod,
  type GracePeriodOptions,
  type GracePeriodReason,
  type GracePeriodRule,
} from './termination/grace-period.js';
export {
  type DeletionOutcome,
  type PodDeletion,
  type PodDeletionOptions,
  type PodDeletionRule,
  podDeletion,
} from './termination/pod-deletion.js';
export {
  type SimulateTerminationOptions,
  simulateTermination,
  type TerminatingContainer,
  type TerminationEvent,
  type TerminationEventType,
} from './termination/simulate.js';
