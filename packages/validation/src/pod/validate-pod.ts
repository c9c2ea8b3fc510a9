import {
  attempt,
  type FieldError,
  type FieldErrorType,
  type FieldProblem,
  type HostAlias,
  type Pod,
  type PodLike,
  type PodSpec,
} from '@kubesem/core';
import {
  ABSENT,
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
import { defaultedSpec, mapStatusLists, roundedAmounts } from '@kubesem/resources/internal';
import { checkAddress } from '../rules/addresses.js';
import { isRepeated } from '../rules/checked.js';
import { checkAnnotations, checkLabels } from '../rules/labels.js';
import { checkName } from '../rules/names.js';
import { checkRange } from '../rules/numbers.js';
import { checkObjectMeta } from '../rules/object-meta.js';
import {
  type ContainerNames,
  checkAppContainer,
  checkEphemeralContainer,
  checkImage,
  checkInitContainer,
  type PodContext,
} from './containers/containers.js';
import { checkFileKeyVolumes } from './containers/env.js';
import { checkHostNetworkPorts, checkHostPorts } from './containers/ports.js';
import { checkOverhead } from './containers/requirements.js';
import { checkDnsConfig, checkDnsPolicy, checkHostnameOverride } from './dns.js';
import { checkPodAnnotations } from './metadata.js';
import { checkPodResources, checkResourceClaims } from './resources.js';
import { checkAffinity } from './scheduling/affinity.js';
import { checkToleration } from './scheduling/tolerations.js';
import { checkTopologySpread } from './scheduling/topology-spread.js';
import { checkHostUsers, checkProcessNamespace } from './security/host.js';
import { checkOs } from './security/os.js';
import { checkProfileAnnotations } from './security/profile-annotations.js';
import { checkPodSecurityContext } from './security/security-context.js';
import { checkHostProcess } from './security/windows-options.js';
import { checkVolumes } from './volumes/volumes.js';

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
 * It checks the metadata and all fields of the spec, with these exceptions. Of volumes, it checks those of ConfigMaps, Secrets, images
 * and the downward API, and projected ones, but not the annotations of Pod certificates. It does not check tolerations in an annotation,
 * and whether containers may be privileged, which is a setting of the server. A message lists at most ten resource claims.
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
 * const containers = [{ name: 'app', image: 'app:1', livenessProbe, lifecycle }];
 * const spec = { containers, dnsConfig: { nameservers: ['10.0.0.010'] } };
 * const problems = validatePod({ metadata: { name: 'web' }, spec });
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
  const isReadable = problems.count === 0;
  const spec = fields(stored, problems, pod.spec.path);
  if (pod.spec.path !== undefined) {
    checkMetadata(pod.pod, spec, origin);
  }
  const volumes = checkVolumes(spec, problems);
  const claims = checkResourceClaims(spec, origin !== 'template' && isMirror(pod.pod));
  checkSpec(pod.pod, spec, { volumes, claims: isReadable ? claims : undefined, origin });
  return problems.list();
}

/** Checks the metadata. That of a template has no name. */
function checkMetadata(
  pod: Fields<Pod>,
  spec: Fields<PodSpec>,
  origin: ValidatePodOptions['origin'],
): void {
  const metadata = pod.at('metadata');
  if (origin === 'template') {
    checkLabels(metadata, 'labels');
    checkAnnotations(metadata, 'annotations');
  } else {
    checkObjectMeta(pod, 'dns1123Subdomain', fields(undefined, ABSENT));
  }
  checkPodAnnotations(metadata, spec);
}

/** What the API server fills in. Source: `k8s.io/api/core/v1` v0.37.1, `DefaultTerminationGracePeriodSeconds`. */
const DEFAULT_GRACE_SECONDS = 30;

function checkSpec(
  pod: Fields<Pod>,
  spec: Fields<PodSpec>,
  { volumes, claims, origin }: Pick<PodContext, 'volumes' | 'claims'> & ValidatePodOptions,
): void {
  checkContainers(spec, { volumes, claims });
  if (claims !== undefined) {
    checkPodResources(spec, claims);
  }
  if (spec.flag('hostNetwork') === true) {
    spec.each('containers', checkHostNetworkPorts);
  }
  const policy = spec.text('restartPolicy') || 'Always';
  spec.supported('restartPolicy', policy, ['Always', 'OnFailure', 'Never']);
  checkDnsPolicy(spec);
  checkLabels(spec, 'nodeSelector');
  checkPodSecurityContext(spec);
  checkProcessNamespace(spec);
  const isNew = origin !== 'template' && origin !== 'stored';
  const labels = isNew ? pod.at('metadata').map('labels') : undefined;
  checkAffinity(spec.at('affinity'), labels);
  checkDnsConfig(spec);
  checkGates(spec);
  checkTopologySpread(spec, labels);
  checkHostProcess(spec);
  checkHostUsers(spec);
  checkHostnameOverride(spec);
  checkNames(spec);
  checkDeadline(spec);
  spec.each('tolerations', checkToleration);
  spec.each('hostAliases', checkHostAlias);
  checkPreemptionPolicy(spec);
  if (claims !== undefined) {
    checkOverhead(spec.at('overhead'));
  }
  checkOs(spec);
  checkFileKeyVolumes(spec);
  checkNewPod(spec, origin);
  checkProfileAnnotations(pod.at('metadata'), spec, origin === 'template');
}

function checkContainers(
  spec: Fields<PodSpec>,
  found: Pick<PodContext, 'volumes' | 'claims'>,
): void {
  const grace = spec.integer('terminationGracePeriodSeconds', INT64_RANGE) ?? DEFAULT_GRACE_SECONDS;
  const isHostNetwork = spec.flag('hostNetwork') === true;
  const context: PodContext = {
    ...found,
    graceSeconds: grace < 0 ? 1 : grace,
    isHostNetwork,
    hostUsers: spec.flag('hostUsers') !== false,
    isNeverRestarted: spec.text('restartPolicy') === 'Never',
  };
  const names: ContainerNames = new Set();
  const app = eachContainer(spec, 'containers', (container) => {
    checkAppContainer(container, context, names);
    return container;
  });
  if (app.length === 0) {
    spec.required('containers');
  }
  checkHostPorts(app, isHostNetwork, ({ path }) => path);
  const init = eachContainer(spec, 'initContainers', (container, _, kind) => {
    checkInitContainer(container, kind, context, names);
    return container;
  });
  const targets = new Set([...app, ...init].map((container) => container.text('name')));
  const taken: ContainerNames = new Set(targets);
  spec.each('ephemeralContainers', (container) =>
    checkEphemeralContainer(container, context, taken, targets),
  );
}

/** Checks the names of other objects, and those of the host. */
function checkNames(spec: Fields<PodSpec>): void {
  // The old field is a default of the new one.
  const account = spec.text('serviceAccountName') || spec.text('serviceAccount');
  if (account !== '') {
    checkName(spec, 'serviceAccountName', 'dns1123Subdomain', account);
  }
  for (const [field, syntax] of NAMES) {
    const name = spec.text(field);
    if (name !== '') {
      checkName(spec, field, syntax, name);
    }
  }
  const runtimeClass = spec.optionalText('runtimeClassName');
  if (runtimeClass !== undefined) {
    checkName(spec, 'runtimeClassName', 'dns1123Subdomain', runtimeClass);
  }
}

const NAMES = [
  ['nodeName', 'dns1123Subdomain'],
  ['hostname', 'dns1123Label'],
  ['subdomain', 'dns1123Label'],
  ['priorityClassName', 'dns1123Subdomain'],
] as const;

/** Source: `ValidateHostAliases`, as above. */
function checkHostAlias(alias: Fields<HostAlias>): void {
  checkAddress(alias, 'ip', alias.text('ip'));
  alias
    .texts('hostnames')
    .forEach((name, index) =>
      checkName(alias, alias.pathOf('hostnames', index), 'dns1123Subdomain', name),
    );
}

/** Source: `ValidatePreemptionPolicy`, as above. */
function checkPreemptionPolicy(spec: Fields<PodSpec>): void {
  const policy = spec.optionalText('preemptionPolicy');
  if (policy === '') {
    spec.required('preemptionPolicy');
  } else if (policy !== undefined) {
    spec.supported('preemptionPolicy', policy, ['PreemptLowerPriority', 'Never']);
  }
}

function checkDeadline(spec: Fields<PodSpec>): void {
  const deadline = spec.integer('activeDeadlineSeconds', INT64_RANGE);
  if (deadline !== undefined) {
    checkRange(spec, 'activeDeadlineSeconds', deadline, 1, INT32_RANGE.max);
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
    if (isRepeated(seen, name)) {
      gate.duplicate(gate.path, name);
    }
  });
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
