import {
  childPath,
  type ExecAction,
  type FieldPath,
  type GRPCAction,
  type HTTPGetAction,
  type HTTPHeader,
  INT64_RANGE,
  type LifecycleHandler,
  nameErrorMessage,
  type Probe,
  portNameErrors,
  type SleepAction,
  type TCPSocketAction,
} from '@kubesem/core';
import type { ProbeKind } from '../probes/worker.js';
import type { Checks } from './context.js';

const PROBE_HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'grpc'] as const;
const HOOK_HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'sleep'] as const;

type HandlerField = (typeof PROBE_HANDLERS)[number] | (typeof HOOK_HANDLERS)[number];
type CheckHandler = (
  checks: Checks,
  handler: object,
  path: FieldPath,
  graceSeconds: number,
) => void;

/**
 * Checks a probe.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateProbe`, `validateLivenessProbe`,
 * `validateReadinessProbe` and `validateStartupProbe`.
 */
export function checkProbe(
  checks: Checks,
  kind: ProbeKind,
  probe: Probe,
  path: FieldPath,
  graceSeconds: number,
): void {
  checkHandlers(checks, probe, path, PROBE_HANDLERS, graceSeconds);
  for (const field of NUMBERS) {
    const value = checks.integer(probe, field, path) ?? 0;
    if (value < 0) {
      const message = 'must be greater than or equal to 0';
      checks.add(childPath(path, field), { ...INVALID, code: 'NEGATIVE', value, message });
    }
  }
  const threshold = checks.integer(probe, 'successThreshold', path) || 1;
  if (kind !== 'readiness' && threshold !== 1) {
    const code = 'SUCCESS_THRESHOLD_NOT_ONE';
    const at = childPath(path, 'successThreshold');
    checks.add(at, { ...INVALID, code, value: threshold, message: 'must be 1' });
  }
  const field = 'terminationGracePeriodSeconds';
  const value = checks.integer(probe, field, path, INT64_RANGE);
  if (value !== undefined && value <= 0) {
    const message = 'must be greater than 0';
    checks.add(childPath(path, field), {
      ...INVALID,
      code: 'GRACE_PERIOD_NOT_POSITIVE',
      value,
      message,
    });
  }
  if (value !== undefined && kind === 'readiness') {
    const message = 'must not be set for readinessProbes';
    checks.add(childPath(path, field), {
      ...INVALID,
      code: 'GRACE_PERIOD_FORBIDDEN',
      value,
      message,
    });
  }
}

/** Checks a hook. */
export function checkHook(
  checks: Checks,
  hook: LifecycleHandler,
  path: FieldPath,
  graceSeconds: number,
): void {
  checkHandlers(checks, hook, path, HOOK_HANDLERS, graceSeconds);
}

const INVALID = { type: 'FieldValueInvalid' } as const;
const NUMBERS = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
];

/**
 * The first handler is checked; each other one is one too many.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateHandler`.
 */
function checkHandlers(
  checks: Checks,
  owner: object,
  path: FieldPath,
  fields: readonly HandlerField[],
  graceSeconds: number,
): void {
  const handlers = fields.flatMap((field) => {
    const handler = checks.object<object>(owner, field, path);
    return handler ? [{ field, handler }] : [];
  });
  const [first, ...others] = handlers;
  if (first === undefined) {
    const message = 'must specify a handler type';
    checks.add(path, { type: 'FieldValueRequired', code: 'HANDLER_REQUIRED', message });
    return;
  }
  CHECKS[first.field](checks, first.handler, childPath(path, first.field), graceSeconds);
  for (const { field } of others) {
    const message = 'may not specify more than 1 handler type';
    const finding = { type: 'FieldValueForbidden', code: 'HANDLER_CONFLICT', message } as const;
    checks.add(childPath(path, field), finding);
  }
}

const CHECKS: { readonly [field in HandlerField]: CheckHandler } = {
  exec: (checks, exec: ExecAction, path) => {
    if (checks.texts(exec, 'command', path).length === 0) {
      const finding = { type: 'FieldValueRequired', code: 'COMMAND_REQUIRED' } as const;
      checks.add(childPath(path, 'command'), { ...finding, message: 'set a command' });
    }
  },
  httpGet: checkHttpGet,
  tcpSocket: (checks, tcpSocket: TCPSocketAction, path) => {
    checks.text(tcpSocket, 'host', path);
    checkPort(checks, tcpSocket.port, childPath(path, 'port'));
  },
  grpc: (checks, grpc: GRPCAction, path) => {
    checks.text(grpc, 'service', path);
    checks.text(grpc, 'mode', path);
    checkPort(checks, checks.integer(grpc, 'port', path), childPath(path, 'port'));
  },
  sleep: (checks, sleep: SleepAction, path, graceSeconds) => {
    const value = checks.integer(sleep, 'seconds', path, INT64_RANGE) ?? 0;
    if (value < 0 || value > graceSeconds) {
      const message = `must be non-negative and less than terminationGracePeriodSeconds (${graceSeconds})`;
      checks.add(path, { ...INVALID, code: 'SLEEP_OUT_OF_RANGE', value, message });
    }
  },
};

/** `protocol` is ignored, as its feature gate is off. */
function checkHttpGet(checks: Checks, httpGet: HTTPGetAction, path: FieldPath): void {
  checks.text(httpGet, 'path', path);
  checks.text(httpGet, 'host', path);
  checks.text(httpGet, 'protocol', path);
  checkPort(checks, httpGet.port, childPath(path, 'port'));
  const scheme = checks.text(httpGet, 'scheme', path) || 'HTTP';
  checks.notSupported(childPath(path, 'scheme'), scheme, ['HTTP', 'HTTPS']);
  for (const { entry, at } of checks.objects<HTTPHeader>(httpGet, 'httpHeaders', path)) {
    const value = checks.text(entry, 'name', at);
    checks.text(entry, 'value', at);
    if (!/^[-A-Za-z0-9]+$/.test(value)) {
      const message =
        "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')";
      checks.add(childPath(path, 'httpHeaders'), {
        ...INVALID,
        code: 'INVALID_HEADER_NAME',
        value,
        message,
      });
    }
  }
}

/**
 * A port is a number or a name.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidatePortNumOrName`.
 */
function checkPort(checks: Checks, port: unknown, path: FieldPath): void {
  if (typeof port === 'string') {
    for (const broken of portNameErrors(port)) {
      const message = nameErrorMessage('portName', broken);
      checks.add(path, { ...INVALID, code: 'INVALID_PORT_NAME', value: port, message });
    }
    return;
  }
  const value = checks.integer({ port }, 'port', path.parent) ?? 0;
  if (value < 1 || value > 65_535) {
    const message = 'must be between 1 and 65535, inclusive';
    checks.add(path, { ...INVALID, code: 'INVALID_PORT', value, message });
  }
}
