import {
  type ContainerKind,
  type FieldPathSegment,
  formatFieldPath,
  type PodLike,
  pathSegments,
} from '@kubesem/core';
import { bareObject } from '@kubesem/core/internal';
import type { Quantity } from '@kubesem/quantity';
import { type Computation, computePodResources } from './effective/compute.js';
import type { ContainerShares } from './effective/containers.js';
import type { PodResourcesOptions } from './effective/options.js';
import type { PodLevelField } from './effective/pod-level.js';
import type { Source } from './effective/sources.js';
import type { Side } from './read.js';

/**
 * Where the amount of a container comes from: its own `resources` in the `spec`, two fields of its container status, or
 * the option `nonMissingContainerRequests`.
 */
export type AmountOrigin =
  | 'spec'
  | 'status.resources'
  | 'status.allocatedResources'
  | 'nonMissingContainerRequests';

/** The amount that one container adds to one phase. */
export interface ContainerAmount {
  /** Name of the container. */
  readonly container: string;
  /** The role of the container in its Pod. */
  readonly kind: ContainerKind;
  /** Names and indexes that lead to the container in the object that was passed in. */
  readonly segments: readonly FieldPathSegment[];
  /** The segments as text, such as `spec.initContainers[0]`. */
  readonly path: string;
  /** Where the amount comes from. */
  readonly from: AmountOrigin;
  /** The amount. */
  readonly amount: Quantity;
}

/**
 * A phase of a Pod's life, in which a fixed set of containers runs at once.
 *
 * Each entry of `initContainers` is a step: a plain init container runs together with the sidecars before it, a sidecar
 * joins those that already run. The running phase has the app containers and all sidecars.
 */
export interface ResourcePhase {
  /** `init` for a step of the start, `running` for the time after it. */
  readonly phase: 'init' | 'running';
  /**
   * For an init step, the container that it starts; for the running phase, the app containers, then the sidecars.
   * Containers that do not set the resource are omitted.
   */
  readonly amounts: readonly ContainerAmount[];
  /** For an init step, the sum of the sidecars that already run; undefined if they do not set the resource. */
  readonly sidecars: Quantity | undefined;
  /** The sum of both. */
  readonly total: Quantity;
  /** Whether this phase is the highest of its view, so it is the one that counts. */
  readonly decides: boolean;
}

/**
 * One of the views of a Pod that are compared during an in-place resize.
 *
 * `spec` is what the Pod asks for, `allocated` what the kubelet granted it, `actuated` what its containers run with.
 * Without the option `useStatusResources`, `spec` is the only view.
 */
export interface ResourceSource {
  /** The view. */
  readonly source: 'spec' | 'actuated' | 'allocated';
  /** Whether it was added up over the containers or read from the status of the Pod as a whole. */
  readonly from: 'containers' | 'podStatus';
  /**
   * The phases in the order of time: the init steps whose container sets the resource, then the running phase, if one of
   * its containers sets it. Empty if the view was read from the Pod's status.
   */
  readonly phases: readonly ResourcePhase[];
  /** The amount that devices of resource claims add to the highest phase; undefined if they add none. */
  readonly draClaims: Quantity | undefined;
  /** The value of this view; undefined if it does not set the resource. */
  readonly total: Quantity | undefined;
  /** Whether the view is shown but not counted: the spec of a Pod whose resize is infeasible. */
  readonly ignored: boolean;
  /** Whether this view is the highest, so it is the one that counts. */
  readonly decides: boolean;
}

/** How a Pod-level value changes the amount of the containers. */
export interface PodLevelChange {
  /** Where the value comes from: the spec, or a field of the Pod's status during a resize. */
  readonly from: 'spec' | 'status.resources' | 'status.allocatedResources';
  /** The amount of the containers; undefined if they do not set the resource. */
  readonly replaced: Quantity | undefined;
  /** The value that replaces it, before overhead. */
  readonly value: Quantity;
}

/**
 * The rule that gave a resource its value, before overhead.
 *
 * - `RUNNING_PHASE`: the sum of app containers and sidecars is at least as high as every init step (KEP-753).
 * - `INIT_STEP`: an init container and the sidecars that already run need more (KEP-753).
 * - `POD_STATUS`: the status of the Pod as a whole is higher than its spec (KEP-5419).
 * - `DRA_CLAIMS`: only resource claims ask for it (KEP-5517).
 * - `POD_LEVEL`: `spec.resources` replaces the amount of the containers (KEP-2837).
 * - `OVERHEAD`: only `spec.overhead` asks for it (KEP-688).
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

/** How the value of one resource of a Pod is computed. */
export interface ResourceExplanation {
  /** Name of the resource. */
  readonly name: string;
  /** The value that `podRequests` or `podLimits` returns for it. */
  readonly value: Quantity;
  /** The rule that gave the value, before overhead. */
  readonly rule: ResourceRule;
  /** The views of the Pod that are compared. If `podLevel` is set, it replaces their result. */
  readonly sources: readonly ResourceSource[];
  /** What `spec.resources` changes; undefined if it changes nothing. */
  readonly podLevel: PodLevelChange | undefined;
  /** The amount that `spec.overhead` adds; undefined if it adds none. */
  readonly overhead: Quantity | undefined;
  /**
   * For limits of cpu, memory and ephemeral storage, the names of the containers, init containers and sidecars without a
   * limit in their spec; the kubelet reads zero as no limit. The sum omits them, so the Pod may use more than the value.
   * Empty for requests, and for other resources: without a limit, a container gets none of those.
   *
   * Source: `k8s.io/kubernetes/pkg/kubelet/cm` v1.37.1, `ResourceConfigForPod`.
   */
  readonly withoutLimit: readonly string[];
}

/** How the value of each resource of a Pod is computed; the names and their order are those of the result. */
export interface PodResourcesExplanation {
  /** The explanation of one resource. */
  readonly [name: string]: ResourceExplanation | undefined;
}

/**
 * Explains how `podRequests` computes the effective requests of a Pod, resource by resource.
 *
 * The values, the names and their order are those of `podRequests`.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param options - what to count
 * @returns for each resource: its value, the rule, the phases with the amount of every container, and what resource
 * claims, `spec.resources` and `spec.overhead` change
 * @throws {@link @kubesem/core!FieldError | FieldError} with the codes of `podRequests`
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 *
 * @example
 * ```ts
 * import { explainPodRequests } from '@kubesem/resources';
 *
 * const { cpu } = explainPodRequests({
 *   initContainers: [
 *     { name: 'proxy', restartPolicy: 'Always', resources: { requests: { cpu: '100m' } } },
 *     { name: 'migrate', resources: { requests: { cpu: '2' } } },
 *   ],
 *   containers: [{ name: 'app', resources: { requests: { cpu: '1' } } }],
 * });
 * cpu?.value.toString() // => '2100m'
 * cpu?.rule // => 'INIT_STEP'
 * const phases = cpu?.sources[0]?.phases;
 * phases?.map(({ phase, total }) => `${phase} ${total}`) // => ['init 100m', 'init 2100m', 'running 1100m']
 * ```
 *
 * Source: `k8s.io/component-helpers/resource` v0.37.1, `PodRequests`.
 */
export function explainPodRequests(
  pod: PodLike,
  options: PodResourcesOptions = {},
): PodResourcesExplanation {
  return explain(computePodResources(pod, 'requests', options, true), 'requests');
}

/**
 * Explains how `podLimits` computes the effective limits of a Pod, resource by resource.
 *
 * The values, the names and their order are those of `podLimits`. `withoutLimit` names the containers that the sum omits
 * because they have no limit.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param options - what to count
 * @returns for each resource: its value, the rule, the phases with the amount of every container, and what resource
 * claims, `spec.resources` and `spec.overhead` change
 * @throws {@link @kubesem/core!FieldError | FieldError} with the codes of `podLimits`
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 *
 * @example
 * ```ts
 * import { explainPodLimits } from '@kubesem/resources';
 *
 * const { memory } = explainPodLimits({
 *   containers: [
 *     { name: 'app', resources: { limits: { memory: '1Gi' } } },
 *     { name: 'log', resources: { requests: { memory: '128Mi' } } },
 *   ],
 * });
 * memory?.value.toString() // => '1Gi'
 * memory?.withoutLimit // => ['log']
 * ```
 *
 * Source: `k8s.io/component-helpers/resource` v0.37.1, `PodLimits`.
 */
export function explainPodLimits(
  pod: PodLike,
  options: PodResourcesOptions = {},
): PodResourcesExplanation {
  return explain(computePodResources(pod, 'limits', options, true), 'limits');
}

function explain(computation: Computation, side: Side): PodResourcesExplanation {
  const { containers, containersTotal, counted, overhead, podLevel, result } = computation;
  const views = computation.sources.map(
    (source) => [source, explainPhases(source, computation)] as const,
  );
  return bareObject(result, (value, name): ResourceExplanation => {
    const total = containersTotal.get(name);
    // Maxima pass amounts on as they are: the first that is the same object is the one that was chosen.
    const deciding = total && counted.find((source) => source.total.get(name) === total);
    const replacement = podLevel.get(name);
    return {
      name,
      value,
      rule: replacement ? 'POD_LEVEL' : ruleOf(name, deciding),
      sources: views.map(([source, phases]) => ({
        source: source.source,
        from: source.phases ? 'containers' : 'podStatus',
        phases: phases.get(name) ?? [],
        draClaims: source.claims.get(name),
        total: source.total.get(name),
        ignored: !counted.includes(source),
        decides: source === deciding,
      })),
      podLevel: replacement && {
        from: originOf(name, replacement, computation),
        replaced: total,
        value: replacement,
      },
      overhead: overhead.get(name),
      withoutLimit: side === 'limits' ? withoutLimit(name, containers) : [],
    };
  });
}

function originOf(
  name: string,
  value: Quantity,
  { podLevelFields }: Computation,
): PodLevelChange['from'] {
  const field = podLevelFields.find(({ amounts }) => amounts.get(name) === value);
  return (field as PodLevelField).from;
}

/** Resources of which a container may use any amount unless it is limited. */
const UNLIMITED_BY_DEFAULT = ['cpu', 'memory', 'ephemeral-storage'];

function withoutLimit(name: string, containers: readonly ContainerShares[]): string[] {
  if (!UNLIMITED_BY_DEFAULT.includes(name)) {
    return [];
  }
  return containers
    .filter(({ shares }) => shares.spec.amounts.get(name)?.isZero() !== false)
    .map((container) => container.name);
}

function ruleOf(name: string, deciding: Source | undefined): ResourceRule {
  if (deciding === undefined) {
    return 'OVERHEAD';
  }
  const { phases, amounts } = deciding;
  if (phases === undefined) {
    return 'POD_STATUS';
  }
  const highest = amounts.get(name);
  if (highest === undefined) {
    return 'DRA_CLAIMS';
  }
  return highest === phases.running.get(name) ? 'RUNNING_PHASE' : 'INIT_STEP';
}

/** The phases of one view of the Pod by resource name, in one pass over all phases. */
function explainPhases(
  { amounts: highest, phases, source }: Source,
  { containers, nonMissing }: Computation,
): ReadonlyMap<string, readonly ResourcePhase[]> {
  const explained = new Map<string, ResourcePhase[]>();
  if (phases === undefined) {
    return explained;
  }
  const amountOf = (container: ContainerShares, resource: string): ContainerAmount => {
    const { name, kind, shares } = container;
    const segments = pathSegments(container.container.path);
    const { amounts, from } = shares[source];
    const own = amounts.get(resource);
    return {
      container: name,
      kind,
      segments,
      path: formatFieldPath(segments),
      from: own ? from : 'nonMissingContainerRequests',
      amount: own ?? (nonMissing.get(resource) as Quantity),
    };
  };
  // Maxima pass amounts on as they are: the one that was chosen is the same object. The running phase wins a tie.
  const undecided = new Map(
    [...highest].filter(([name, total]) => phases.running.get(name) !== total),
  );
  for (const { container, sidecars: before, total: totals } of phases.steps) {
    for (const [name, total] of totals) {
      const decides = undecided.get(name) === total && undecided.delete(name);
      const amounts = [amountOf(container, name)];
      const sidecars = before.get(name);
      append(explained, name, { phase: 'init', amounts, sidecars, total, decides });
    }
  }
  const running = new Map<string, ContainerAmount[]>();
  for (const container of containers.filter(({ kind }) => kind !== 'init')) {
    const { amounts } = container.shares[source];
    for (const name of new Set([...amounts.keys(), ...nonMissing.keys()])) {
      append(running, name, amountOf(container, name));
    }
  }
  for (const [name, amounts] of running) {
    const total = phases.running.get(name) as Quantity;
    const decides = highest.get(name) === total;
    append(explained, name, { phase: 'running', amounts, sidecars: undefined, total, decides });
  }
  return explained;
}

function append<T>(lists: Map<string, T[]>, name: string, entry: T): void {
  const list = lists.get(name) ?? [];
  list.push(entry);
  lists.set(name, list);
}
