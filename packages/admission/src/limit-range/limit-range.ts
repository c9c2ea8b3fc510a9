import type { LimitRange, LimitRangeItem, PersistentVolumeClaim, PodLike } from '@kubesem/core';
import { Quantity } from '@kubesem/quantity';
import type { Amounts, PodResourceProblem, ResourceQuantities } from '@kubesem/resources';
import {
  entryPath,
  podContainers,
  podLimits,
  podParts,
  podRequests,
  readAmounts,
  readObject,
  readString,
} from '@kubesem/resources';
import { readItems } from './limit-range-defaults.js';

/**
 * How a LimitRange is broken.
 *
 * - `REQUEST_MISSING`: there is no request, where there is a minimum, or a maximum of a claim
 * - `LIMIT_MISSING`: there is no limit, where there is a maximum
 * - `REQUEST_BELOW_MIN`, `LIMIT_BELOW_MIN`: it is lower than the minimum
 * - `REQUEST_ABOVE_MAX`, `LIMIT_ABOVE_MAX`: it is higher than the maximum
 * - `RATIO_WITHOUT_REQUEST`, `RATIO_WITHOUT_LIMIT`: it is absent or zero, where there is a highest ratio
 * - `RATIO_ABOVE_MAX`: the limit is more times the request than it may be
 */
export type LimitRangeViolationCode =
  | 'REQUEST_MISSING'
  | 'LIMIT_MISSING'
  | 'REQUEST_BELOW_MIN'
  | 'LIMIT_BELOW_MIN'
  | 'REQUEST_ABOVE_MAX'
  | 'LIMIT_ABOVE_MAX'
  | 'RATIO_WITHOUT_REQUEST'
  | 'RATIO_WITHOUT_LIMIT'
  | 'RATIO_ABOVE_MAX';

/** A bound of a LimitRange that an object does not keep. */
export interface LimitRangeViolation extends PodResourceProblem {
  /** Stable identifier; programs and tests match on this. */
  readonly code: LimitRangeViolationCode;
  /** Name of the LimitRange. */
  readonly limitRange: string;
  /** The type of object that the bound is for. */
  readonly limitType: 'Container' | 'Pod' | 'PersistentVolumeClaim';
  /** Name of the container; undefined for Pods and claims. */
  readonly container: string | undefined;
  /** Name of the resource. */
  readonly resource: string;
  /** Which bound it is: the field of the LimitRange. */
  readonly rule: 'min' | 'max' | 'maxLimitRequestRatio';
  /** The bound. */
  readonly bound: Quantity;
  /** How many times the request the limit is; undefined for other rules, and where one of them is absent. */
  readonly ratio: number | undefined;
}

/**
 * The bounds of LimitRanges that a Pod does not keep, for which the API server refuses it.
 *
 * The Pod is taken as it would be stored: `applyPodDefaults`, with the same LimitRanges, comes first. Bounds of type
 * `Pod` are held against its requests and limits without the overhead; Pod-level values count for cpu and memory alone.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param limitRanges - the LimitRanges of the namespace
 * @returns all that is not kept, by LimitRange, item, container and rule; empty if the Pod may be. The API server tells
 * those of the first LimitRange that has any
 * @throws {@link PodResourcesError} `INVALID_QUANTITY` if an amount is not a quantity
 * @throws {@link PodResourcesError} `INVALID_TYPE` if a field holds another JSON type than it should
 * @throws `KubesemError` `NOT_A_POD` if the object is of another kind
 * @example
 * ```ts
 * import { podLimitRangeViolations } from '@kubesem/admission';
 *
 * const limits = [{ type: 'Container', max: { cpu: '1' }, maxLimitRequestRatio: { memory: '2' } }];
 * const resources = { requests: { memory: '1Gi' }, limits: { cpu: '1500m', memory: '3Gi' } };
 * const violations = podLimitRangeViolations({ containers: [{ name: 'app', resources }] }, [{ spec: { limits } }]);
 * violations.map(({ code, path }) => `${code} ${path}`) // => [
 * //   'LIMIT_ABOVE_MAX containers[0].resources.limits.cpu',
 * //   'RATIO_ABOVE_MAX containers[0].resources.limits.memory',
 * // ]
 * violations[1]?.ratio // => 3
 * ```
 *
 * Source: `k8s.io/kubernetes/plugin/pkg/admission/limitranger` v1.37.1, `PodValidateLimitFunc`.
 */
export function podLimitRangeViolations(
  pod: PodLike,
  limitRanges: readonly LimitRange[],
): readonly LimitRangeViolation[] {
  const containers = podContainers(pod)
    .filter(({ kind }) => kind !== 'ephemeral')
    .map(({ name, kind, path, requests, limits }) => ({
      limitType: 'Container' as const,
      container: name,
      isApp: kind === 'app',
      path: `${path}.resources`,
      requests: readAmounts(requests, `${path}.resources.requests`),
      limits: readAmounts(limits, `${path}.resources.limits`),
    }));
  const bounded: Bounded[] = [
    ...containers.filter(({ isApp }) => isApp),
    ...containers.filter(({ isApp }) => !isApp),
    podTotals(pod),
  ];
  return violationsOf(bounded, limitRanges);
}

/**
 * The bounds of LimitRanges that a PersistentVolumeClaim does not keep, for which the API server refuses it.
 *
 * @param claim - the claim; only its requests are looked at
 * @param limitRanges - the LimitRanges of the namespace
 * @returns all that is not kept, by LimitRange, item and rule; empty if the claim may be
 * @throws {@link PodResourcesError} `INVALID_QUANTITY` if an amount is not a quantity
 * @throws {@link PodResourcesError} `INVALID_TYPE` if a field holds another JSON type than it should
 * @example
 * ```ts
 * import { claimLimitRangeViolations } from '@kubesem/admission';
 *
 * const limits = [{ type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '2Gi' } }];
 * const claim = { spec: { resources: { requests: { storage: '500Mi' } } } };
 * claimLimitRangeViolations(claim, [{ spec: { limits } }]).map(({ code }) => code) // => ['REQUEST_BELOW_MIN']
 * ```
 *
 * Source: `k8s.io/kubernetes/plugin/pkg/admission/limitranger` v1.37.1, `PersistentVolumeClaimValidateLimitFunc`.
 */
export function claimLimitRangeViolations(
  claim: PersistentVolumeClaim,
  limitRanges: readonly LimitRange[],
): readonly LimitRangeViolation[] {
  const path = 'spec.resources';
  const spec = readObject(readObject(claim, '')?.spec, 'spec');
  const resources = readObject(spec?.resources, path);
  const bounded: Bounded = {
    limitType: 'PersistentVolumeClaim',
    container: undefined,
    path,
    requests: readAmounts(resources?.requests, `${path}.requests`),
    limits: new Map(),
  };
  return violationsOf([bounded], limitRanges);
}

/** What has requests and limits that are bounded. */
interface Bounded {
  readonly limitType: LimitRangeViolation['limitType'];
  readonly container: string | undefined;
  /** Path of what holds the requests and limits. */
  readonly path: string;
  readonly requests: Amounts;
  readonly limits: Amounts;
}

/** Source: `podRequests` and `podLimits` of the plugin, which are its own. */
function podTotals(pod: PodLike): Bounded {
  const { spec, specPrefix } = podParts(pod);
  const path = `${specPrefix}resources`;
  const options = { excludeOverhead: true, skipPodLevelResources: true };
  const podLevel = readObject(spec.resources, path);
  const total = (side: 'requests' | 'limits', amounts: ResourceQuantities): Amounts => {
    const totals = new Map(Object.entries(amounts) as [string, Quantity][]);
    for (const [name, amount] of readAmounts(podLevel?.[side], `${path}.${side}`)) {
      if (name === 'cpu' || name === 'memory') {
        totals.set(name, amount);
      }
    }
    return totals;
  };
  return {
    limitType: 'Pod',
    container: undefined,
    path,
    requests: total('requests', podRequests(pod, options)),
    limits: total('limits', podLimits(pod, options)),
  };
}

function violationsOf(
  bounded: readonly Bounded[],
  limitRanges: readonly LimitRange[],
): readonly LimitRangeViolation[] {
  const violations: LimitRangeViolation[] = [];
  limitRanges.forEach((limitRange, index) => {
    const path = `limitRanges[${index}]`;
    const name = readString(limitRange?.metadata?.name, `${path}.metadata.name`);
    for (const item of readItems(limitRange, path)) {
      for (const holder of bounded.filter(({ limitType }) => limitType === item.type)) {
        for (const breach of breachesOf(holder, item)) {
          violations.push(toViolation(holder, name, breach));
        }
      }
    }
  });
  return violations;
}

/** A bound that is not kept. */
interface Breach {
  readonly code: LimitRangeViolationCode;
  readonly resource: string;
  readonly rule: LimitRangeViolation['rule'];
  readonly bound: Quantity;
  readonly ratio?: number;
}

function breachesOf(
  { limitType, requests, limits }: Bounded,
  item: LimitRangeItem & { readonly path: string },
): readonly Breach[] {
  const breaches: Breach[] = [];
  const isClaim = limitType === 'PersistentVolumeClaim';
  const judge = (rule: Breach['rule'], breach: (...amounts: JudgedAmounts) => Judgement): void => {
    for (const [resource, written] of readAmounts(item[rule], `${item.path}.${rule}`)) {
      const bound = written.roundUp(-3);
      const judgement = breach(requests.get(resource), limits.get(resource), bound);
      if (judgement !== undefined) {
        breaches.push({ resource, rule, bound, ...judgement });
      }
    }
  };
  judge('min', belowMin);
  judge('max', isClaim ? requestAboveMax : aboveMax);
  if (!isClaim) {
    judge('maxLimitRequestRatio', aboveRatio);
  }
  return breaches;
}

type JudgedAmounts = [request: Quantity | undefined, limit: Quantity | undefined, bound: Quantity];
type Judgement = Pick<Breach, 'code' | 'ratio'> | undefined;

/** The most whose thousandths fit into an int64. Source: `k8s.io/apimachinery/pkg/api/resource` v0.37.1, `MaxMilliValue`. */
const MAX_MILLI_VALUE = /* @__PURE__ */ BigInt('9223372036854775');

/** Whole numbers to compare: thousandths, or units if one is too large. Source: `requestLimitEnforcedValues`. */
function commonValues(
  ...[request, limit, bound]: JudgedAmounts
): readonly [bigint, bigint, bigint] {
  const zero = Quantity.of(0);
  const amounts = [request ?? zero, limit ?? zero, bound] as const;
  const isSmall = amounts.every((amount) => amount.value() <= MAX_MILLI_VALUE);
  const [a, b, c] = amounts;
  return isSmall
    ? [a.milliValue(), b.milliValue(), c.milliValue()]
    : [a.value(), b.value(), c.value()];
}

/** Source: `minConstraint`. */
function belowMin(...amounts: JudgedAmounts): Judgement {
  const [request, limit, bound] = commonValues(...amounts);
  if (amounts[0] === undefined) {
    return { code: 'REQUEST_MISSING' };
  }
  if (request < bound) {
    return { code: 'REQUEST_BELOW_MIN' };
  }
  return amounts[1] !== undefined && limit < bound ? { code: 'LIMIT_BELOW_MIN' } : undefined;
}

/** Source: `maxConstraint`. */
function aboveMax(...amounts: JudgedAmounts): Judgement {
  const [request, limit, bound] = commonValues(...amounts);
  if (amounts[1] === undefined) {
    return { code: 'LIMIT_MISSING' };
  }
  if (limit > bound) {
    return { code: 'LIMIT_ABOVE_MAX' };
  }
  return amounts[0] !== undefined && request > bound ? { code: 'REQUEST_ABOVE_MAX' } : undefined;
}

/** Source: `maxRequestConstraint`. */
function requestAboveMax(...amounts: JudgedAmounts): Judgement {
  const [request, , bound] = commonValues(...amounts);
  if (amounts[0] === undefined) {
    return { code: 'REQUEST_MISSING' };
  }
  return request > bound ? { code: 'REQUEST_ABOVE_MAX' } : undefined;
}

/** Source: `limitRequestRatioConstraint`. */
function aboveRatio(...amounts: JudgedAmounts): Judgement {
  const [request, limit] = commonValues(...amounts).map(Number) as [number, number];
  if (request === 0) {
    return { code: 'RATIO_WITHOUT_REQUEST' };
  }
  if (limit === 0) {
    return { code: 'RATIO_WITHOUT_LIMIT' };
  }
  const ratio = limit / request;
  const bound = amounts[2];
  const isAbove =
    bound.value() <= MAX_MILLI_VALUE
      ? ratio * 1000 > Number(bound.milliValue())
      : ratio > Number(bound.value());
  return isAbove ? { code: 'RATIO_ABOVE_MAX', ratio } : undefined;
}

function toViolation(holder: Bounded, limitRange: string, breach: Breach): LimitRangeViolation {
  const { limitType, container, path } = holder;
  const { code, resource, rule, bound, ratio } = breach;
  const side = code.includes('REQUEST') ? 'requests' : 'limits';
  const amount = holder[side].get(resource);
  const expected = { min: 'at least', max: 'at most', maxLimitRequestRatio: 'a limit of at most' };
  return {
    type: amount === undefined ? 'FieldValueRequired' : 'FieldValueInvalid',
    path: entryPath(`${path}.${side}`, resource),
    value: amount && `${amount}`,
    code,
    message: `expected ${expected[rule]} ${bound}${ratio === undefined ? '' : ' times the request'}`,
    limitRange,
    limitType,
    container,
    resource,
    rule,
    bound,
    ratio,
  };
}
