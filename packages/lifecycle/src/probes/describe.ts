import { listOf, objectOf, type Probe, textOf } from '@kubesem/core';
import { countOf } from '../lenient.js';
import { escapeHost, escapePath } from './url.js';

/**
 * Formats a probe in one line, as `kubectl describe pod` does.
 *
 * @param probe - the probe as stored
 * @returns the line
 *
 * @example
 * ```ts
 * import { describeProbe } from '@kubesem/lifecycle';
 *
 * const probe = { tcpSocket: { port: 53 }, timeoutSeconds: 1, periodSeconds: 5, failureThreshold: 3 };
 * describeProbe(probe) // => 'tcp-socket :53 delay=0s timeout=1s period=5s successThreshold=0 failureThreshold=3'
 * ```
 *
 * Source: `k8s.io/kubectl/pkg/describe` v0.37.1, `DescribeProbe`.
 */
export function describeProbe(probe: Probe): string {
  const fields = objectOf(probe);
  const numbers = [
    `delay=${countOf(fields.initialDelaySeconds)}s`,
    `timeout=${countOf(fields.timeoutSeconds)}s`,
    `period=${countOf(fields.periodSeconds)}s`,
    `successThreshold=${countOf(fields.successThreshold)}`,
    `failureThreshold=${countOf(fields.failureThreshold)}`,
  ];
  return [describeHandler(fields), ...numbers].join(' ');
}

function describeHandler({ exec, httpGet, tcpSocket, grpc }: Partial<Probe>): string {
  if (exec) {
    return `exec [${listOf(objectOf(exec).command).map(textOf).join(' ')}]`;
  }
  if (httpGet) {
    const { scheme, host, port, path } = objectOf(httpGet);
    return `http-get ${urlOf(textOf(scheme).toLowerCase(), textOf(host), portText(port), textOf(path))}`;
  }
  if (tcpSocket) {
    const { host, port } = objectOf(tcpSocket);
    return `tcp-socket ${textOf(host)}:${portText(port)}`;
  }
  if (grpc) {
    const { port, service } = objectOf(grpc);
    return `grpc <pod>:${countOf(port)} ${textOf(service)}`;
  }
  return 'unknown';
}

function portText(port: unknown): string {
  return typeof port === 'string' ? port : `${countOf(port)}`;
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
