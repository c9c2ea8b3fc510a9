import type {
  ExecAction,
  HTTPGetAction,
  LifecycleHandler,
  Probe,
  SleepAction,
  TCPSocketAction,
} from '@kubesem/core';
import { type Fields, INT64_RANGE } from '@kubesem/core/internal';
import { checkName } from '../../rules/names.js';
import { checkPortNumber } from '../../rules/numbers.js';

/** The handlers in the order of the API server: the first one is checked, each other one is one too many. */
const PROBE_HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'grpc'] as const;
const HOOK_HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'sleep'] as const;

const NUMBERS = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
] as const;

/**
 * Checks a probe.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateProbe`, `validateLivenessProbe`,
 * `validateReadinessProbe` and `validateStartupProbe`.
 */
export function checkProbe(
  probe: Fields<Probe>,
  kind: 'livenessProbe' | 'readinessProbe' | 'startupProbe',
  graceSeconds: number,
): void {
  checkHandlers(probe, PROBE_HANDLERS, graceSeconds);
  for (const field of NUMBERS) {
    const value = probe.integer(field) ?? 0;
    if (value < 0) {
      probe.invalid(field, 'must be greater than or equal to 0', value);
    }
  }
  const field = 'terminationGracePeriodSeconds';
  const value = probe.integer(field, INT64_RANGE);
  if (value !== undefined && value <= 0) {
    probe.invalid(field, 'must be greater than 0', value);
  }
  const threshold = probe.integer('successThreshold') || 1;
  if (kind !== 'readinessProbe' && threshold !== 1) {
    probe.invalid('successThreshold', 'must be 1', threshold);
  }
  if (value !== undefined && kind === 'readinessProbe') {
    const message = 'must not be set for readinessProbes';
    probe.invalid(field, message, value);
  }
}

/** Checks a hook. */
export function checkHook(hook: Fields<LifecycleHandler>, graceSeconds: number): void {
  checkHandlers(hook, HOOK_HANDLERS, graceSeconds);
}

/** A probe or a hook. */
type Handlers = LifecycleHandler & Probe;
type HandlerField = (typeof PROBE_HANDLERS)[number] | (typeof HOOK_HANDLERS)[number];

/** Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateHandler`. */
function checkHandlers(
  owner: Fields<Handlers>,
  fields: readonly HandlerField[],
  graceSeconds: number,
): void {
  const [first, ...others] = fields.filter((field) => owner.at(field).isPresent);
  if (first === undefined) {
    owner.required(owner.path, 'must specify a handler type');
    return;
  }
  checkHandler(owner, first, graceSeconds);
  for (const field of others) {
    owner.forbidden(field, 'may not specify more than 1 handler type');
  }
}

function checkHandler(owner: Fields<Handlers>, field: HandlerField, graceSeconds: number): void {
  switch (field) {
    case 'exec':
      checkExec(owner.at('exec'));
      break;
    case 'httpGet':
      checkHttpGet(owner.at('httpGet'));
      break;
    case 'tcpSocket':
      owner.at('tcpSocket').text('host');
      checkPort(owner.at('tcpSocket'));
      break;
    case 'grpc':
      owner.at('grpc').text('service');
      owner.at('grpc').text('mode');
      checkPortNumber(owner.at('grpc'), 'port', owner.at('grpc').integer('port') ?? 0);
      break;
    default:
      checkSleep(owner.at('sleep'), graceSeconds);
  }
}

function checkExec(exec: Fields<ExecAction>): void {
  if (exec.texts('command').length === 0) {
    exec.required('command');
  }
}

function checkSleep(sleep: Fields<SleepAction>, graceSeconds: number): void {
  const value = sleep.integer('seconds', INT64_RANGE) ?? 0;
  if (value < 0 || value > graceSeconds) {
    const message = `must be non-negative and less than terminationGracePeriodSeconds (${graceSeconds})`;
    sleep.invalid(sleep.path, message, value);
  }
}

/** `protocol` is ignored, as its feature gate is off. */
function checkHttpGet(httpGet: Fields<HTTPGetAction>): void {
  httpGet.text('path');
  httpGet.text('host');
  httpGet.text('protocol');
  checkPort(httpGet);
  const scheme = httpGet.text('scheme') || 'HTTP';
  httpGet.supported('scheme', scheme, ['HTTP', 'HTTPS']);
  httpGet.each('httpHeaders', (header) => {
    const name = header.text('name');
    header.text('value');
    if (!/^[-A-Za-z0-9]+$/.test(name)) {
      const message =
        "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')";
      httpGet.invalid('httpHeaders', message, name);
    }
  });
}

/**
 * A port is a number or a name.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidatePortNumOrName`.
 */
function checkPort(action: Fields<TCPSocketAction>): void {
  const port = action.raw('port');
  if (typeof port !== 'string') {
    checkPortNumber(action, 'port', action.integer('port') ?? 0);
    return;
  }
  checkName(action, 'port', 'portName', port);
}
