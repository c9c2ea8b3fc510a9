import type { Pod, PodDisruptionBudget } from '@kubesem/core';
import { goLabelSelector } from '@kubesem/selectors/internal';
import { namespaceOf } from '../stored.js';
import { allowedEvictions } from './disrupted-pods.js';
import type { BudgetPod, PdbEvent, PdbRule } from './explanation.js';
import { readSelector, readSpec } from './spec.js';

interface SyncedBudget {
  readonly rule: PdbRule;
  readonly failure?: string | undefined;
  readonly pods: readonly BudgetPod[];
  readonly unmanagedPods: readonly Pod[];
}

/** The events of one sync. */
export function budgetEvents(
  pdb: PodDisruptionBudget,
  { rule, failure, pods, unmanagedPods }: SyncedBudget,
  nowMs: number,
): readonly PdbEvent[] {
  const spec = readSpec(pdb);
  if (readSelector(spec).failure !== undefined) {
    return [{ type: 'Warning', reason: 'NoPods', message: `Failed to get pods: ${failure}` }];
  }
  const events: PdbEvent[] = [];
  if (pods.length === 0) {
    events.push({ type: 'Normal', reason: 'NoPods', message: 'No matching pods found' });
  }
  if (rule === 'SYNC_FAILED') {
    const message = `Failed to calculate the number of expected pods: ${failure}`;
    return [...events, { type: 'Warning', reason: 'CalculateExpectedPodCountFailed', message }];
  }
  if (rule === 'UNKNOWN') {
    return events;
  }
  const areScalesCounted = rule === 'MAX_UNAVAILABLE' || rule === 'MIN_AVAILABLE_PERCENT';
  if (areScalesCounted && unmanagedPods.length > 0) {
    const message = `Pods selected by this PodDisruptionBudget (selector: ${goLabelSelector(spec.raw('selector'))}) were found to be unmanaged. As a result, the status of the PDB cannot be calculated correctly, which may result in undefined behavior. To account for these pods please set ".spec.minAvailable" field of the PDB to an integer value.`;
    events.push({ type: 'Warning', reason: 'UnmanagedPods', message });
  }
  const namespace = namespaceOf(pdb);
  const message = `Pod was expected by PDB ${namespace}/${namespace} to be deleted but it wasn't`;
  const { notDeleted } = allowedEvictions(
    pdb,
    pods.map(({ pod }) => pod),
    nowMs,
  );
  return [
    ...events,
    ...notDeleted.map((pod) => ({ pod, type: 'Warning', reason: 'NotDeleted', message }) as const),
  ];
}
