import type { Container, PodLike, PodSpec, ResourceRequirements } from '@kubesem/core';
import { type Fields, fields, problemOf, THROW } from '@kubesem/core/internal';
import { defaultedSpec } from '../defaults/resource-defaults.js';
import { readPod } from '../read.js';
import { type PodResourceWarning, warningsUnlessUnreadable } from './pod-resource-warnings.js';

/** What every container uses. */
const NAMES = ['cpu', 'memory'] as const;

/** The containers that can have resources. */
const FIELDS = ['initContainers', 'containers'] as const;

/**
 * Lists the containers that have neither a request nor a limit of cpu or memory, not even for the whole Pod.
 *
 * Kubernetes accepts them: the scheduler counts 0, and a node that runs out of memory evicts their Pods first.
 *
 * A field of the wrong type counts as absent.
 *
 * @param pod - a Pod, a Pod template or a Pod spec, or anything else; it is not changed
 * @returns a warning with the code `RESOURCES_MISSING` for each of these containers; empty if the Pod cannot be read
 *
 * @example
 * ```ts
 * import { missingResourceWarnings } from '@kubesem/resources';
 *
 * const warnings = missingResourceWarnings({
 *   containers: [{ name: 'app', resources: { requests: { cpu: '1' } } }, { name: 'log', resources: { limits: { cpu: '1', memory: '1Gi' } } }],
 * });
 * warnings.map(({ path, message }) => `${path}: ${message}`) // => ['containers[0].resources: no request or limit for memory; the scheduler counts 0']
 * ```
 *
 * Source: `k8s.io/component-helpers/resource` v0.37.1, `AggregateContainerRequests`.
 */
export function missingResourceWarnings(pod: PodLike): readonly PodResourceWarning[] {
  return warningsUnlessUnreadable(() => {
    const { spec } = readPod(pod, THROW);
    return isComplete(spec.value)
      ? []
      : missingResources(fields(defaultedSpec(spec), THROW, spec.path));
  });
}

/**
 * The same for a Pod that can be read and has its defaults.
 *
 * @param spec - the spec of the Pod
 * @returns the warnings
 */
export function missingResources(spec: Fields<PodSpec>): readonly PodResourceWarning[] {
  const warnings: PodResourceWarning[] = [];
  const check = (container: Fields<Container>): void => {
    const missing = missingNames(container.value, spec.value);
    if (missing.length > 0) {
      const path = container.pathOf('resources');
      const message = `no request or limit for ${missing.join(' and ')}; the scheduler counts 0`;
      warnings.push(problemOf({ code: 'RESOURCES_MISSING', severity: 'warning', path, message }));
    }
  };
  for (const field of FIELDS) {
    spec.each(field, check);
  }
  return warnings;
}

/** Whether every container sets everything as written, as most do; then the defaults, which take longer, are not needed. */
function isComplete(spec: PodSpec): boolean {
  return FIELDS.every((field) => {
    // The Pod may be unreadable.
    const list: unknown = spec[field] ?? [];
    return (
      Array.isArray(list) &&
      list.every((container: Container | null) => missingNames(container ?? {}, {}).length === 0)
    );
  });
}

function missingNames(container: Container, spec: PodSpec): readonly string[] {
  return NAMES.filter((name) => !sets(container.resources, name) && !sets(spec.resources, name));
}

function sets(resources: ResourceRequirements | null | undefined, name: string): boolean {
  return (resources?.requests?.[name] ?? resources?.limits?.[name] ?? null) !== null;
}
