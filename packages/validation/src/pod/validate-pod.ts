import {
  attempt,
  displayText,
  eachContainer,
  type FieldError,
  type FieldErrorType,
  type FieldProblem,
  FieldProblems,
  type Fields,
  fields,
  INT32_RANGE,
  INT64_RANGE,
  type PodLike,
  type PodSpec,
  podFields,
} from '@kubesem/core';
import { defaultedSpec, mapStatusLists, roundedAmounts } from '@kubesem/resources';
import { checkName } from '../rules/names.js';
import { checkAppContainer, checkEphemeralContainer, checkInitContainer } from './containers.js';
import { checkDnsConfig, checkDnsPolicy, checkHostnameOverride } from './dns.js';
import { checkFileKeyVolumes } from './env.js';
import { checkOverhead, type ResourceClaims } from './requirements.js';
import { checkPodResources } from './resources.js';
import { checkVolumes } from './volumes.js';

/**
 * Why the API server would reject a Pod. The code is the type, except for what cannot be read: `INVALID_TYPE`,
 * `INVALID_QUANTITY` and `NOT_A_POD`.
 */
export type PodProblem = FieldProblem<
  FieldErrorType | 'INVALID_TYPE' | 'INVALID_QUANTITY' | 'NOT_A_POD'
>;

/**
 * Lists why the API server would reject a new Pod.
 *
 * It checks requests, limits and resource claims, variables, mounts and block devices, probes and hooks, restart policies and rules,
 * the deadline, readiness gates and scheduling gates,
 * the DNS configuration and host names. Of volumes, it checks those of ConfigMaps, Secrets and the downward API, and projected
 * ones, but not the label selectors of cluster trust bundles and the annotations of Pod certificates.
 *
 * Absent fields count as their defaults. The API server sets a negative grace period to 1, and drops fields whose feature gates
 * are off by default, such as `stopSignal`, `httpGet.protocol` and `defaultUser`. These are not problems.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec; it is not changed. What is not one of them is a problem of the result,
 * and so is a field of the wrong JSON type
 * @returns the problems in the order of the API server; empty if it accepts what kubesem checks
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
export function validatePod(podLike: PodLike): readonly PodProblem[] {
  const problems = new FieldProblems<FieldErrorType>();
  const { value: pod, error } = attempt(() => podFields(podLike, problems));
  if (error !== undefined) {
    // NOT_A_POD
    return [(error as FieldError<'NOT_A_POD'>).problem];
  }
  // Reports what cannot be read.
  const stored = defaultedSpec(pod.spec);
  mapStatusLists(pod.status, roundedAmounts);
  checkSpec(fields(stored, problems, pod.spec.path), problems);
  return problems.list();
}

/** What the API server fills in. Source: `k8s.io/api/core/v1` v0.37.1, `DefaultTerminationGracePeriodSeconds`. */
const DEFAULT_GRACE_SECONDS = 30;

function checkSpec(spec: Fields<PodSpec>, problems: FieldProblems): void {
  const grace = spec.integer('terminationGracePeriodSeconds', INT64_RANGE) ?? DEFAULT_GRACE_SECONDS;
  const claims = problems.count === 0 ? claimsOf(spec) : undefined;
  const volumes = checkVolumes(spec, problems);
  const pod = { graceSeconds: grace < 0 ? 1 : grace, volumes, claims };
  eachContainer(spec, 'containers', (container) => checkAppContainer(container, pod));
  eachContainer(spec, 'initContainers', (container, _, kind) =>
    checkInitContainer(container, kind, pod),
  );
  eachContainer(spec, 'ephemeralContainers', (container) =>
    checkEphemeralContainer(container, pod),
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
  if (spec.list('schedulingGates').length > 0 && spec.text('nodeName') !== '') {
    spec.forbidden('nodeName', 'cannot be set until all schedulingGates have been cleared');
  }
}

/** Source: `gatherPodResourceClaimNames`, as above. */
function claimsOf(spec: Fields<PodSpec>): ResourceClaims {
  const names = new Set(spec.each('resourceClaims', (claim) => claim.text('name')).filter(Boolean));
  return { names, listed: listClaims([...names].sort()) };
}

/** How many names a message lists. */
const LISTED = 10;

/** The API server lists all names in each message, which can make an answer of gigabytes out of a large Pod. */
function listClaims(names: readonly string[]): string {
  const listed = names.slice(0, LISTED).map(displayText).join(', ');
  return names.length === 0
    ? ' which is empty'
    : `: ${listed}${names.length > LISTED ? ', …' : ''}`;
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
