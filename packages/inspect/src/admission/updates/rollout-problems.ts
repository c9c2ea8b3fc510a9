import { type DaemonSet, type Deployment, type StatefulSet } from '@kubesem/core';
import { FieldProblems, type Fields, fields, INT32_RANGE } from '@kubesem/core/internal';
import { DAEMON_SET, DEPLOYMENT, STATEFUL_SET } from '@kubesem/core/kinds';
import type { JSONObject } from '@kubesem/manifests';
import type { FoundProblem, ProblemCode } from '../../problem.js';

type Workload = Deployment & DaemonSet & StatefulSet;
type Rolling = { readonly [F in 'maxSurge' | 'maxUnavailable']?: unknown };
type Strategy = { readonly type?: unknown; readonly rollingUpdate?: Rolling | null | undefined };
type Cursor<T extends object> = Fields<T, ProblemCode>;

const ROLLING = 'RollingUpdate';

/**
 * Why the API server rejects how a workload replaces its Pods.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/apps/validation` v1.37.1, `ValidateDeploymentStrategy`, `ValidateDaemonSetUpdateStrategy`
 * and `ValidateStatefulSetSpec`; the defaults are those of `k8s.io/kubernetes/pkg/apis/apps/v1` v1.37.1.
 */
export function rolloutProblems(object: JSONObject, kind: string): readonly FoundProblem[] {
  const problems = new FieldProblems<ProblemCode>();
  const spec = fields<Workload, ProblemCode>(object as Workload, problems).at('spec');
  if (kind === DEPLOYMENT.kind) {
    checkDeployment(spec.at('strategy') as Cursor<Strategy>);
  } else if (kind === DAEMON_SET.kind) {
    checkDaemonSet(spec.at('updateStrategy') as Cursor<Strategy>);
  } else if (kind === STATEFUL_SET.kind) {
    checkCount(spec.at('ordinals'), 'start');
    checkCount(spec.at('updateStrategy').at('rollingUpdate'), 'partition');
    checkStatefulSet(spec.at('updateStrategy') as Cursor<Strategy>);
  }
  return problems
    .list()
    .map((found) => (found.code === 'INVALID_TYPE' ? found : { ...found, apiServer: 'rejects' }));
}

function checkDeployment(strategy: Cursor<Strategy>): void {
  const type = typeOf(strategy, ['Recreate', ROLLING]);
  if (type === 'Recreate' && strategy.has('rollingUpdate')) {
    const message = "may not be specified when strategy `type` is 'Recreate'";
    strategy.forbidden('rollingUpdate', message);
  }
  if (type !== ROLLING) {
    return;
  }
  const rolling = strategy.at('rollingUpdate');
  const unavailable = limitOf(rolling, 'maxUnavailable', 25, 100);
  const surge = limitOf(rolling, 'maxSurge', 25);
  if (unavailable === 0 && surge === 0) {
    invalid(rolling, 'maxUnavailable', 'may not be 0 when `maxSurge` is 0');
  }
}

function checkDaemonSet(strategy: Cursor<Strategy>): void {
  if (typeOf(strategy, [ROLLING, 'OnDelete']) !== ROLLING) {
    return;
  }
  const rolling = strategy.at('rollingUpdate');
  const unavailable = limitOf(rolling, 'maxUnavailable', 1, 100);
  const surge = limitOf(rolling, 'maxSurge', 0, 100);
  if (unavailable === 0 && surge === 0) {
    const message = 'cannot be 0 when maxSurge is 0';
    rolling.required('maxUnavailable', message);
  } else if (unavailable !== 0 && surge !== 0) {
    invalid(rolling, 'maxSurge', 'may not be set when maxUnavailable is non-zero');
  }
}

function checkStatefulSet(strategy: Cursor<Strategy>): void {
  const type = typeOf(strategy, [ROLLING, 'OnDelete']);
  const rolling = strategy.at('rollingUpdate');
  if (type === ROLLING && limitOf(rolling, 'maxUnavailable', 1, 100) === 0) {
    invalid(rolling, 'maxUnavailable', 'cannot be 0');
  }
  if (type === 'OnDelete' && rolling.isPresent) {
    const message = "only allowed for updateStrategy 'RollingUpdate'";
    strategy.invalid('rollingUpdate', message);
  }
}

function typeOf(strategy: Cursor<Strategy>, supported: readonly string[]): string {
  const type = strategy.text('type') || ROLLING;
  strategy.supported('type', type, supported);
  return type;
}

/** Reports a negative number. */
function checkCount<F extends string>(
  cursor: Cursor<{ readonly [N in F]?: unknown }>,
  field: F,
): void {
  const value = cursor.integer(field) ?? 0;
  if (value < 0) {
    cursor.invalid(field, 'must be greater than or equal to 0', value);
  }
}

/** The number or percentage of a field; NaN if it has a problem. */
function limitOf(
  rolling: Cursor<Rolling>,
  field: keyof Rolling,
  initial: number,
  most = Infinity,
): number {
  const value: unknown = rolling.raw(field) ?? initial;
  if (typeof value !== 'string') {
    const isInt32 = Number.isInteger(value) && Math.abs(value as number) <= INT32_RANGE.max;
    if (isInt32) {
      checkCount(rolling, field);
      return value as number;
    }
    rolling.wrongType(field, value, 'a 32-bit integer or a percentage');
    return Number.NaN;
  }
  if (!/^[0-9]+%$/.test(value)) {
    rolling.invalid(field, 'must be a number or a percentage such as "25%"');
    return Number.NaN;
  }
  const percent = Number(value.slice(0, -1));
  if (percent > most) {
    invalid(rolling, field, 'must not be greater than 100%');
  }
  return percent;
}

function invalid(rolling: Cursor<Rolling>, field: keyof Rolling, message: string): void {
  rolling.invalid(field, message, rolling.raw(field));
}
