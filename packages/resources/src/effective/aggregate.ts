import { type Amounts, addAmounts, type MutableAmounts, NO_AMOUNTS, raiseTo } from '../amounts.js';
import type { ContainerShares, Shares } from './containers.js';

/** One init step. Both maps have the names that its container sets. */
export interface Step {
  readonly container: ContainerShares;
  /** The sum of the sidecars that already run. */
  readonly sidecars: Amounts;
  /** The sum of these and the container. */
  readonly total: Amounts;
}

/** The phases of a Pod's life. */
export interface Phases {
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
export function aggregate(
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
