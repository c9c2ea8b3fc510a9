/**
 * The lifecycle of a Pod: its status, as kubectl prints it, its phase, and when its containers restart.
 *
 * Read it in this order:
 * - `status/`: the row of `kubectl get pods`
 * - `phase/`: the phase and the conditions that the kubelet computes, and why a Pod is not ready
 * - `probes/`: when the kubelet probes a container, and what follows from it
 * - `restart/`: whether a container restarts, and how long the kubelet waits
 * - `actions/`: what the kubelet does next
 * - `checks/`: probes and hooks that are probably a mistake
 * - `simulation/`: the life of a Pod in virtual time
 * - `termination/`: how a Pod is deleted, and how its containers end
 * - `garbage/`: which Pods the garbage collector deletes
 * - `validation/`: what the API server rejects
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
export {
  explainNextPodActions,
  nextPodActions,
  type PodActionsExplanation,
} from './actions/pod-actions.js';
export type { PodRuntime, RuntimeContainer, RuntimeSandbox } from './actions/runtime.js';
export {
  type PodLifecycleWarning,
  type PodLifecycleWarningCode,
  podLifecycleWarnings,
} from './checks/lifecycle-warnings.js';
export {
  type CollectedPod,
  type CollectGarbageOptions,
  collectGarbage,
  explainCollectGarbage,
  type GarbageCollection,
  type GarbageCondition,
  type GarbageExplanation,
  type GarbageReason,
  type GarbageRule,
  type GarbageVerdict,
  type MissingNodes,
} from './garbage/collect.js';
export type { ComputedCondition, PodConditions } from './phase/computed-condition.js';
export { type PodConditionsOptions, podConditions } from './phase/conditions.js';
export {
  explainPodPhase,
  type PodPhase,
  type PodPhaseExplanation,
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
export { type HttpProbeResponse, httpProbeAnswer } from './probes/answer.js';
export { applyProbeDefaults } from './probes/defaults.js';
export { describeProbe } from './probes/describe.js';
export {
  type ExecProbeRequest,
  type GrpcProbeRequest,
  type HttpProbeRequest,
  type ProbeHeader,
  type ProbeRequest,
  probeRequest,
  type TcpProbeRequest,
} from './probes/request.js';
export { firstProbeAt, type ProbeTimes, verdictAt } from './probes/times.js';
export {
  type ProbeAnswer,
  type ProbeKind,
  ProbeWorker,
  type ProbeWorkerOptions,
} from './probes/worker.js';
export { type BackOffTimes, CrashLoopBackOff } from './restart/back-off.js';
export {
  type ContainerRestart,
  containerRestart,
  listsExitCode,
  type RestartDecision,
} from './restart/container-restart.js';
export {
  type CrashLoop,
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
export { containerStateText, type DescribeLine } from './status/describe.js';
export type { PodStatusRule, PodStatusStep } from './status/explanation.js';
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
  type DeletePodOptions,
  type DeletionOutcome,
  deletePod,
  explainDeletePod,
  type PodDeletion,
  type PodDeletionExplanation,
  type PodDeletionRule,
} from './termination/delete-pod.js';
export {
  containerGracePeriod,
  explainContainerGracePeriod,
  type GracePeriodExplanation,
  type GracePeriodOptions,
  type GracePeriodReason,
  type GracePeriodRule,
} from './termination/grace-period.js';
export {
  type SimulateTerminationOptions,
  simulateTermination,
  type TerminatingContainer,
  type TerminationEvent,
  type TerminationEventType,
} from './termination/simulate.js';
export type { PodLifecycleProblemCode } from './validation/codes.js';
export { validatePodLifecycle } from './validation/validate-pod-lifecycle.js';
