import type { BudgetReport } from '@kubesem/inspect';
import type { ManifestObject } from '@kubesem/manifests';

/** A PodDisruptionBudget, what it allows now, and where it is. */
export interface BudgetModel extends BudgetReport, Pick<ManifestObject, 'file' | 'line' | 'item'> {}
