import { type Amounts, addAmounts, copyOf, noAmounts, pick, raiseTo } from './amounts.js';
import type { ContainerShares, Share, Shares } from './containers.js';

/** One init step. Both maps have the names that its container sets. */
export interface Step {
  readonly container: ContainerShares;
  /** What the sidecars that already run add up to. */
  readonly sidecars: Amounts;
  /** What they and the container add up to. */
  readonly total: Amounts;
}

/** The phases of a Pod's life. */
export interface Phases {
  readonly steps: Step[];
  /** What runs after the steps. */
  running: Amounts;
}

/**
 * The highest of the phases of a Pod's life, name by name: each init step, and the running phase.
 *
 * A plain init container runs beside the sidecars that stand before it; app containers run beside all sidecars.
 * The order of the additions and who wins a tie decide the format of the result, so both are as in Kubernetes.
 * `phases` is filled in if it is given.
 *
 * Source: `k8s.io/component-helpers/resource` v0.37.1, `aggregateContainerResourcesByFn`; KEP-753, "Resources
 * calculation for scheduling and pod admission".
 */
export function aggregate(
  containers: readonly ContainerShares[],
  source: keyof Shares,
  nonMissing: Amounts | undefined,
  phases: Phases | undefined,
): Amounts {
  const running = noAmounts();
  const sidecars = noAmounts();
  const highestStep = noAmounts();
  for (const container of containers) {
    const amounts = countedAmounts(container.shares[source], nonMissing);
    if (container.kind !== 'init') {
      addAmounts(running, amounts);
    }
    if (container.kind !== 'app') {
      // Names that the container does not set are the sidecars' alone, and were compared when those started.
      const before = pick(sidecars, amounts);
      let total = copyOf(amounts);
      if (container.kind === 'sidecar') {
        addAmounts(sidecars, amounts);
        total = pick(sidecars, amounts);
      } else {
        addAmounts(total, before);
      }
      raiseTo(highestStep, total);
      phases?.steps.push({ container, sidecars: before, total });
    }
  }
  if (phases !== undefined) {
    phases.running = copyOf(running);
  }
  raiseTo(running, highestStep);
  return running;
}

/** A container's own amounts, and those of `nonMissing` for the names that it does not have. */
function countedAmounts({ amounts }: Share, nonMissing: Amounts | undefined): Amounts {
  return nonMissing ? Object.assign(copyOf(amounts), nonMissing, amounts) : amounts;
}
