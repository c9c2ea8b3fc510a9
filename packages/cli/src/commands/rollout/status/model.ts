import { identityOf } from '@kubesem/core';
import type { Problem } from '@kubesem/inspect';
import type { ManifestObject } from '@kubesem/manifests';
import { type RolloutStatus, type RolloutWorkload, rolloutStatus } from '@kubesem/workloads';
import { attemptOn } from '../../../io/placed.js';

/** A workload, and how far its rollout is. */
export interface RolloutModel
  extends RolloutStatus,
    Pick<ManifestObject, 'file' | 'line' | 'item' | 'kind'> {
  readonly namespace: string;
  readonly name: string;
}

/** The rollouts that can be read, and why others cannot. */
export interface RolloutModels {
  readonly rollouts: readonly RolloutModel[];
  readonly problems: readonly Problem[];
}

/** Describes the rollouts of workloads. */
export function rolloutModels(
  workloads: readonly ManifestObject[],
  revision: number | undefined,
): RolloutModels {
  const problems: Problem[] = [];
  const rollouts = workloads.flatMap((placed): RolloutModel[] => {
    const { file, line, item, apiVersion, kind, object } = placed;
    const workload = { ...object, apiVersion, kind } as RolloutWorkload;
    const status = attemptOn(placed, problems, () => rolloutStatus(workload, { revision }));
    return status ? [{ file, line, item, kind, ...identityOf(workload), ...status }] : [];
  });
  return { rollouts, problems };
}
