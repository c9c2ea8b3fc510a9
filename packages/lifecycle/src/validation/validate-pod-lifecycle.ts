import {
  type Container,
  childPath,
  containersIn,
  type FieldPath,
  type FieldProblem,
  INT32_RANGE,
  INT64_RANGE,
  type Lifecycle,
  type LifecycleHandler,
  nameErrorMessage,
  type PodLike,
  type PodReadinessGate,
  type PodSchedulingGate,
  type PodSpec,
  type Probe,
  podParts,
  qualifiedNameErrors,
} from '@kubesem/core';
import { DEFAULT_GRACE_SECONDS } from '../termination/grace-period.js';
import type { PodLifecycleProblemCode } from './codes.js';
import { Checks } from './context.js';
import { checkHook, checkProbe } from './probes.js';
import { checkRestartRules } from './restart-rules.js';

const PROBES = [
  ['liveness', 'livenessProbe'],
  ['readiness', 'readinessProbe'],
  ['startup', 'startupProbe'],
] as const;

/**
 * Checks the lifecycle of a new Pod as the API server does: probes, hooks, restart policies and rules, the deadline, readiness
 * gates and scheduling gates.
 *
 * Absent fields count as their defaults. The API server sets a negative grace period to 1, and drops `stopSignal`,
 * `httpGet.protocol` and `grpc.mode`, whose feature gates are off by default. These are not reported.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec
 * @returns the reasons why the API server rejects the Pod; empty if there are none
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { validatePodLifecycle } from '@kubesem/lifecycle';
 *
 * const livenessProbe = { httpGet: { port: 'a_port' }, successThreshold: 2 };
 * const lifecycle = { preStop: { sleep: { seconds: 60 } } };
 * const problems = validatePodLifecycle({ spec: { containers: [{ name: 'app', livenessProbe, lifecycle }] } });
 * problems.map(({ path, code }) => `${path} ${code}`) // => [
 * //   'spec.containers[0].lifecycle.preStop.sleep SLEEP_OUT_OF_RANGE',
 * //   'spec.containers[0].livenessProbe.httpGet.port INVALID_PORT_NAME',
 * //   'spec.containers[0].livenessProbe.successThreshold SUCCESS_THRESHOLD_NOT_ONE',
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateContainers`, `validateInitContainers`,
 * `validateLifecycle`, `validateReadinessGates` and `validateSchedulingGates`.
 */
export function validatePodLifecycle(
  podLike: PodLike,
): readonly FieldProblem<PodLifecycleProblemCode>[] {
  const checks = new Checks();
  // A status of the wrong type does not concern the new Pod.
  const parts = podParts(podLike, () => undefined);
  const { spec, specPath } = parts;
  const grace = checks.integer(spec, 'terminationGracePeriodSeconds', specPath, INT64_RANGE);
  const graceSeconds = (grace ?? DEFAULT_GRACE_SECONDS) < 0 ? 1 : (grace ?? DEFAULT_GRACE_SECONDS);
  for (const field of ['initContainers', 'containers', 'ephemeralContainers'] as const) {
    for (const { kind, container, path } of containersIn(parts, field, checks.report)) {
      if (kind === 'ephemeral') {
        forbid(checks, container, path, EPHEMERAL_FIELDS, EPHEMERAL);
        continue;
      }
      checkRestartRules(checks, container, path, field === 'initContainers');
      if (kind === 'init') {
        forbid(checks, container, path, PROBE_FIELDS, INIT);
      } else {
        checkContainer(checks, container, path, graceSeconds);
      }
    }
  }
  checkPolicyAndDeadline(checks, spec, specPath);
  checkGates(checks, spec, specPath);
  return checks.problems();
}

function checkContainer(
  checks: Checks,
  container: Container,
  path: FieldPath,
  graceSeconds: number,
): void {
  const lifecycle = checks.object<Lifecycle>(container, 'lifecycle', path);
  if (lifecycle) {
    checkLifecycle(checks, lifecycle, childPath(path, 'lifecycle'), graceSeconds);
  }
  for (const [kind, field] of PROBES) {
    const probe = checks.object<Probe>(container, field, path);
    if (probe) {
      checkProbe(checks, kind, probe, childPath(path, field), graceSeconds);
    }
  }
}

function checkLifecycle(
  checks: Checks,
  lifecycle: Lifecycle,
  path: FieldPath,
  graceSeconds: number,
): void {
  checks.text(lifecycle, 'stopSignal', path);
  for (const field of ['postStart', 'preStop'] as const) {
    const hook = checks.object<LifecycleHandler>(lifecycle, field, path);
    if (hook) {
      checkHook(checks, hook, childPath(path, field), graceSeconds);
    }
  }
}

const PROBE_FIELDS = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const;
const EPHEMERAL_FIELDS = [
  'lifecycle',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'restartPolicy',
  'restartPolicyRules',
] as const;
const INIT = {
  code: 'NOT_FOR_INIT_CONTAINERS',
  message: 'may not be set for init containers without restartPolicy=Always',
} as const;
const EPHEMERAL = {
  code: 'NOT_FOR_EPHEMERAL_CONTAINERS',
  message: 'cannot be set for an Ephemeral Container',
} as const;

function forbid(
  checks: Checks,
  container: Container,
  path: FieldPath,
  fields: readonly (typeof EPHEMERAL_FIELDS)[number][],
  finding: typeof INIT | typeof EPHEMERAL,
): void {
  for (const field of fields) {
    if (container[field] != null && !(field === 'lifecycle' && isDropped(container.lifecycle))) {
      checks.add(childPath(path, field), { type: 'FieldValueForbidden', ...finding });
    }
  }
}

/** The API server drops the stop signal, and the whole field if there is nothing else. */
function isDropped(lifecycle: Lifecycle | null | undefined): boolean {
  const { postStart, preStop, stopSignal } = lifecycle ?? {};
  return stopSignal != null && postStart == null && preStop == null;
}

function checkPolicyAndDeadline(checks: Checks, spec: PodSpec, path: FieldPath | undefined): void {
  const policy = checks.text(spec, 'restartPolicy', path) || 'Always';
  const policies = ['Always', 'OnFailure', 'Never'];
  checks.notSupported(childPath(path, 'restartPolicy'), policy, policies);
  const value = checks.integer(spec, 'activeDeadlineSeconds', path, INT64_RANGE);
  if (value !== undefined && (value < 1 || value > INT32_RANGE.max)) {
    checks.add(childPath(path, 'activeDeadlineSeconds'), {
      type: 'FieldValueInvalid',
      code: 'DEADLINE_OUT_OF_RANGE',
      value,
      message: `must be between 1 and ${INT32_RANGE.max}, inclusive`,
    });
  }
}

function checkGates(checks: Checks, spec: PodSpec, path: FieldPath | undefined): void {
  const checkName = (value: string, at: FieldPath, code: PodLifecycleProblemCode): void => {
    for (const broken of qualifiedNameErrors(value)) {
      const message = nameErrorMessage('qualifiedName', broken);
      checks.add(at, { type: 'FieldValueInvalid', code, value, message });
    }
  };
  for (const { entry, at } of checks.objects<PodReadinessGate>(spec, 'readinessGates', path)) {
    const type = checks.text(entry, 'conditionType', at);
    checkName(type, childPath(at, 'conditionType'), 'INVALID_CONDITION_TYPE');
  }
  const seen = new Set<string>();
  const gates = checks.objects<PodSchedulingGate>(spec, 'schedulingGates', path);
  for (const { entry, at } of gates) {
    const value = checks.text(entry, 'name', at);
    checkName(value, at, 'INVALID_SCHEDULING_GATE');
    if (seen.has(value)) {
      const message = 'another scheduling gate has this name';
      checks.add(at, {
        type: 'FieldValueDuplicate',
        code: 'DUPLICATE_SCHEDULING_GATE',
        value,
        message,
      });
    }
    seen.add(value);
  }
  if (gates.length > 0 && checks.text(spec, 'nodeName', path) !== '') {
    const message = 'cannot be set until all schedulingGates have been cleared';
    const finding = { type: 'FieldValueForbidden', code: 'NODE_NAME_FORBIDDEN', message } as const;
    checks.add(childPath(path, 'nodeName'), finding);
  }
}
