import type { ContainerKind, FieldPathSegment } from '@kubesem/core';
import type { Quantity } from '@kubesem/quantity';

/**
 * Where a container's amount was read.
 *
 * `spec` is the container's own `resources`; `status.resources` and `status.allocatedResources` are its container
 * status; `nonMissingContainerRequests` is the option of that name.
 */
export type AmountOrigin =
  | 'spec'
  | 'status.resources'
  | 'status.allocatedResources'
  | 'nonMissingContainerRequests';

/** What one container adds to one phase. */
export interface ContainerAmount {
  /** Name of the container. */
  readonly container: string;
  /** The role of the container in its Pod. */
  readonly kind: ContainerKind;
  /** Names and indexes that lead to the container in the object that was passed in. */
  readonly segments: readonly FieldPathSegment[];
  /** The segments as text, such as `spec.initContainers[0]`. */
  readonly path: string;
  /** Where the amount was read. */
  readonly from: AmountOrigin;
  /** The amount. */
  readonly amount: Quantity;
}

/**
 * A stretch of the Pod's life with a fixed set of containers running at once.
 *
 * Each entry of `initContainers` is a step: a plain init container runs beside the sidecars before it, a sidecar
 * joins those that already run. The running phase has the app containers and all sidecars.
 */
export interface ResourcePhase {
  /** `init` for a step of the start, `running` for the life after it. */
  readonly phase: 'init' | 'running';
  /**
   * Of an init step the container that it starts; of the running phase the app containers, then the sidecars.
   * Containers that set nothing of the resource are left out.
   */
  readonly amounts: readonly ContainerAmount[];
  /** Of an init step, what the sidecars that already run add up to; undefined where they set nothing. */
  readonly sidecars: Quantity | undefined;
  /** The sum of both. */
  readonly total: Quantity;
  /** Whether this phase is the highest of its view and so the one that counts. */
  readonly decides: boolean;
}

/**
 * One of the views of a Pod that are compared while a resize is under way.
 *
 * `spec` is what the Pod asks for, `allocated` what the kubelet has granted it, `actuated` what its containers run
 * with. Without the option `useStatusResources` there is `spec` alone.
 */
export interface ResourceSource {
  /** Which view this is. */
  readonly source: 'spec' | 'actuated' | 'allocated';
  /** Whether it was added up over the containers or read from the status of the Pod as a whole. */
  readonly from: 'containers' | 'podStatus';
  /**
   * The phases in the order of time: the init steps whose container sets the resource, then the running phase, if
   * anything in it does. Empty if the view was read from the Pod's status.
   */
  readonly phases: readonly ResourcePhase[];
  /** What devices of resource claims add to the highest phase; undefined where they add nothing. */
  readonly draClaims: Quantity | undefined;
  /** The value of this view; undefined where it says nothing of the resource. */
  readonly total: Quantity | undefined;
  /** True for the spec of a Pod whose resize is infeasible: it is shown and not counted. */
  readonly ignored: boolean;
  /** Whether this view is the highest and so the one that counts. */
  readonly decides: boolean;
}

/** What a value in `spec.resources` did to the amount of its containers. */
export interface PodLevelChange {
  /** Where the value stands: the spec, or a field of the Pod's status while it is resized. */
  readonly from: 'spec' | 'status.resources' | 'status.allocatedResources';
  /** What the containers add up to; undefined where they set nothing. */
  readonly replaced: Quantity | undefined;
  /** The value that takes its place, before overhead. */
  readonly value: Quantity;
}

/**
 * The rule that gave a resource its value, before overhead.
 *
 * - `RUNNING_PHASE`: the sum of app containers and sidecars is at least as high as every init step (KEP-753).
 * - `INIT_STEP`: an init container and the sidecars that already run need more than that (KEP-753).
 * - `POD_STATUS`: the status of the Pod as a whole is higher than its spec (KEP-5419).
 * - `DRA_CLAIMS`: resource claims alone ask for it (KEP-5517).
 * - `POD_LEVEL`: `spec.resources` replaces what the containers add up to (KEP-2837).
 * - `OVERHEAD`: `spec.overhead` alone asks for it (KEP-688).
 *
 * Source: `k8s.io/component-helpers/resource` v0.37.1, `PodRequests` and `PodLimits`.
 */
export type ResourceRule =
  | 'RUNNING_PHASE'
  | 'INIT_STEP'
  | 'POD_STATUS'
  | 'DRA_CLAIMS'
  | 'POD_LEVEL'
  | 'OVERHEAD';

/** How one resource of a Pod came to its value. */
export interface ResourceExplanation {
  /** Name of the resource. */
  readonly name: string;
  /** What `podRequests` or `podLimits` answers for it. */
  readonly value: Quantity;
  /** The rule that gave the value, before overhead. */
  readonly rule: ResourceRule;
  /** The views of the Pod that were compared. Where `podLevel` is set they are what it replaced. */
  readonly sources: readonly ResourceSource[];
  /** What `spec.resources` changed; undefined where it changed nothing. */
  readonly podLevel: PodLevelChange | undefined;
  /** What `spec.overhead` added; undefined where it added nothing. */
  readonly overhead: Quantity | undefined;
  /**
   * For limits of cpu, memory and ephemeral storage, the names of the containers (init containers and sidecars, too)
   * whose spec sets none or zero, which the kubelet takes for none: the sum leaves them out, so the Pod may use more
   * than the value. Empty for requests, and for other resources: without a limit a container gets nothing of those.
   *
   * Source: `k8s.io/kubernetes/pkg/kubelet/cm` v1.37.1, `ResourceConfigForPod`.
   */
  readonly withoutLimit: readonly string[];
}

/** How each resource of a Pod came to its value: the names and their order are those of the computed result. */
export interface PodResourcesExplanation {
  /** The explanation of one resource. */
  readonly [name: string]: ResourceExplanation | undefined;
}
