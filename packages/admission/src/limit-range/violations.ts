import {
  type ClusterLists,
  type FieldPath,
  type FieldProblem,
  type PersistentVolumeClaim,
  type PodLike,
  type VolumeResourceRequirements,
} from '@kubesem/core';
import { type Fields, fieldProblem, fields, podFields, THROW } from '@kubesem/core/internal';
import type { Quantity } from '@kubesem/quantity';
import { podLimits, podRequests, type ResourceQuantities } from '@kubesem/resources';
import { type Amounts, containerResources, readAmounts } from '@kubesem/resources/internal';
import { type BoundedAmounts, type Breach, breachesOf } from './bounds.js';
import { eachLimitRange } from './items.js';

/**
 * A bound of a LimitRange that an object violates. The segments lead to the amount in the object; if the amount is that of all
 * containers together, they lead to the containers.
 */
export interface LimitRangeViolation extends FieldProblem<'FORBIDDEN'> {
  /** Name of the LimitRange. */
  readonly limitRange: string;
  /** The type of object that the bound is for. */
  readonly limitType: 'Container' | 'Pod' | 'PersistentVolumeClaim';
  /** Name of the container; undefined for Pods and claims. */
  readonly container: string | undefined;
  /** Name of the resource. */
  readonly resource: string;
  /** The amount that violates the bound; without `value`, it is missing. */
  readonly side: 'requests' | 'limits';
  /** The field of the LimitRange that holds the bound. */
  readonly rule: 'min' | 'max' | 'maxLimitRequestRatio';
  /** The bound. */
  readonly bound: Quantity;
  /** The limit divided by the request; undefined for other rules, and if one of them is absent. */
  readonly ratio: number | undefined;
}

/**
 * Lists the bounds of LimitRanges that a Pod violates, for which the API server rejects it.
 *
 * The Pod is read as it would be stored, so call `applyResourceDefaults` with the same LimitRanges first. Bounds of type `Pod`
 * are compared with its requests and limits without the overhead; Pod-level values count only for cpu and memory.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param cluster - the LimitRanges of the namespace
 * @returns all violations, by LimitRange, item, container and rule; empty if the Pod is accepted. The API server reports
 * only those of the first LimitRange that has any
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount is not a quantity
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { podLimitRangeViolations } from '@kubesem/admission';
 *
 * const limits = [{ type: 'Container', max: { cpu: '1' }, maxLimitRequestRatio: { memory: '2' } }];
 * const resources = { requests: { memory: '1Gi' }, limits: { cpu: '1500m', memory: '3Gi' } };
 * const violations = podLimitRangeViolations({ containers: [{ name: 'app', resources }] }, { limitRanges: [{ spec: { limits } }] });
 * violations.map(({ rule, path }) => `${rule} ${path}`) // => [
 * //   'max containers[0].resources.limits[cpu]',
 * //   'maxLimitRequestRatio containers[0].resources.limits[memory]',
 * // ]
 * violations[1]?.ratio // => 3
 * ```
 *
 * Source: `k8s.io/kubernetes/plugin/pkg/admission/limitranger` v1.37.1, `PodValidateLimitFunc`.
 */
export function podLimitRangeViolations(
  pod: PodLike,
  cluster: ClusterLists<'limitRanges'>,
): readonly LimitRangeViolation[] {
  const containers = containerResources(pod)
    .filter(({ kind }) => kind !== 'ephemeral')
    .map((found) => ({
      limitType: 'Container' as const,
      container: found.name,
      isApp: found.kind === 'app',
      ...readBounded(found.resources),
    }));
  const bounded: Bounded[] = [
    ...containers.filter(({ isApp }) => isApp),
    ...containers.filter(({ isApp }) => !isApp),
    podTotals(pod),
  ];
  return violationsOf(bounded, cluster);
}

/**
 * Lists the bounds of LimitRanges that a PersistentVolumeClaim violates, for which the API server rejects it.
 *
 * @param claim - the claim; only its requests count
 * @param cluster - the LimitRanges of the namespace
 * @returns all violations, by LimitRange, item and rule; empty if the claim is accepted
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount is not a quantity
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 *
 * @example
 * ```ts
 * import { claimLimitRangeViolations } from '@kubesem/admission';
 *
 * const limits = [{ type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '2Gi' } }];
 * const claim = { spec: { resources: { requests: { storage: '500Mi' } } } };
 * claimLimitRangeViolations(claim, { limitRanges: [{ spec: { limits } }] }).map(({ rule }) => rule) // => ['min']
 * ```
 *
 * Source: `k8s.io/kubernetes/plugin/pkg/admission/limitranger` v1.37.1, `PersistentVolumeClaimValidateLimitFunc`.
 */
export function claimLimitRangeViolations(
  claim: PersistentVolumeClaim,
  cluster: ClusterLists<'limitRanges'>,
): readonly LimitRangeViolation[] {
  const resources = fields(claim, THROW).at('spec').at('resources');
  const bounded: Bounded = {
    limitType: 'PersistentVolumeClaim',
    container: undefined,
    resources,
    requests: readAmounts(resources.at('requests')),
    limits: new Map(),
  };
  return violationsOf([bounded], cluster);
}

type Resources = Fields<VolumeResourceRequirements>;

/** A Pod, container or claim whose requests and limits are bounded. */
interface Bounded extends BoundedAmounts {
  readonly limitType: LimitRangeViolation['limitType'];
  readonly container: string | undefined;
  /** The field `resources`. */
  readonly resources: Resources;
  /** For a Pod, what it sets itself, and the path of the containers that set all else. */
  readonly podLevel?: (BoundedAmounts & { readonly containers: FieldPath }) | undefined;
}

function readBounded(resources: Resources): BoundedAmounts & { readonly resources: Resources } {
  return {
    resources,
    requests: readAmounts(resources.at('requests')),
    limits: readAmounts(resources.at('limits')),
  };
}

/** Source: `podRequests` and `podLimits` of the plugin, which has its own. */
function podTotals(pod: PodLike): Bounded {
  const { spec } = podFields(pod, THROW);
  const options = { excludeOverhead: true, skipPodLevelResources: true };
  const podLevel = readBounded(spec.at('resources'));
  const total = (amounts: ResourceQuantities, ofPod: Amounts): Amounts => {
    const totals = new Map(Object.entries(amounts) as [string, Quantity][]);
    for (const [name, amount] of ofPod) {
      if (name === 'cpu' || name === 'memory') {
        totals.set(name, amount);
      }
    }
    return totals;
  };
  return {
    limitType: 'Pod',
    container: undefined,
    resources: podLevel.resources,
    podLevel: { ...podLevel, containers: spec.pathOf('containers') },
    requests: total(podRequests(pod, options), podLevel.requests),
    limits: total(podLimits(pod, options), podLevel.limits),
  };
}

function violationsOf(
  bounded: readonly Bounded[],
  cluster: ClusterLists<'limitRanges'>,
): readonly LimitRangeViolation[] {
  const violations = eachLimitRange(cluster, (items, limitRange) => {
    const name = limitRange.at('metadata').text('name');
    return items.flatMap((item) => {
      const type = item.text('type');
      const holders = bounded.filter(({ limitType }) => limitType === type);
      return holders.flatMap((holder) =>
        breachesOf(holder, item).map((breach) => toViolation(holder, name, breach)),
      );
    });
  });
  return violations.flat();
}

function toViolation(holder: Bounded, limitRange: string, breach: Breach): LimitRangeViolation {
  const { limitType, container, resources, podLevel } = holder;
  const { side, resource, rule, bound, ratio } = breach;
  const amount = holder[side].get(resource);
  const isTotal = podLevel !== undefined && amount !== undefined && !podLevel[side].has(resource);
  const problem = fieldProblem<'FORBIDDEN'>({
    type: 'FORBIDDEN',
    path: isTotal ? podLevel.containers : resources.keyOf(side, resource),
    ...(amount !== undefined && { value: amount.toString() }),
    message: messageOf(breach),
  });
  return { ...problem, limitRange, limitType, container, resource, side, rule, bound, ratio };
}

function messageOf({ rule, bound, ratio }: Breach): string {
  switch (rule) {
    case 'min':
      return `expected at least ${bound}`;
    case 'max':
      return `expected at most ${bound}`;
    case 'maxLimitRequestRatio':
      return ratio === undefined
        ? `required, because the limit may be at most ${bound} times the request`
        : `${ratio} times the request; expected at most ${bound} times`;
  }
}
