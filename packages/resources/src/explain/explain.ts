import { bareObject, type PodLike } from '@kubesem/core';
import type { Quantity } from '@kubesem/quantity';
import { type Computation, computePodResources } from '../effective/compute.js';
import type { ContainerShares } from '../effective/containers.js';
import type { PodResourcesOptions } from '../effective/options.js';
import type { PodLevelField } from '../effective/pod-level.js';
import type { Source } from '../effective/sources.js';
import type { Side } from '../read.js';
import { explainPhases } from './explain-phases.js';
import type {
  PodLevelChange,
  PodResourcesExplanation,
  ResourceExplanation,
  ResourceRule,
} from './explanation.js';

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
