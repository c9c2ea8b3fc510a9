import type { PodLike } from '@kubesem/core';
import { type ResourceQuantities, toResourceQuantities } from '../amounts.js';
import { computePodResources } from './compute.js';
import type { PodResourcesOptions } from './options.js';

/**
 * Computes the effective requests of a Pod: the amounts that the scheduler reserves on a node.
 *
 * Each amount is the highest that runs at once: app containers and sidecars together, or an init container together with
 * the sidecars before it. Values of `spec.resources` (cpu, memory and huge pages) replace that, and `spec.overhead` is
 * added. Ephemeral containers do not count.
 *
 * The Pod is read as stored: requests are not filled in from limits. For a manifest, call `applyResourceDefaults` first.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param options - what to count
 * @returns the amounts by resource name: cores of cpu, bytes of memory, counts of other resources
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount that counts is not a quantity
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { podRequests } from '@kubesem/resources';
 *
 * const requests = podRequests({
 *   initContainers: [
 *     { name: 'proxy', restartPolicy: 'Always', resources: { requests: { cpu: '100m' } } },
 *     { name: 'migrate', resources: { requests: { cpu: '2' } } },
 *   ],
 *   containers: [{ name: 'app', resources: { requests: { cpu: '1', memory: '1Gi' } } }],
 * });
 * JSON.stringify(requests) // => '{"cpu":"2100m","memory":"1Gi"}'
 * ```
 *
 * Source: `k8s.io/component-helpers/resource` v0.37.1, `PodRequests`. (The documented rule for init containers omits
 * the sidecars that already run; the released code counts them.)
 */
export function podRequests(pod: PodLike, options: PodResourcesOptions = {}): ResourceQuantities {
  return toResourceQuantities(computePodResources(pod, 'requests', options, false).result);
}

/**
 * Computes the effective limits of a Pod.
 *
 * They are added up like requests. A container without a limit adds nothing, so the Pod may use more than this;
 * `explainPodLimits` names such containers. Values of `spec.resources` replace the sum, and `spec.overhead` is added to
 * the limits that are set and not zero.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param options - what to count
 * @returns the amounts by resource name: cores of cpu, bytes of memory, counts of other resources
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount that counts is not a quantity
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { podLimits } from '@kubesem/resources';
 *
 * const limits = podLimits({
 *   overhead: { cpu: '250m', memory: '120Mi' },
 *   containers: [
 *     { name: 'app', resources: { limits: { memory: '1Gi' } } },
 *     { name: 'log', resources: { limits: { memory: '128Mi' } } },
 *   ],
 * });
 * JSON.stringify(limits) // => '{"memory":"1272Mi"}'
 * ```
 *
 * Source: `k8s.io/component-helpers/resource` v0.37.1, `PodLimits`. (The documentation calls a missing limit "the
 * highest limit"; the released code adds up what is set.)
 */
export function podLimits(pod: PodLike, options: PodResourcesOptions = {}): ResourceQuantities {
  return toResourceQuantities(computePodResources(pod, 'limits', options, false).result);
}
