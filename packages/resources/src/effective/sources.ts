import type { Quantity } from '@kubesem/quantity';
import { type Amounts, addAmount, addAmounts, NO_AMOUNTS, raiseTo } from '../amounts.js';
import { isHugePages } from '../names/resource-names.js';
import type { Side } from '../read.js';
import { aggregate, type Phases } from './aggregate.js';
import type { ClaimAmount } from './claims.js';
import type { ContainerShares, Shares } from './containers.js';
import type { ResizeStatus } from './resize-status.js';

/** One view of the Pod and what it comes to. */
export interface Source {
  readonly source: keyof Shares;
  /** Undefined where the view was read from the status of the Pod as a whole, or nobody asked. */
  readonly phases: Phases | undefined;
  /** What the containers, or the status, come to. */
  readonly amounts: Amounts;
  /** What resource claims add to that. */
  readonly claims: Amounts;
  /** The sum of both. */
  readonly total: Amounts;
}

/** What is known of the containers of a Pod. */
export interface SourceInput {
  readonly side: Side;
  readonly containers: readonly ContainerShares[];
  readonly nonMissing: Amounts;
  readonly resize: ResizeStatus | undefined;
  readonly claims: readonly ClaimAmount[];
  /** Whether the phases are wanted. */
  readonly record: boolean;
}

/**
 * The views of a Pod, in the order in which ties are decided.
 *
 * The status of the Pod as a whole stands in for that of its containers where it is complete.
 *
 * Source: `k8s.io/component-helpers/resource` v0.37.1, `AggregateContainerRequests` and `AggregateContainerLimits`.
 */
export function computeSources(input: SourceInput): Source[] {
  const { side, resize } = input;
  const spec = fromContainers('spec', input);
  if (resize === undefined || (!input.record && isSettled(resize, input))) {
    return [spec];
  }
  const { pod } = resize;
  // There are no allocated limits.
  const others = side === 'limits' ? (['actuated'] as const) : (['actuated', 'allocated'] as const);
  const inStatus = pod && { actuated: pod[side], allocated: pod.allocated };
  const isComplete = inStatus && others.every((source) => inStatus[source] !== NO_AMOUNTS);
  return [
    spec,
    ...others.map((source) =>
      isComplete ? fromPodStatus(source, inStatus[source]) : fromContainers(source, input),
    ),
  ];
}

/** Whether all views are the same, as they mostly are but while a Pod is resized: a tie is the spec's. */
function isSettled(
  { pod, infeasible }: ResizeStatus,
  { containers, claims }: SourceInput,
): boolean {
  return (
    pod === undefined &&
    !infeasible &&
    claims.length === 0 &&
    containers.every(
      ({ shares: { spec, actuated, allocated } }) =>
        actuated.amounts === spec.amounts && allocated.amounts === spec.amounts,
    )
  );
}

function fromPodStatus(source: keyof Shares, amounts: Amounts): Source {
  return { source, phases: undefined, amounts, claims: NO_AMOUNTS, total: amounts };
}

function fromContainers(source: keyof Shares, input: SourceInput): Source {
  const phases = input.record ? { steps: [], running: NO_AMOUNTS } : undefined;
  const amounts = aggregate(input.containers, source, input.nonMissing, phases);
  // What containers run with has the claims in it.
  const { claims, total } =
    source === 'actuated' || input.claims.length === 0
      ? { claims: NO_AMOUNTS, total: amounts }
      : withClaims(amounts, input);
  return { source, phases, amounts, claims, total };
}

/** The order of the additions decides the format: requests grow claim by claim, limits by the sum of the claims. */
function withClaims(
  amounts: Amounts,
  { side, claims: entries }: SourceInput,
): { claims: Amounts; total: Amounts } {
  const claims = new Map<string, Quantity>();
  const total = new Map(amounts);
  for (const { name, amount } of entries) {
    // Huge pages cannot be overcommitted, so theirs are always limited.
    if (side === 'requests' || amounts.has(name) || isHugePages(name)) {
      addAmount(claims, name, amount);
      if (side === 'requests') {
        addAmount(total, name, amount);
      }
    }
  }
  if (side === 'limits') {
    addAmounts(total, claims);
  }
  return { claims, total };
}

/** The highest of the views. */
export function highestSource(sources: readonly Source[]): Amounts {
  const [first, ...others] = sources;
  if (first !== undefined && others.length === 0) {
    return first.total;
  }
  const highest = new Map(first?.total);
  for (const { total } of others) {
    raiseTo(highest, total);
  }
  return highest;
}
