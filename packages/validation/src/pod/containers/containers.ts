import type {
  Container,
  ContainerKind,
  EphemeralContainer,
  FieldPath,
  Lifecycle,
} from '@kubesem/core';
import { type Fields, writtenPath } from '@kubesem/core/internal';
import { hasSpaceAtAnEnd } from '@kubesem/image/internal';
import { isRepeated } from '../../rules/checked.js';
import { requiredName, requiredText } from '../../rules/names.js';
import { checkSecurityContext } from '../security/security-context.js';
import { checkPullPolicy } from '../volumes/image.js';
import type { Volumes } from '../volumes/volumes.js';
import { checkEnv, checkEnvFrom } from './env.js';
import { checkVolumeDevices, checkVolumeMounts, forbidSubPaths } from './mounts.js';
import { checkContainerPorts, checkHostPorts } from './ports.js';
import { checkHook, checkProbe } from './probes.js';
import { checkRequirements, type ResourceClaims } from './requirements.js';
import { checkResizePolicies, forbidRestarts } from './resize-policies.js';
import { checkRestartRules } from './restart-rules.js';

const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe'] as const;

/** What of its Pod the checks of a container need. */
export interface PodContext {
  /** Grace period in seconds. */
  readonly graceSeconds: number;
  /** The volumes that are valid. */
  readonly volumes: Volumes;
  /** Its resource claims; undefined if its resources cannot be read, so they are not checked. */
  readonly claims: ResourceClaims | undefined;
  /** Whether it is on the network of the host. */
  readonly isHostNetwork: boolean;
  /** Whether its users are those of the host. */
  readonly hostUsers: boolean;
  /** Whether its containers are never restarted. */
  readonly isNeverRestarted: boolean;
}

/** Names of containers that were seen. */
export type ContainerNames = Set<string>;

/** Checks an app container. Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateContainers`. */
export function checkAppContainer(
  container: Fields<Container>,
  pod: PodContext,
  names: ContainerNames,
): void {
  checkEveryContainer(container, pod);
  checkUnique(container, names);
  checkHooksAndProbes(container, pod);
  checkRestartRules(container, false);
}

/** Checks an init container or a sidecar. Source: `validateInitContainers`, as above. */
export function checkInitContainer(
  container: Fields<Container>,
  kind: ContainerKind,
  pod: PodContext,
  names: ContainerNames,
): void {
  checkEveryContainer(container, pod);
  checkRestartRules(container, true);
  // Several init containers can lack a name.
  if (container.text('name') !== '' || names.has('')) {
    checkUnique(container, names);
  }
  checkHostPorts([container], pod.isHostNetwork, pathOfFirst);
  if (kind === 'sidecar') {
    checkHooksAndProbes(container, pod);
    return;
  }
  forbidRestarts(container);
  const message = 'may not be set for init containers without restartPolicy=Always';
  forbid(container, ['lifecycle', ...PROBES], message);
}

/** Init containers run one by one, and the server takes each for the first. */
function pathOfFirst({ path }: Fields<Container>): FieldPath | undefined {
  return path && writtenPath(path.parent, path.segment, '[0]');
}

/**
 * Checks an ephemeral container. Source: `validateEphemeralContainers`, as above.
 *
 * @param container - the container
 * @param pod - what of its Pod the checks need
 * @param names - the names of all containers before it
 * @param targets - the names of the containers that are not ephemeral
 */
export function checkEphemeralContainer(
  container: Fields<EphemeralContainer>,
  pod: PodContext,
  names: ContainerNames,
  targets: ReadonlySet<string>,
): void {
  // Only the ports of other containers become those of the node.
  checkEveryContainer(container, { ...pod, isHostNetwork: false });
  checkImage(container);
  checkUnique(container, names);
  const target = container.text('targetContainerName');
  if (target !== '' && !targets.has(target)) {
    container.notFound('targetContainerName', target);
  }
  const fields = [
    ...(['ports', 'resizePolicy', 'restartPolicy', 'restartPolicyRules'] as const),
    ...([...PROBES, 'lifecycle'] as const),
  ];
  const message = 'cannot be set for an Ephemeral Container';
  const { requests, limits, claims } = container.at('resources').value;
  if (pod.claims !== undefined && (requests || limits || claims)) {
    container.forbidden('resources', message);
  }
  forbid(container, fields, message);
  forbidSubPaths(container);
}

/** Source: `validateContainerCommon`, as above. */
function checkEveryContainer(container: Fields<Container>, pod: PodContext): void {
  requiredName(container, 'name', 'dns1123Label');
  requiredText(container, 'image');
  const messages = container.text('terminationMessagePolicy') || 'File';
  container.supported('terminationMessagePolicy', messages, MESSAGE_POLICIES);
  checkContainerPorts(container, pod.isHostNetwork);
  checkEnv(container);
  checkEnvFrom(container);
  checkVolumeMounts(container, pod.volumes);
  checkVolumeDevices(container, pod.volumes);
  checkPullPolicy(container, 'imagePullPolicy');
  if (pod.claims !== undefined) {
    checkRequirements(container.at('resources'), 'container', pod.claims);
  }
  checkResizePolicies(container, pod.isNeverRestarted);
  checkSecurityContext(container.at('securityContext'), pod.hostUsers);
}

const MESSAGE_POLICIES = ['File', 'FallbackToLogsOnError'];

/** Containers without a name have the same. */
function checkUnique(container: Fields<Container>, names: ContainerNames): void {
  const name = container.text('name');
  if (isRepeated(names, name)) {
    container.duplicate('name', name);
  }
}

/** Checks the image of a container. Source: `validateContainerOnlyForPod`, as above. */
export function checkImage(container: Fields<Container>): void {
  const image = container.text('image');
  if (hasSpaceAtAnEnd(image)) {
    container.invalid('image', 'must not have leading or trailing whitespace', image);
  }
}

function checkHooksAndProbes(container: Fields<Container>, { graceSeconds }: PodContext): void {
  const lifecycle = container.at('lifecycle');
  lifecycle.text('stopSignal');
  for (const field of ['postStart', 'preStop'] as const) {
    const hook = lifecycle.at(field);
    if (hook.isPresent) {
      checkHook(hook, graceSeconds);
    }
  }
  for (const field of PROBES) {
    const probe = container.at(field);
    if (probe.isPresent) {
      checkProbe(probe, field, graceSeconds);
    }
  }
}

function forbid(
  container: Fields<Container>,
  fields: readonly (keyof Container & string)[],
  message: string,
): void {
  for (const field of fields) {
    if (container.has(field) && !(field === 'lifecycle' && isDropped(container.raw(field)))) {
      container.forbidden(field, message);
    }
  }
}

/** The API server drops the stop signal, and the whole field if there is nothing else. */
function isDropped(lifecycle: Lifecycle | undefined): boolean {
  const { postStart, preStop, stopSignal } = lifecycle ?? {};
  return stopSignal != null && postStart == null && preStop == null;
}
