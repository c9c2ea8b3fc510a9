import {
  everyContainer,
  type FieldProblem,
  FieldProblems,
  type PodLike,
  podFields,
} from '@kubesem/core';
import type { PodConfigProblemCode } from './codes.js';
import { checkMounts, forbidSubPaths } from './mounts.js';
import { checkEnv, checkEnvFrom } from './variables.js';
import { checkVolumes } from './volumes.js';

/**
 * Checks the variables, volumes and mounts of a new Pod, as the API server does.
 *
 * Absent fields count as their defaults. Of volumes, those of ConfigMaps, Secrets and the downward API are checked, and projected
 * ones, but not the label selectors of cluster trust bundles and the annotations of Pod certificates. The API server drops
 * fields whose feature gates are off by default, such as `defaultUser` and `bindMountOptions`, so they are not checked.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns the reasons why the API server rejects the Pod; empty if there are none
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { validatePodConfig } from '@kubesem/config';
 *
 * const env = [{ name: 'A=B', valueFrom: { configMapKeyRef: { name: 'web', key: 'a b' } } }];
 * const volumeMounts = [{ name: 'config', mountPath: '/etc/config', subPath: '../a' }];
 * const problems = validatePodConfig({ spec: { containers: [{ name: 'app', env, volumeMounts }] } });
 * problems.map(({ code, path }) => `${code} ${path}`) // => [
 * //   'INVALID_NAME spec.containers[0].env[0].name',
 * //   'INVALID_KEY spec.containers[0].env[0].valueFrom.configMapKeyRef.key',
 * //   'VOLUME_NOT_FOUND spec.containers[0].volumeMounts[0].name',
 * //   'INVALID_PATH spec.containers[0].volumeMounts.subPath',
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateEnv`, `ValidateEnvFrom`, `ValidateVolumes` and
 * `ValidateVolumeMounts`.
 */
export function validatePodConfig(podLike: PodLike): readonly FieldProblem<PodConfigProblemCode>[] {
  const problems = new FieldProblems<PodConfigProblemCode>();
  const { spec } = podFields(podLike, problems);
  const mountable = checkVolumes(spec, problems);
  const volumes = new Map(spec.each('volumes', (volume) => [volume.text('name'), volume]));
  const containers = everyContainer(spec, (container, _, kind) => ({ container, kind }));
  for (const { kind, container } of containers) {
    checkEnv(container, volumes);
    checkEnvFrom(container);
    checkMounts(container, mountable);
    if (kind === 'ephemeral') {
      forbidSubPaths(container);
    }
  }
  return problems.list();
}
