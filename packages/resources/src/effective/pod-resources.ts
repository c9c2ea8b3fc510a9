import type { PodLike } from '@kubesem/core';
import { type ResourceQuantities, toResourceQuantities } from '../amounts.js';
import { computePodResources } from './compute.js';
import type { PodResourcesOptions } from './options.js';

/**
 * The effective requests of a Pod: what the scheduler needs to find on a node.
 *
 * For each resource it is the highest of what runs at once: app containers and sidecars together, or an init
 * container beside the sidecars that stand before it. Values of `spec.resources` (cpu, memory and huge pages) replace
 * that, and `spec.overhead` is added. Ephemeral containers do not count.
 *
 * The object is taken as stored: requests are not filled in from limits. For a manifest, call `applyPodDefaults`
 * first.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param options - what to count
 * @returns the amounts by resource name: cores of cpu, bytes of memory, counts of other resources
 * @throws {@link PodResourcesError} `INVALID_QUANTITY` if an amount that counts is not a quantity
 * @throws {@link PodResourcesError} `INVALID_TYPE` if a field holds another JSON type than it should
 * @throws `KubesemError` `NOT_A_POD` if the object is of another kind
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
 * Source: `k8s.io/component-helpers/resource` v0.37.1, `PodRequests`. (The documentation's rule for init containers
 * leaves out the sidecars that already run; the released code counts them.)
 */
export function podRequests(pod: PodLike, options: PodResourcesOptions = {}): ResourceQuantities {
  return toResourceQuantities(computePodResources(pod, 'requests', options, false).result);
}

/**
 * The effective limits of a Pod.
 *
 * They are added up like requests; a container without a limit adds nothing, so a Pod may use more than this says:
 * `explainPodLimits` names such containers. Values of `spec.resources` replace the sum, and `spec.overhead` is added
 * to the limits that are there and not zero.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param options - what to count
 * @returns the amounts by resource name: cores of cpu, bytes of memory, counts of other resources
 * @throws {@link PodResourcesError} `INVALID_QUANTITY` if an amount that counts is not a quantity
 * @throws {@link PodResourcesError} `INVALID_TYPE` if a field holds another JSON type than it should
 * @throws `KubesemError` `NOT_A_POD` if the object is of another kind
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
