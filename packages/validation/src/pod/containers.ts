import type { Container, ContainerKind, Lifecycle } from '@kubesem/core';
import type { Fields } from '@kubesem/core/internal';
import { hasSpaceAtAnEnd } from '@kubesem/image';
import { checkEnv, checkEnvFrom } from './env.js';
import { checkVolumeDevices, checkVolumeMounts, forbidSubPaths } from './mounts.js';
import { checkHook, checkProbe } from './probes.js';
import { checkRequirements, type ResourceClaims } from './requirements.js';
import { checkRestartRules } from './restart-rules.js';
import type { Volumes } from './volumes.js';

const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe'] as const;

/** What of its Pod the checks of a container need. */
export interface PodContext {
  /** Grace period in seconds. */
  readonly graceSeconds: number;
  /** The volumes that are valid. */
  readonly volumes: Volumes;
  /** Its resource claims; undefined if its resources cannot be read, so they are not checked. */
  readonly claims: ResourceClaims | undefined;
}

/** Checks an app container. Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateContainers`. */
export function checkAppContainer(container: Fields<Container>, pod: PodContext): void {
  checkEveryContainer(container, pod);
  checkHooksAndProbes(container, pod);
  checkRestartRules(container, false);
}

/** Checks an init container or a sidecar. Source: `validateInitContainers`, as above. */
export function checkInitContainer(
  container: Fields<Container>,
  kind: ContainerKind,
  pod: PodContext,
): void {
  checkEveryContainer(container, pod);
  checkRestartRules(container, true);
  if (kind === 'sidecar') {
    checkHooksAndProbes(container, pod);
    return;
  }
  const message = 'may not be set for init containers without restartPolicy=Always';
  forbid(container, ['lifecycle', ...PROBES], message);
}

/** Checks an ephemeral container. Source: `validateEphemeralContainers`, as above. */
export function checkEphemeralContainer(container: Fields<Container>, pod: PodContext): void {
  checkEveryContainer(container, pod);
  checkImage(container);
  const fields = ['restartPolicy', 'restartPolicyRules', ...PROBES, 'lifecycle'] as const;
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
  checkEnv(container);
  checkEnvFrom(container);
  checkVolumeMounts(container, pod.volumes);
  checkVolumeDevices(container, pod.volumes);
  const policy = container.text('imagePullPolicy');
  if (policy !== '') {
    container.supported('imagePullPolicy', policy, PULL_POLICIES);
  }
  if (pod.claims !== undefined) {
    checkRequirements(container.at('resources'), 'container', pod.claims);
  }
}

const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];

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
