import { formatFieldPath, pathSegments } from '@kubesem/core';
import type { Quantity } from '@kubesem/quantity';
import type { Computation } from '../effective/compute.js';
import type { ContainerShares } from '../effective/containers.js';
import type { Source } from '../effective/sources.js';
import type { ContainerAmount, ResourcePhase } from './explanation.js';

/** The phases of one view of the Pod by resource name, in one pass over all phases. */
export function explainPhases(
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
