import { type Probe, type TCPSocketAction } from '@kubesem/core';
import { ABSENT, type Fields, fields } from '@kubesem/core/internal';
import { escapeHost, escapePath } from './url.js';

/**
 * Formats a probe in one line, as `kubectl describe pod` does. A field of the wrong type counts as absent.
 *
 * @param probe - the probe as stored
 * @returns the line
 *
 * @example
 * ```ts
 * import { formatProbe } from '@kubesem/lifecycle';
 *
 * const probe = { tcpSocket: { port: 53 }, timeoutSeconds: 1, periodSeconds: 5, failureThreshold: 3 };
 * formatProbe(probe) // => 'tcp-socket :53 delay=0s timeout=1s period=5s successThreshold=0 failureThreshold=3'
 * ```
 *
 * Source: `k8s.io/kubectl/pkg/describe` v0.37.1, `DescribeProbe`.
 */
export function formatProbe(probe: Probe): string {
  const cursor = fields<Probe>(probe, ABSENT);
  const count = (name: keyof Probe): number => cursor.integer(name) ?? 0;
  const numbers = [
    `delay=${count('initialDelaySeconds')}s`,
    `timeout=${count('timeoutSeconds')}s`,
    `period=${count('periodSeconds')}s`,
    `successThreshold=${count('successThreshold')}`,
    `failureThreshold=${count('failureThreshold')}`,
  ];
  return [describeHandler(cursor), ...numbers].join(' ');
}

function describeHandler(probe: Fields<Probe>): string {
  const exec = probe.at('exec');
  if (exec.isPresent) {
    return `exec [${exec.texts('command').join(' ')}]`;
  }
  const http = probe.at('httpGet');
  if (http.isPresent) {
    const scheme = http.text('scheme').toLowerCase();
    return `http-get ${urlOf(scheme, http.text('host'), portText(http), http.text('path'))}`;
  }
  const tcp = probe.at('tcpSocket');
  if (tcp.isPresent) {
    return `tcp-socket ${tcp.text('host')}:${portText(tcp)}`;
  }
  const grpc = probe.at('grpc');
  return grpc.isPresent
    ? `grpc <pod>:${grpc.integer('port') ?? 0} ${grpc.text('service')}`
    : 'unknown';
}

function portText(action: Fields<TCPSocketAction>): string {
  const port = action.raw('port');
  return typeof port === 'string' ? port : `${action.integer('port') ?? 0}`;
}

/** A URL from its parts, which need not be valid. */
function urlOf(scheme: string, name: string, port: string, path: string): string {
  const host = port === '' ? name : `${name.includes(':') ? `[${name}]` : name}:${port}`;
  const target = escapePath(path);
  const isUrl = scheme !== '' || host !== '';
  const start = scheme === '' ? '' : `${scheme}:`;
  const slashes = isUrl && (host !== '' || path !== '') ? '//' : '';
  const slash = host !== '' && target !== '' && !target.startsWith('/') ? '/' : '';
  const dot = !isUrl && /^[^/]*:/.test(target) ? './' : '';
  return `${start}${slashes}${escapeHost(host)}${slash}${dot}${target}`;
}
