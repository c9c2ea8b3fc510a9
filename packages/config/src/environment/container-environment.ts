import type { Container, PodLike } from '@kubesem/core';
import type { ContainerEnvironment, EnvironmentExplanation } from './explanation.js';
import { resolveEnvironment } from './resolve.js';
import { type EnvironmentCluster, type EnvironmentOptions, environmentOf } from './sources.js';

/**
 * Computes the environment variables that a container really gets.
 *
 * Later definitions override earlier ones: Services, then `envFrom`, then `env`, each in its order. `$(NAME)` in a `value` is
 * replaced by the value that is defined at that point. An optional reference to a missing object or key defines nothing.
 * Any other missing reference prevents the container from being created.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param container - the container, from its spec
 * @param cluster - ConfigMaps, Secrets and Services; for many containers, an index of them
 * @param options - the node and the addresses of the Pod, and its env files
 * @returns the variables by name, or why the container cannot be created
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type or the data of a Secret is not base64
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { containerEnvironment } from '@kubesem/config';
 *
 * const container = {
 *   name: 'web',
 *   envFrom: [{ configMapRef: { name: 'web' } }],
 *   env: [{ name: 'URL', value: 'http://$(HOST):$(PORT)' }, { name: 'PORT', value: '443' }],
 * };
 * const pod = { metadata: { namespace: 'shop' }, spec: { containers: [container] } };
 * const web = { metadata: { namespace: 'shop', name: 'web' }, data: { HOST: 'web', PORT: '80' } };
 * const { variables } = containerEnvironment(pod, container, { configMaps: [web] });
 * variables.map(({ name, value }) => `${name}=${value}`) // => ['HOST=web', 'PORT=443', 'URL=http://web:80']
 * containerEnvironment(pod, container, {}).failure?.message // => 'configmap "web" not found'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet` v1.37.1, `makeEnvironmentVariables`. (The documentation says that invalid keys
 * are skipped: none is.)
 */
export function containerEnvironment(
  pod: PodLike,
  container: Container,
  cluster: EnvironmentCluster,
  options: EnvironmentOptions = {},
): ContainerEnvironment {
  return resolveEnvironment(pod, container, environmentOf(cluster, options)).environment();
}

/**
 * Explains the environment of a container: where each value comes from, what it hides, and the value of each reference.
 *
 * A field of the wrong type counts as absent.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param container - the container, from its spec
 * @param cluster - ConfigMaps, Secrets and Services; for many containers, an index of them
 * @param options - the node and the addresses of the Pod, and its env files
 * @returns the variables with their origins, the optional references that are missing, and the failure
 * @throws {@link @kubesem/core!FieldError | FieldError} with the codes of `containerEnvironment`
 *
 * @example
 * ```ts
 * import { explainContainerEnvironment } from '@kubesem/config';
 *
 * const container = { env: [{ name: 'PORT', value: '80' }, { name: 'PORT', value: '443' }] };
 * const { variables } = explainContainerEnvironment({ containers: [container] }, container, {});
 * variables[0]?.value // => '443'
 * variables[0]?.hides // => [{ source: 'VALUE', segments: ['env', 0] }]
 * ```
 *
 * Source: as `containerEnvironment`.
 */
export function explainContainerEnvironment(
  pod: PodLike,
  container: Container,
  cluster: EnvironmentCluster,
  options: EnvironmentOptions = {},
): EnvironmentExplanation {
  return resolveEnvironment(
    pod,
    container,
    environmentOf(cluster, options),
    new Map(),
  ).explanation();
}
