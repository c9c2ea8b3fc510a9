import {
  type Named,
  type Pod,
  type PodLike,
  type PodSpec,
  type PodSpecLike,
  type PodStatus,
  type Probe,
  toPod,
} from '@kubesem/core';
import { type Fields, INT64_RANGE } from '@kubesem/core/internal';
import { applyResourceDefaults, type ResourceDefaultsOptions } from '@kubesem/resources';
import { PROBE } from './rules/container.js';
import { POD_SPEC } from './rules/pod-spec.js';
import { type Rule, withDefaults } from './rules/rule.js';

/** The spec of a Pod, which has more defaults than that of a template. */
const SPEC: Rule<PodSpec> = {
  ...POD_SPEC,
  set(spec) {
    const period = spec.integer('terminationGracePeriodSeconds', INT64_RANGE) ?? 0;
    return {
      ...POD_SPEC.set?.(spec),
      ...(period < 0 && { terminationGracePeriodSeconds: 1 }),
      ...(spec.flag('hostNetwork') && hostPorts(spec)),
    };
  },
  absent: { ...POD_SPEC.absent, enableServiceLinks: true },
};

const POD: Rule<Pod> = { parts: { spec: SPEC, status: { set: podIPs } } };

/** On the network of the node, each port of a container is one of the node. */
function hostPorts(spec: Fields<PodSpec>): Partial<PodSpec> {
  const filled = (field: 'containers' | 'initContainers') =>
    spec.each(field, (container) => ({
      ...container.value,
      ...(container.has('ports') && {
        ports: container.each('ports', (port) => {
          const hostPort = port.integer('hostPort') || port.integer('containerPort') || 0;
          return hostPort === 0 ? port.value : { ...port.value, hostPort };
        }),
      }),
    }));
  return {
    ...(spec.has('containers') && { containers: filled('containers') }),
    ...(spec.has('initContainers') && { initContainers: filled('initContainers') }),
  };
}

/** The address and the first of the addresses are the same; the single one wins. */
function podIPs(status: Fields<PodStatus>): Partial<PodStatus> {
  const podIP = status.text('podIP');
  const [first] = status.each('podIPs', (entry) => entry.text('ip'));
  if (podIP === '') {
    return first ? { podIP: first } : {};
  }
  return podIP === first ? {} : { podIPs: [{ ip: podIP }] };
}

/**
 * Fills in a Pod as the API server does: everything from the restart policy to the period of a probe, requests from limits, and
 * the Pod-level amounts that creation adds. A template becomes a Pod, as a controller creates it.
 *
 * Amounts are rounded up to thousandths, and written in canonical form. The status is kept, although a new Pod has none.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param options - whether the Pod is created or updated, and admission plugins
 * @returns a new Pod, or a new spec for a spec; it shares the parts that did not change with the argument
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field on which a default depends has the
 * wrong JSON type; any other value stays as it is
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount is not a quantity
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { applyPodDefaults } from '@kubesem/defaults/pod';
 *
 * const spec = applyPodDefaults({ containers: [{ name: 'app', image: 'app:1.2', ports: [{ containerPort: 80 }] }] });
 * spec.restartPolicy // => 'Always'
 * spec.containers // => [
 * //   {
 * //     name: 'app',
 * //     image: 'app:1.2',
 * //     ports: [{ containerPort: 80, protocol: 'TCP' }],
 * //     terminationMessagePath: '/dev/termination-log',
 * //     terminationMessagePolicy: 'File',
 * //     imagePullPolicy: 'IfNotPresent',
 * //   },
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `SetObjectDefaults_Pod`.
 */
export function applyPodDefaults<P extends PodLike>(
  pod: Named<P>,
  options?: ResourceDefaultsOptions,
): P;
/** The same for an object literal with a Pod or a template. */
export function applyPodDefaults(pod: Pod, options?: ResourceDefaultsOptions): Pod;
/** The same for an object literal with a Pod spec. */
export function applyPodDefaults(pod: PodSpecLike, options?: ResourceDefaultsOptions): PodSpec;
/** The implementation. */
export function applyPodDefaults(pod: PodLike, options: ResourceDefaultsOptions = {}): PodLike {
  const withAmounts = applyResourceDefaults<PodLike>(pod, options);
  return toPod(pod) === pod
    ? withDefaults<Pod>(withAmounts as Pod, POD)
    : withDefaults<PodSpec>(withAmounts as PodSpec, SPEC);
}

/**
 * Fills in a probe as the API server does. Zero and empty count as absent.
 *
 * @param probe - a probe; it is not changed
 * @returns a new probe, which shares what did not change; the argument itself if nothing did
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if its handler has the wrong JSON type
 *
 * @example
 * ```ts
 * import { applyProbeDefaults } from '@kubesem/defaults/pod';
 *
 * applyProbeDefaults({ httpGet: { port: 8080 }, periodSeconds: 0 }) // => {
 * //   httpGet: { port: 8080, path: '/', scheme: 'HTTP' },
 * //   timeoutSeconds: 1,
 * //   periodSeconds: 10,
 * //   successThreshold: 1,
 * //   failureThreshold: 3,
 * // }
 * ```
 *
 * Source: as {@link applyPodDefaults}.
 */
export function applyProbeDefaults<T extends Probe>(probe: Named<T>): T;
/** The same for an object literal. */
export function applyProbeDefaults(probe: Probe): Probe;
/** The implementation. */
export function applyProbeDefaults(probe: Probe): Probe {
  return withDefaults(probe, PROBE);
}
