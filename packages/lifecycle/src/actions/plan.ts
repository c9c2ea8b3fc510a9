import type { Container, PodSpec } from '@kubesem/core';
import type { Fields } from '@kubesem/core/internal';
import type { KnownContainers, RuntimeContainer } from '../phase/runtime.js';

/** The last result of a probe. */
export type ProbeOutcome = 'Success' | 'Failure' | 'Unknown';

/** Results of probes by the ids of the containers. */
export type ProbeOutcomes = { readonly [id: string]: ProbeOutcome | undefined };

/** What the kubelet knows in addition to the Pod and the runtime. */
export interface PodActionsOptions {
  /** The last results of liveness probes; absent if a container has no result yet. */
  readonly liveness?: ProbeOutcomes | undefined;
  /** The last results of startup probes. */
  readonly startup?: ProbeOutcomes | undefined;
  /** Whether the condition `AllContainersRestarting` is true; false by default. */
  readonly restartAllContainers?: boolean | undefined;
}

/** A container that the kubelet kills. */
export interface ContainerKill {
  /** Its id in the runtime. */
  readonly id: string;
  /** Its name. */
  readonly container: string;
  /** The message of the event. */
  readonly message: string;
  /** Why; empty for a container whose image has changed. */
  readonly reason: 'LivenessProbe' | 'StartupProbe' | 'Unknown' | '';
}

/** A container that the kubelet removes from the runtime, because all containers restart. */
export interface ContainerReset {
  /** Its id in the runtime. */
  readonly id: string;
  /** Its name. */
  readonly container: string;
  /** Whether the kubelet kills it first, without a grace period. */
  readonly kill: boolean;
}

/**
 * Why the kubelet acts on a container, or does not:
 *
 * - `NOT_CREATED`: it does not exist in the runtime
 * - `CREATED`: it was created, but never started
 * - `STATE_UNKNOWN`: the runtime does not know whether it runs
 * - `RUNNING`: it runs
 * - `RESTARTS`, `ENDED`: it has exited, and restarts or does not
 * - `DELETED`: its Pod is being deleted, so nothing restarts
 * - `CHANGED`: its image has changed
 * - `LIVENESS`, `STARTUP`: its liveness or startup probe has failed
 * - `STARTING`: a sidecar whose startup probe has not succeeded yet
 * - `INITIALIZED`: an init container that has succeeded, so the next one can start
 * - `INIT_FAILED`: an init container that has failed and does not restart
 * - `NEXT`: the first init container, or the one after an init container that is done
 * - `NEW_SANDBOX`: everything starts again in another sandbox
 * - `SUCCEEDED`: it has succeeded, and does not start again in another sandbox
 * - `RESET`: all containers restart
 * - `TRIGGER`: its exit makes all containers restart
 */
export type PodActionRule =
  | 'NOT_CREATED'
  | 'CREATED'
  | 'STATE_UNKNOWN'
  | 'RUNNING'
  | 'RESTARTS'
  | 'ENDED'
  | 'DELETED'
  | 'CHANGED'
  | 'LIVENESS'
  | 'STARTUP'
  | 'STARTING'
  | 'INITIALIZED'
  | 'INIT_FAILED'
  | 'NEXT'
  | 'NEW_SANDBOX'
  | 'SUCCEEDED'
  | 'RESET'
  | 'TRIGGER';

/** Why the kubelet acts on one container, or does not. */
export interface PodActionStep {
  /** The container. */
  readonly container: string;
  /** What decides. */
  readonly rule: PodActionRule;
}

/** What the kubelet does next for a Pod. */
export interface PodActions {
  /** Whether it first stops all containers and the sandbox; the containers of the other lists start afterwards. */
  readonly killPod: boolean;
  /** Whether it creates a sandbox. */
  readonly createSandbox: boolean;
  /** The attempt of the sandbox that it creates or uses. */
  readonly attempt: number;
  /** The init containers that it starts, in this order. */
  readonly startInit: readonly string[];
  /** The app containers that it starts, in this order. */
  readonly start: readonly string[];
  /** The ephemeral containers that it starts. */
  readonly startEphemeral: readonly string[];
  /** The containers that it kills. */
  readonly kill: readonly ContainerKill[];
  /** The containers that it removes, in this order. */
  readonly reset: readonly ContainerReset[];
  /** Why the Pod needs a new sandbox, in the words of the kubelet; undefined if it does not. */
  readonly sandbox: string | undefined;
  /** The rule for each container, in the order in which the kubelet decides. */
  readonly steps: readonly PodActionStep[];
}

/** What decides about all containers. */
export interface ActionContext {
  readonly spec: Fields<PodSpec>;
  readonly isDeleted: boolean;
  readonly known: KnownContainers;
  readonly options: PodActionsOptions;
}

/** Actions that are being collected. */
export class Plan {
  killPod = false;
  startInit: string[] = [];
  readonly start: string[] = [];
  readonly startEphemeral: string[] = [];
  readonly reset: ContainerReset[] = [];
  readonly steps: PodActionStep[] = [];
  private readonly kills = new Map<string, ContainerKill>();

  /** Notes what decides about a container. */
  note(container: Fields<Container>, rule: PodActionRule): void {
    this.steps.push({ container: container.text('name'), rule });
  }

  kill(
    found: Fields<RuntimeContainer>,
    container: Fields<Container>,
    message: string,
    reason: ContainerKill['reason'],
  ): void {
    const id = found.text('id');
    this.kills.set(id, { id, container: container.text('name'), message, reason });
  }

  /** In the order of the ids, because the kubelet defines no order. */
  killed(): ContainerKill[] {
    return [...this.kills.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }
}

/** The result of a probe, even if an id is `constructor`. */
export function outcomeOf(
  outcomes: ProbeOutcomes | undefined,
  container: Fields<RuntimeContainer>,
): ProbeOutcome | undefined {
  const key = container.text('id');
  const isKnown = outcomes !== undefined && Object.prototype.hasOwnProperty.call(outcomes, key);
  return isKnown ? outcomes[key] : undefined;
}

/**
 * Whether the kubelet restarts a container that it kills: this follows its policy, not its rules.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/kuberuntime` v1.37.1, `computePodActions`.
 */
export function restartsAfterKill(spec: Fields<PodSpec>, container: Fields<Container>): boolean {
  return restartPolicyOf(spec, container) !== 'Never';
}

/** The restart policy of a container, or else that of its Pod. */
export function restartPolicyOf(spec: Fields<PodSpec>, container: Fields<Container>): string {
  return container.optionalText('restartPolicy') ?? spec.text('restartPolicy');
}

/** Whether a container was created with another image. */
export function isChanged(container: Fields<Container>, known: Fields<RuntimeContainer>): boolean {
  return container.text('image') !== known.text('image');
}
