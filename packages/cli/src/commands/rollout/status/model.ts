import { attempt, type FieldError } from '@kubesem/core';
import type { ManifestObject } from '@kubesem/manifests';
import {
  explainRolloutStatus,
  type RolloutStatusExplanation,
  type RolloutWorkload,
} from '@kubesem/workloads';
import type { ShownProblem } from '../../../output/problems.js';
import { identityOf } from '../../pods/lenient.js';
import { problemOf } from '../../select/model.js';

/** A workload, and how far its rollout is. */
export interface RolloutModel
  extends RolloutStatusExplanation,
    Pick<ManifestObject, 'file' | 'line' | 'item' | 'kind'> {
  readonly namespace: string;
  readonly name: string;
}

/** The rollouts that can be read, and why others cannot. */
export interface RolloutModels {
  readonly rollouts: readonly RolloutModel[];
  readonly problems: readonly ShownProblem[];
}

/** Describes the rollouts of workloads. */
export function rolloutModels(
  workloads: readonly ManifestObject[],
  revision: number | undefined,
): RolloutModels {
  const problems: ShownProblem[] = [];
  const rollouts = workloads.flatMap((placed): RolloutModel[] => {
    const { file, line, item, apiVersion, kind, object } = placed;
    const workload = { ...object, apiVersion, kind } as RolloutWorkload;
    const { value, error } = attempt(() => explainRolloutStatus(workload, { revision }));
    if (value === undefined) {
      problems.push(problemOf(error as FieldError, placed));
      return [];
    }
    return [{ file, line, item, kind, ...identityOf(workload), ...value }];
  });
  return { rollouts, problems };
}
