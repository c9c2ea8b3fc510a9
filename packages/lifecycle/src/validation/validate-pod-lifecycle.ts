import {
  type Container,
  type ContainerKind,
  everyContainer,
  type FieldPath,
  type FieldProblem,
  FieldProblems,
  INT32_RANGE,
  INT64_RANGE,
  type Lifecycle,
  nameErrorMessage,
  type PodLike,
  type PodSpec,
  podFields,
  qualifiedNameErrors,
} from '@kubesem/core';
import { DEFAULT_GRACE_SECONDS } from '../termination/grace-period.js';
import type { Checked, PodLifecycleProblemCode } from './codes.js';
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
  const problems = new FieldProblems<PodLifecycleProblemCode>();
  const { spec } = podFields(podLike, problems);
  const grace = spec.integer('terminationGracePeriodSeconds', INT64_RANGE) ?? DEFAULT_GRACE_SECONDS;
  everyContainer(spec, (container, _, kind) =>
    checkContainer(container, kind, grace < 0 ? 1 : grace),
  );
  checkPolicyAndDeadline(spec);
  checkGates(spec);
  return problems.list();
}

function checkContainer(
  container: Checked<Container>,
  kind: ContainerKind,
  graceSeconds: number,
): void {
  if (kind === 'ephemeral') {
    forbid(container, EPHEMERAL_FIELDS, EPHEMERAL);
    return;
  }
  checkRestartRules(container, kind !== 'app');
  if (kind === 'init') {
    forbid(container, PROBE_FIELDS, INIT);
    return;
  }
  checkLifecycle(container.at('lifecycle'), graceSeconds);
  for (const [probeKind, field] of PROBES) {
    const probe = container.at(field);
    if (probe.isPresent) {
      checkProbe(probe, probeKind, graceSeconds);
    }
  }
}

function checkLifecycle(lifecycle: Checked<Lifecycle>, graceSeconds: number): void {
  lifecycle.text('stopSignal');
  for (const field of ['postStart', 'preStop'] as const) {
    const hook = lifecycle.at(field);
    if (hook.isPresent) {
      checkHook(hook, graceSeconds);
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
  container: Checked<Container>,
  fields: readonly (typeof EPHEMERAL_FIELDS)[number][],
  { code, message }: typeof INIT | typeof EPHEMERAL,
): void {
  for (const field of fields) {
    if (container.has(field) && !(field === 'lifecycle' && isDropped(container.raw(field)))) {
      container.forbidden(field, message, code);
    }
  }
}

/** The API server drops the stop signal, and the whole field if there is nothing else. */
function isDropped(lifecycle: Lifecycle | undefined): boolean {
  const { postStart, preStop, stopSignal } = lifecycle ?? {};
  return stopSignal != null && postStart == null && preStop == null;
}

function checkPolicyAndDeadline(spec: Checked<PodSpec>): void {
  const policy = spec.text('restartPolicy') || 'Always';
  spec.supported('restartPolicy', policy, ['Always', 'OnFailure', 'Never']);
  const value = spec.integer('activeDeadlineSeconds', INT64_RANGE);
  if (value !== undefined && (value < 1 || value > INT32_RANGE.max)) {
    const message = `must be between 1 and ${INT32_RANGE.max}, inclusive`;
    spec.invalid('activeDeadlineSeconds', message, value, 'DEADLINE_OUT_OF_RANGE');
  }
}

function checkGates(spec: Checked<PodSpec>): void {
  spec.each('readinessGates', (gate) => {
    const path = gate.pathOf('conditionType');
    checkName(gate, path, 'INVALID_CONDITION_TYPE', gate.text('conditionType'));
  });
  const seen = new Set<string>();
  spec.each('schedulingGates', (gate) => {
    const { path } = gate;
    const name = gate.text('name');
    checkName(gate, path, 'INVALID_SCHEDULING_GATE', name);
    if (seen.has(name)) {
      const message = 'another scheduling gate has this name';
      gate.duplicate(path, name, message, 'DUPLICATE_SCHEDULING_GATE');
    }
    seen.add(name);
  });
  if (spec.list('schedulingGates').length > 0 && spec.text('nodeName') !== '') {
    const message = 'cannot be set until all schedulingGates have been cleared';
    spec.forbidden('nodeName', message, 'NODE_NAME_FORBIDDEN');
  }
}

function checkName(
  gate: Checked<object>,
  path: FieldPath | undefined,
  code: PodLifecycleProblemCode,
  name: string,
): void {
  for (const broken of qualifiedNameErrors(name)) {
    gate.invalid(path, nameErrorMessage('qualifiedName', broken), name, code);
  }
}
