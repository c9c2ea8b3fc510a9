import { type ContainerEnvironmentReport, podEnvironment } from '@kubesem/inspect';
import { missingContainer, ownerOptions, type TargetIdentity, targetIdentity } from './prepare.js';
import type { FoundTarget, ReadSources } from './read.js';

/** What `kubesem env` prints for programs. */
export interface EnvModel {
  readonly object: TargetIdentity;
  readonly containers: readonly ContainerEnvironmentReport[];
}

/** The model, and why a container has no place in it. */
export interface ReadEnv {
  readonly model: EnvModel;
  readonly errors: readonly string[];
}

/**
 * Computes the environments of a Pod.
 *
 * @param target - the Pod or the Pod template of a workload, and what it belongs to
 * @param sources - the other objects of the cluster
 * @param only - the name of a container; undefined for all
 * @param showSecrets - whether the data of Secrets may be shown
 * @returns the model, and an error for each container that cannot be read
 */
export function envModel(
  { pod, object }: FoundTarget,
  sources: ReadSources,
  only: string | undefined,
  showSecrets: boolean,
): ReadEnv {
  const options = { ...ownerOptions(object), container: only, showSecrets };
  const { containers, errors } = podEnvironment(pod, sources, options);
  return {
    model: { object: targetIdentity(object), containers },
    errors: [...errors, ...missingContainer(pod, only)],
  };
}
