import {
  attempt,
  type FieldError,
  type FieldErrorType,
  type FieldProblem,
  type PodFields,
  type PodLike,
  type PodSpec,
} from '@kubesem/core';
import {
  eachContainer,
  FieldProblems,
  type Fields,
  fields,
  INT32_RANGE,
  INT64_RANGE,
  isMirror,
  podFields,
  THROW,
} from '@kubesem/core/internal';
import { defaultedSpec, mapStatusLists, roundedAmounts } from '@kubesem/resources';
import { checkName } from '../rules/names.js';
import {
  checkAppContainer,
  checkEphemeralContainer,
  checkImage,
  checkInitContainer,
} from './containers.js';
import { checkDnsConfig, checkDnsPolicy, checkHostnameOverride } from './dns.js';
import { checkFileKeyVolumes } from './env.js';
import { checkOverhead } from './requirements.js';
import { checkPodResources, checkResourceClaims } from './resources.js';
import { checkVolumes } from './volumes.js';

/**
 * Why the API server would reject a Pod. The code is the type, except for what cannot be read: `INVALID_TYPE`,
 * `INVALID_QUANTITY` and `NOT_A_POD`.
 */
export type PodProblem = FieldProblem<
  FieldErrorType | 'INVALID_TYPE' | 'INVALID_QUANTITY' | 'NOT_A_POD'
>;

/** Options of {@link validatePod}. */
export interface ValidatePodOptions {
  /**
   * What the Pod is: one to create, which is the default; the template of a workload; or a stored Pod, which may have ephemeral
   * containers.
   */
  readonly origin?: 'new' | 'template' | 'stored' | null | undefined;
}

/**
 * Lists why the API server would reject a new Pod.
 *
 * It checks requests, limits and resource claims (a message lists at most ten of them), variables, mounts and block devices, probes
 * and hooks, restart policies and rules, the deadline, readiness gates and scheduling gates, the DNS configuration and host names.
 * Of volumes, it checks those of ConfigMaps, Secrets and the downward API, and projected ones, but not the label selectors of cluster
 * trust bundles and the annotations of Pod certificates. Names of containers, ports and metadata are among what it does not check.
 *
 * Absent fields count as their defaults. The API server sets a negative grace period to 1, and drops fields whose feature gates
 * are off by default, such as `stopSignal`, `httpGet.protocol` and `defaultUser`. These are not problems.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec; it is not changed. What is not one of them is a problem of the result,
 * and so is a field of the wrong JSON type
 * @param options - what the Pod is
 * @returns the problems in the order of the API server, apart from amounts, which it reads from maps; empty if it accepts what
 * kubesem checks. Those of a template include what only its Pods are rejected for, such as spaces around an image
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the options are not an object
 *
 * @example
 * ```ts
 * import { validatePod } from '@kubesem/validation/pod';
 *
 * const livenessProbe = { httpGet: { port: 'a_port' }, successThreshold: 2 };
 * const lifecycle = { preStop: { sleep: { seconds: 60 } } };
 * const dnsConfig = { nameservers: ['10.0.0.010'] };
 * const problems = validatePod({ spec: { containers: [{ name: 'app', livenessProbe, lifecycle }], dnsConfig } });
 * problems.map(({ type, path }) => `${type} ${path}`) // => [
 * //   'INVALID spec.containers[0].lifecycle.preStop.sleep',
 * //   'INVALID spec.containers[0].livenessProbe.httpGet.port',
 * //   'INVALID spec.containers[0].livenessProbe.successThreshold',
 * //   'INVALID spec.dnsConfig.nameservers[0]',
 * // ]
 * problems[0]?.message // => 'must be non-negative and less than terminationGracePeriodSeconds (30)'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidatePodCreate` and `ValidatePodSpec`.
 */
export function validatePod(
  podLike: PodLike,
  options?: ValidatePodOptions | null,
): readonly PodProblem[] {
  const { origin } = fields(options, THROW).value;
  const problems = new FieldProblems<FieldErrorType>();
  const { value: pod, error } = attempt(() => podFields(podLike, problems));
  if (error !== undefined) {
    // NOT_A_POD
    return [(error as FieldError<'NOT_A_POD'>).problem];
  }
  // Reports what cannot be read.
  const stored = defaultedSpec(pod.spec);
  mapStatusLists(pod.status, roundedAmounts);
  checkSpec({ pod: pod.pod, spec: fields(stored, problems, pod.spec.path) }, problems, origin);
  return problems.list();
}

/** What the API server fills in. Source: `k8s.io/api/core/v1` v0.37.1, `DefaultTerminationGracePeriodSeconds`. */
const DEFAULT_GRACE_SECONDS = 30;

function checkSpec(
  { pod, spec }: Pick<PodFields, 'pod' | 'spec'>,
  problems: FieldProblems,
  origin: ValidatePodOptions['origin'],
): void {
  const grace = spec.integer('terminationGracePeriodSeconds', INT64_RANGE) ?? DEFAULT_GRACE_SECONDS;
  const isReadable = problems.count === 0;
  const volumes = checkVolumes(spec, problems);
  const ofPod = checkResourceClaims(spec, origin !== 'template' && isMirror(pod));
  const claims = isReadable ? ofPod : undefined;
  const context = { graceSeconds: grace < 0 ? 1 : grace, volumes, claims };
  eachContainer(spec, 'containers', (container) => checkAppContainer(container, context));
  eachContainer(spec, 'initContainers', (container, _, kind) =>
    checkInitContainer(container, kind, context),
  );
  eachContainer(spec, 'ephemeralContainers', (container) =>
    checkEphemeralContainer(container, context),
  );
  if (claims !== undefined) {
    checkPodResources(spec, claims);
  }
  const policy = spec.text('restartPolicy') || 'Always';
  spec.supported('restartPolicy', policy, ['Always', 'OnFailure', 'Never']);
  checkDnsPolicy(spec);
  checkDnsConfig(spec);
  checkGates(spec);
  checkHostnameOverride(spec);
  checkDeadline(spec);
  for (const field of ['hostname', 'subdomain'] as const) {
    const name = spec.text(field);
    if (name !== '') {
      checkName(spec, field, 'dns1123Label', name);
    }
  }
  if (claims !== undefined) {
    checkOverhead(spec.at('overhead'));
  }
  checkFileKeyVolumes(spec);
  checkNewPod(spec, origin);
}

/**
 * Checks what the API server looks at only when a Pod is created.
 *
 * Source: `validatePodMetadataAndSpec`, `ValidatePodCreate` and `ValidatePodTemplateSpec`, as above.
 */
function checkNewPod(spec: Fields<PodSpec>, origin: ValidatePodOptions['origin']): void {
  spec.each('containers', checkImage);
  spec.each('initContainers', checkImage);
  if (origin !== 'stored' && spec.list('ephemeralContainers').length > 0) {
    const isTemplate = origin === 'template';
    const message = isTemplate
      ? 'ephemeral containers not allowed in pod template'
      : 'cannot be set on create';
    spec.forbidden('ephemeralContainers', message);
  }
  if (spec.list('schedulingGates').length > 0 && spec.text('nodeName') !== '') {
    spec.forbidden('nodeName', 'cannot be set until all schedulingGates have been cleared');
  }
}

function checkDeadline(spec: Fields<PodSpec>): void {
  const value = spec.integer('activeDeadlineSeconds', INT64_RANGE);
  if (value !== undefined && (value < 1 || value > INT32_RANGE.max)) {
    const message = `must be between 1 and ${INT32_RANGE.max}, inclusive`;
    spec.invalid('activeDeadlineSeconds', message, value);
  }
}

function checkGates(spec: Fields<PodSpec>): void {
  spec.each('readinessGates', (gate) =>
    checkName(gate, 'conditionType', 'qualifiedName', gate.text('conditionType')),
  );
  const seen = new Set<string>();
  spec.each('schedulingGates', (gate) => {
    const name = gate.text('name');
    checkName(gate, gate.path, 'qualifiedName', name);
    if (seen.has(name)) {
      gate.duplicate(gate.path, name);
    }
    seen.add(name);
  });
}
