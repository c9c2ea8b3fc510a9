import { goQuote } from '@kubesem/core/internal';
import type { ClusterConnection } from './connection.js';
import { formatGoUrl, type GoUrl, parseGoUrl, withoutPassword } from './go-url.js';

/**
 * Finds the URL of an API server.
 *
 * @param server - a URL, or a host with or without a port
 * @param hasTls - whether a server without a scheme has TLS
 * @returns the URL, or an error
 *
 * Source: `k8s.io/client-go/rest` v0.37.1, `DefaultServerURL`.
 */
export function serverUrl(server: string, hasTls: boolean): GoUrl | string {
  const base = server || 'localhost';
  const url = parseGoUrl(base);
  if (typeof url !== 'string' && url.scheme !== '' && url.host !== '') {
    return url;
  }
  const guessed = parseGoUrl(`${hasTls ? 'https' : 'http'}://${base}`);
  return typeof guessed !== 'string' && guessed.path !== '' && guessed.path !== '/'
    ? `host must be a URL or a host:port pair: ${goQuote(withoutPassword(base))}`
    : guessed;
}

/** The URL of a connection, or an error. */
export function connectionUrl({ server, tls, credentials }: ClusterConnection): GoUrl | string {
  const { caFile, caData, isInsecure } = tls;
  const { certFile, certData } = credentials;
  return serverUrl(server, `${caFile}${caData}${certFile}${certData}` !== '' || isInsecure);
}

/** The server of a kubeconfig: a path below it has neither a query nor a fragment. */
export function serverOf(server: string): string {
  const url = parseGoUrl(server, true);
  return typeof url === 'string' || url.opaque !== '' || url.path.length < 2
    ? server
    : formatGoUrl({ ...url, query: url.query === '?' ? '?' : '' });
}
