import {
  type Container,
  type ExecAction,
  type FieldPath,
  type HTTPGetAction,
  type Probe,
  type TCPSocketAction,
} from '@kubesem/core';
import {
  ABSENT,
  expandReferences,
  type Fields,
  fieldProblem,
  fields,
  raise,
} from '@kubesem/core/internal';
import { escapeHost, isHost, requestTarget } from './url.js';
import type { ProbeAnswer } from './worker.js';

/** What a probe sends to a container, or runs in it. */
export type ProbeRequest = HttpProbeRequest | TcpProbeRequest | GrpcProbeRequest | ExecProbeRequest;

/** The request of an HTTP probe. */
export interface HttpProbeRequest {
  /** The kind of request. */
  readonly kind: 'http';
  /** The URL, with the host that the kubelet connects to. */
  readonly url: string;
  /** The header `Host`; empty if it has a character that is invalid or not ASCII. */
  readonly host: string;
  /** All other headers, sorted by name; headers with the same name keep their order. */
  readonly headers: readonly ProbeHeader[];
}

/** A header of an HTTP probe. */
export interface ProbeHeader {
  /** Its name, as HTTP writes it. */
  readonly name: string;
  /** Its value. */
  readonly value: string;
}

/** The connection of a TCP probe. */
export interface TcpProbeRequest {
  /** The kind of request. */
  readonly kind: 'tcp';
  /** Host and port. */
  readonly address: string;
}

/** The call of a gRPC probe. */
export interface GrpcProbeRequest {
  /** The kind of request. */
  readonly kind: 'grpc';
  /** Host and port. */
  readonly address: string;
  /** The service to check; empty for the whole server. */
  readonly service: string;
}

/** The command of an exec probe. */
export interface ExecProbeRequest {
  /** The kind of request. */
  readonly kind: 'exec';
  /** The command and its arguments. */
  readonly command: readonly string[];
}

/** Codes of the problems for which a probe sends nothing. */
type ProbeRequestProblemCode =
  | 'HANDLER_REQUIRED'
  | 'PORT_NOT_FOUND'
  | 'INVALID_PORT'
  | 'INVALID_URL'
  | 'INVALID_HEADER';

/** The kubelet names itself and its release. */
const USER_AGENT = 'kube-probe/1.37';

/**
 * Computes what a probe sends: the URL and the headers of an HTTP request, the address of a TCP connection or a gRPC call, or
 * the command that runs in the container. A field of the wrong type counts as absent.
 *
 * @param probe - the stored probe; for a new one, fill in the defaults with `applyProbeDefaults` of `@kubesem/defaults`
 * @param container - its container, for named ports and the variables in a command
 * @param podIP - the IP address of the Pod
 * @returns the request
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `HANDLER_REQUIRED` if the probe has no handler
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `PORT_NOT_FOUND` if the container has no port of that name
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_PORT` if the port is not between 1 and 65535
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_URL` if the host or the path is invalid, such as the host `localhost:80`
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_HEADER` if a header cannot be sent; the probe fails
 *
 * @example
 * ```ts
 * import { probeRequest } from '@kubesem/lifecycle';
 *
 * const httpHeaders = [{ name: 'host', value: 'shop.example.com' }];
 * const probe = { httpGet: { port: 'web', path: 'healthz?full', httpHeaders } };
 * const container = { ports: [{ name: 'web', containerPort: 8080 }] };
 * probeRequest(probe, container, 'fd00::7') // => {
 * //   kind: 'http',
 * //   url: 'http://[fd00::7]:8080/healthz?full',
 * //   host: 'shop.example.com',
 * //   headers: [{ name: 'Accept', value: '*\/*' }, { name: 'User-Agent', value: 'kube-probe/1.37' }],
 * // }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/probe/http` v1.37.1, `NewRequestForHTTPGetAction`, and `k8s.io/kubernetes/pkg/kubelet/prober`
 * v1.37.1, `prober.runProbe`. Credentials in the path, as in `//user:password@host/`, which the kubelet sends, are left out.
 */
export function probeRequest(probe: Probe, container: Container, podIP: string): ProbeRequest {
  const stored = fields<Probe>(probe, ABSENT);
  const owner = fields<Container>(container, ABSENT);
  const exec = stored.at('exec');
  if (exec.isPresent) {
    return { kind: 'exec', command: expandedCommand(exec, owner) };
  }
  const http = stored.at('httpGet');
  if (http.isPresent) {
    return httpRequest(http, owner, podIP);
  }
  const tcp = stored.at('tcpSocket');
  if (tcp.isPresent) {
    const host = tcp.text('host') || podIP;
    return { kind: 'tcp', address: joinHostPort(host, resolvedPort(tcp, owner)) };
  }
  const grpc = stored.at('grpc');
  if (grpc.isPresent) {
    const address = joinHostPort(podIP, grpc.integer('port') ?? 0);
    return { kind: 'grpc', address, service: grpc.text('service') };
  }
  return fail('HANDLER_REQUIRED', undefined, 'set exec, httpGet, tcpSocket or grpc');
}

function fail(
  code: ProbeRequestProblemCode,
  path: FieldPath | undefined,
  message: string,
  value?: unknown,
): never {
  return raise(fieldProblem({ type: 'INVALID', code, path, message, value }));
}

function joinHostPort(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * The number of a port.
 *
 * Source: `k8s.io/kubernetes/pkg/probe` v1.37.1, `ResolveContainerPort`.
 */
function resolvedPort(action: Fields<TCPSocketAction>, container: Fields<Container>): number {
  const path = action.pathOf('port');
  const port = action.raw('port');
  const named = container.objects('ports').find((each) => each.text('name') === port);
  if (typeof port === 'string' && named === undefined) {
    fail('PORT_NOT_FOUND', path, 'the container has no port of this name', port);
  }
  const number = (named ? named.integer('containerPort') : action.integer('port')) ?? 0;
  return number > 0 && number < 65_536
    ? number
    : fail('INVALID_PORT', path, 'expected a port from 1 to 65535', number);
}

function httpRequest(
  action: Fields<HTTPGetAction>,
  container: Fields<Container>,
  podIP: string,
): ProbeRequest {
  const host = action.text('host') || podIP;
  const port = resolvedPort(action, container);
  const path = action.text('path');
  const target = requestTarget(path);
  if (target !== undefined && !isHost(host)) {
    return fail(
      'INVALID_URL',
      action.pathOf('host'),
      'expected a host name or an IP address, without a port and without brackets',
      host,
    );
  }
  const scheme = action.text('scheme').toLowerCase() || 'http';
  const address = joinHostPort(host, port);
  const headers = headersOf(action);
  if (target === undefined) {
    return fail('INVALID_URL', action.pathOf('path'), 'expected a path such as /healthz', path);
  }
  const named = (name: string) => headers.get(name)?.[0] ?? '';
  const sentHost = named('Host') || address;
  headers.set('User-Agent', [headers.has('User-Agent') ? named('User-Agent') : USER_AGENT]);
  if (!headers.has('Accept')) {
    headers.set('Accept', ['*/*']);
  }
  return {
    kind: 'http',
    url: `${scheme}://${escapeHost(address)}${target}`,
    // Go leaves an invalid one empty.
    host: /^[\w!$%&()*+,.:;=['\]~-]*$/.test(sentHost) ? withoutZone(sentHost) : '',
    headers: sentHeaders(headers),
  };
}

/** A zone means something only on the machine that connects. */
function withoutZone(host: string): string {
  const end = host.lastIndexOf(']');
  const zone = host.startsWith('[') ? host.slice(0, Math.max(0, end)).lastIndexOf('%') : -1;
  return zone < 0 ? host : host.slice(0, zone) + host.slice(end);
}

/** Names as HTTP writes them, with the values of each. */
function headersOf(action: Fields<HTTPGetAction>): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  const invalid: { readonly name: string; readonly index: number }[] = [];
  action.each('httpHeaders', (header, index) => {
    const written = header.text('name');
    const isToken = /^[\w!#$%&'*+.^`|~-]+$/.test(written);
    const name = isToken
      ? written.toLowerCase().replace(/(^|-)[a-z]/g, (start) => start.toUpperCase())
      : written;
    const value = header.text('value');
    const values = headers.get(name) ?? [];
    values.push(value);
    headers.set(name, values);
    if (!isToken || /[\0-\x08\x0a-\x1f\x7f]/.test(value)) {
      invalid.push({ name, index });
    }
  });
  if (headers.get('Accept')?.[0] === '') {
    headers.set('Accept', []);
  }
  const refused = invalid.find(({ name }) => headers.get(name)?.length !== 0);
  if (refused) {
    // Not the value, which can be a credential.
    const path = action.pathOf('httpHeaders', refused.index);
    fail('INVALID_HEADER', path, 'HTTP allows no such name or value');
  }
  return headers;
}

/** Headers that the kubelet does not send as they are set. */
const OWN_HEADERS = ['Host', 'Content-Length', 'Transfer-Encoding', 'Trailer'];

function sentHeaders(headers: ReadonlyMap<string, readonly string[]>): readonly ProbeHeader[] {
  return [...headers]
    .filter(([name]) => !OWN_HEADERS.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, values]) => values.map((value) => ({ name, value: trimmed(value) })))
    .filter(({ name, value }) => name !== 'User-Agent' || value !== '');
}

function trimmed(value: string): string {
  let start = 0;
  let end = value.length;
  const isBlank = (at: number) => value[at] === ' ' || value[at] === '\t';
  while (start < end && isBlank(start)) {
    start++;
  }
  while (start < end && isBlank(end - 1)) {
    end--;
  }
  return value.slice(start, end);
}

/**
 * A command with its variables. Only values that the container sets itself are known; others stay as they are written.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/container` v1.37.1, `ExpandContainerCommandOnlyStatic`.
 */
function expandedCommand(
  exec: Fields<ExecAction>,
  container: Fields<Container>,
): readonly string[] {
  const variables = new Map(
    container.each('env', (variable) => [variable.text('name'), variable.text('value')]),
  );
  return exec.texts('command').map((part) => expandReferences(part, (name) => variables.get(name)));
}

/** The last response to an HTTP probe. */
export interface HttpProbeResponse {
  /** Its status code. */
  readonly statusCode: number;
  /** How many redirects to the same host came before it; 0 by default. */
  readonly redirects?: number | undefined;
}

/** The kubelet sends this many requests for one probe. */
const MAX_REQUESTS = 10;

/**
 * Decides whether an HTTP probe succeeds: with a status code of 200 to 399, after fewer than 10 redirects.
 *
 * The kubelet follows redirects to the host of the probe only. A redirect to another host is the last response, and succeeds.
 *
 * @param response - the last response; it is not changed
 * @returns the result, for {@link ProbeWorker}
 *
 * @example
 * ```ts
 * import { httpProbeAnswer } from '@kubesem/lifecycle';
 *
 * httpProbeAnswer({ statusCode: 204 }) // => 'Success'
 * httpProbeAnswer({ statusCode: 503 }) // => 'Failure'
 * httpProbeAnswer({ statusCode: 302 }) // => 'Success'
 * httpProbeAnswer({ statusCode: 200, redirects: 10 }) // => 'Failure'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/probe/http` v1.37.1, `DoHTTPProbe` and `RedirectChecker`. (The documentation says that more than
 * 10 redirects are a success.)
 */
export function httpProbeAnswer({ statusCode, redirects = 0 }: HttpProbeResponse): ProbeAnswer {
  const isAnswered = redirects < MAX_REQUESTS;
  return isAnswered && statusCode >= 200 && statusCode < 400 ? 'Success' : 'Failure';
}
