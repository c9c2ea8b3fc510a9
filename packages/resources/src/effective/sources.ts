import {
  type Amounts,
  addAmount,
  addAmounts,
  highestOf,
  type MutableAmounts,
  NO_AMOUNTS,
  raiseTo,
} from '../amounts.js';
import { isHugePages } from '../names/resource-names.js';
import type { Side } from '../read.js';
import type { ClaimAmount } from './claims.js';
import type { ContainerShares, Shares } from './containers.js';
import type { ResizeStatus } from './resize-status.js';

/** One view of the Pod: what it asks for, what it was granted, or what it runs with. */
export interface Source {
  readonly source: keyof Shares;
  /** Undefined if the view was read from the status of the Pod as a whole, or is not recorded. */
  readonly phases: Phases | undefined;
  /** The amounts of the containers, or of the status. */
  readonly amounts: Amounts;
  /** The amounts that resource claims add to these. */
  readonly claims: Amounts;
  /** The sum of both. */
  readonly total: Amounts;
}

/** What is known of the containers of a Pod. */
interface SourceInput {
  readonly side: Side;
  readonly containers: readonly ContainerShares[];
  readonly nonMissing: Amounts;
  readonly resize: ResizeStatus | undefined;
  readonly claims: readonly ClaimAmount[];
  /** Whether to keep the phases. */
  readonly record: boolean;
}

/** The views of a Pod in the order in which ties are decided. */
interface ComparedSources {
  readonly sources: readonly Source[];
  /** The sources that count: the spec does not while its resize is infeasible. */
  readonly counted: readonly Source[];
  /** The highest of these. */
  readonly highest: Amounts;
}

/**
 * Adds up the views of a Pod and compares them.
 *
 * The status of the Pod as a whole replaces that of its containers if it is complete.
 *
 * Source: `k8s.io/component-helpers/resource` v0.37.1, `AggregateContainerRequests` and `AggregateContainerLimits`.
 */
export function compareSources(input: SourceInput): ComparedSources {
  const { resize, side } = input;
  const views = viewsOf(input);
  if (views === SPEC) {
    const sources = [sumContainers('spec', input)];
    return { sources, counted: sources, highest: sources[0]?.total ?? NO_AMOUNTS };
  }
  const inStatus = podStatus(resize, side);
  const sources = views.map((source): Source => {
    const total = inStatus?.get(source);
    return total === undefined
      ? sumContainers(source, input)
      : { source, phases: undefined, amounts: total, claims: NO_AMOUNTS, total };
  });
  const counted = resize?.infeasible ? sources.slice(1) : sources;
  return { sources, counted, highest: highestOf(counted.map(({ total }) => total)) };
}

/** The views that the status of the Pod as a whole gives, if it gives all of them. There are no allocated limits. */
function podStatus(
  resize: ResizeStatus | undefined,
  side: Side,
): ReadonlyMap<keyof Shares, Amounts> | undefined {
  if (resize?.pod === undefined) {
    return undefined;
  }
  const { [side]: actuated, allocated } = resize.pod;
  const isComplete = actuated !== NO_AMOUNTS && (side === 'limits' || allocated !== NO_AMOUNTS);
  return isComplete
    ? new Map([['actuated', actuated] as const, ['allocated', allocated] as const])
    : undefined;
}

const SPEC: readonly (keyof Shares)[] = ['spec'];
const LIMITS: readonly (keyof Shares)[] = ['spec', 'actuated'];
const REQUESTS: readonly (keyof Shares)[] = ['spec', 'actuated', 'allocated'];

/** The views that have to be compared, in the order in which ties are decided. There are no allocated limits. */
function viewsOf(input: SourceInput): readonly (keyof Shares)[] {
  const { resize, record, side } = input;
  if (resize === undefined || (!record && isSettled(resize, input))) {
    return SPEC;
  }
  return side === 'limits' ? LIMITS : REQUESTS;
}

/** Whether all views are the same, as they are unless a Pod is being resized; the spec then wins the tie. */
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

/** One view, added up over the containers and the resource claims. */
function sumContainers(source: keyof Shares, input: SourceInput): Source {
  const { side, containers, nonMissing, record } = input;
  const phases = record ? { steps: [], running: NO_AMOUNTS } : undefined;
  const amounts = aggregate(containers, source, nonMissing, phases);
  // The actuated amounts already include the claims.
  if (source === 'actuated' || input.claims.length === 0) {
    return { source, phases, amounts, claims: NO_AMOUNTS, total: amounts };
  }
  const claims: MutableAmounts = new Map();
  const total = new Map(amounts);
  for (const { name, amount } of input.claims) {
    // Huge pages cannot be overcommitted, so theirs are always limited.
    if (side === 'requests' || amounts.has(name) || isHugePages(name)) {
      addAmount(claims, name, amount);
      // The order of the additions decides the format: requests grow claim by claim, limits by the sum of the claims.
      if (side === 'requests') {
        addAmount(total, name, amount);
      }
    }
  }
  if (side === 'limits') {
    addAmounts(total, claims);
  }
  return { source, phases, amounts, claims, total };
}

/** One init step. Both maps have the names that its container sets. */
interface Step {
  readonly container: ContainerShares;
  /** The sum of the sidecars that already run. */
  readonly sidecars: Amounts;
  /** The sum of these and the container. */
  readonly total: Amounts;
}

/** The phases of a Pod's life. */
interface Phases {
  readonly steps: Step[];
  /** The sum of what runs after the steps. */
  running: Amounts;
}

/**
 * Computes the highest of the phases of a Pod's life, name by name: each init step, and the running phase.
 *
 * A plain init container runs together with the sidecars before it; app containers run together with all sidecars.
 * The order of the additions and the winner of a tie decide the format of the result, so both are as in Kubernetes.
 * `phases` is filled in if it is given.
 *
 * Source: `k8s.io/component-helpers/resource` v0.37.1, `aggregateContainerResourcesByFn`; KEP-753, "Resources
 * calculation for scheduling and pod admission".
 */
function aggregate(
  containers: readonly ContainerShares[],
  source: keyof Shares,
  nonMissing: Amounts,
  phases: Phases | undefined,
): Amounts {
  const amountsOf = ({ shares }: ContainerShares): Amounts => {
    const own = shares[source].amounts;
    // The names of the container come first and keep its amounts.
    return nonMissing.size === 0 ? own : new Map([...own, ...nonMissing, ...own]);
  };
  const [first] = containers;
  if (first?.kind === 'app' && containers.length === 1 && phases === undefined) {
    return amountsOf(first);
  }
  const running: MutableAmounts = new Map();
  // Most Pods have no init containers, so these are made only if needed.
  let sidecars: MutableAmounts | undefined;
  let highestStep: MutableAmounts | undefined;
  for (const container of containers) {
    const amounts = amountsOf(container);
    if (container.kind !== 'app') {
      // Names that the container does not set belong to the sidecars alone, and were compared when those started.
      const step = stepOf(container, amounts, sidecars ?? NO_AMOUNTS);
      highestStep ??= new Map();
      raiseTo(highestStep, step.total);
      phases?.steps.push(step);
    }
    if (container.kind !== 'init') {
      addAmounts(running, amounts);
    }
    if (container.kind === 'sidecar') {
      sidecars ??= new Map();
      addAmounts(sidecars, amounts);
    }
  }
  if (phases !== undefined) {
    phases.running = new Map(running);
  }
  raiseTo(running, highestStep ?? NO_AMOUNTS);
  return running;
}

function stepOf(container: ContainerShares, amounts: Amounts, running: Amounts): Step {
  if (running.size === 0) {
    return { container, sidecars: NO_AMOUNTS, total: amounts };
  }
  const sidecars: MutableAmounts = new Map();
  for (const name of amounts.keys()) {
    const amount = running.get(name);
    if (amount !== undefined) {
      sidecars.set(name, amount);
    }
  }
  const isSidecar = container.kind === 'sidecar';
  const total = new Map(isSidecar ? sidecars : amounts);
  addAmounts(total, isSidecar ? amounts : sidecars);
  return { container, sidecars, total };
}
