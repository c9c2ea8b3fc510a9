import {
  attempt,
  everyContainer,
  type FieldError,
  type FieldErrorType,
  type FieldProblem,
  FieldProblems,
  type PodLike,
  podFields,
} from '@kubesem/core';
import { checkEnv, checkEnvFrom, checkFileKeyVolumes } from './pod/env.js';
import { checkVolumeMounts, forbidSubPaths } from './pod/mounts.js';
import { checkVolumes } from './pod/volumes.js';

/**
 * Checks a new Pod as the API server does: its variables, volumes and mounts.
 *
 * Absent fields count as their defaults. Of volumes, those of ConfigMaps, Secrets and the downward API are checked, and projected
 * ones, but not the label selectors of cluster trust bundles and the annotations of Pod certificates. The API server drops
 * fields whose feature gates are off by default, such as `defaultUser` and `bindMountOptions`, so they are not checked.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns the reasons why the API server rejects the Pod, in its order; empty if there are none. An object of another kind has the
 * problem `NOT_A_POD`
 *
 * @example
 * ```ts
 * import { validatePod } from '@kubesem/validation/pod';
 *
 * const env = [{ name: 'A=B', valueFrom: { configMapKeyRef: { name: 'web', key: 'a b' } } }];
 * const volumeMounts = [{ name: 'config', mountPath: '/etc/config', subPath: '../a' }];
 * const problems = validatePod({ spec: { containers: [{ name: 'app', env, volumeMounts }] } });
 * problems.map(({ type, path }) => `${type} ${path}`) // => [
 * //   'INVALID spec.containers[0].env[0].name',
 * //   'INVALID spec.containers[0].env[0].valueFrom.configMapKeyRef.key',
 * //   'NOT_FOUND spec.containers[0].volumeMounts[0].name',
 * //   'INVALID spec.containers[0].volumeMounts.subPath',
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidatePodCreate`.
 */
export function validatePod(
  podLike: PodLike,
): readonly FieldProblem<FieldErrorType | 'INVALID_TYPE'>[] {
  const problems = new FieldProblems<FieldErrorType>();
  const opened = attempt(() => podFields(podLike, problems));
  if (!opened.ok) {
    return [(opened.error as FieldError<FieldErrorType>).problem];
  }
  const { spec } = opened.value;
  const volumes = checkVolumes(spec, problems);
  everyContainer(spec, (container, _, kind) => {
    checkEnv(container);
    checkEnvFrom(container);
    checkVolumeMounts(container, volumes);
    if (kind === 'ephemeral') {
      forbidSubPaths(container);
    }
  });
  checkFileKeyVolumes(spec);
  return problems.list();
}
