import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { fileOf } from './run.js';

/** What the server answers: a status, an object or a text, and headers; `0` closes the connection. */
export type Reply = readonly [status: number, body: unknown, headers?: Record<string, string>];

/** A server that stands for a Kubernetes API server. */
export interface FakeServer {
  readonly url: string;
  /** The requests so far, as `GET /api/v1/pods?limit=500`. */
  readonly requests: readonly string[];
  /** The headers of the last request. */
  readonly headers: () => IncomingMessage['headers'];
  /** A kubeconfig with the contexts `test` and `other`, of which no one is current. */
  readonly kubeconfig: string;
}

export const TOKEN = 'secret-token-1234';

/** For tests alone: a key that protects nothing, and its own certificate. */
const TLS = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgzEPoFXliMlt3iWap
rW90W/w3bTtckzFgDD88vbhTGG6hRANCAAT0zauJuz/n3wItvnGw3mkMvL/BRZdH
uaP3WDi4+J6OJSHD/z8SIwNdZ2pws5/MBTPSRSu6nKyxKcUdj99nUCGO
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBjzCCATagAwIBAgIUV+i2Qc3NtCK8UV/yDgpY+XONU5kwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyNzIwNDExNloYDzIxMjYxMTAz
MjA0MTE2WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAT0zauJuz/n3wItvnGw3mkMvL/BRZdHuaP3WDi4+J6OJSHD/z8SIwNd
Z2pws5/MBTPSRSu6nKyxKcUdj99nUCGOo2QwYjAdBgNVHQ4EFgQUr+4K+GZ+icnQ
GjeR9kn+b109VRgwHwYDVR0jBBgwFoAUr+4K+GZ+icnQGjeR9kn+b109VRgwDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0cAMEQC
IAiV18peuOUWpdL3vrrinItuUYR/Y/hUfum5uF3gOax4AiA0kp8oWVNQrZsEU8of
hayAnE4OxlAXSNyjf4Nmk9beBA==
-----END CERTIFICATE-----
`,
};

/** Starts a server, which is gone after the test. */
export async function apiServer(
  reply: (path: string, query: URLSearchParams) => Reply,
  scheme: 'http' | 'https' = 'https',
): Promise<FakeServer> {
  const requests: string[] = [];
  let headers: IncomingMessage['headers'] = {};
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    requests.push(`${request.method} ${request.url}`);
    headers = request.headers;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://server');
    const [status, body, more] = reply(pathname, searchParams);
    if (status === 0) {
      request.socket.destroy();
      return;
    }
    response.writeHead(status, { 'Content-Type': 'application/json', ...more });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  const server = scheme === 'http' ? createServer(answer) : createTlsServer(TLS, answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, requests, headers: () => headers, kubeconfig: kubeconfig(url) };
}

/** A file with the contexts `test` and `other`. */
export function kubeconfig(server: string, current = ''): string {
  const context = (name: string) => ({ name, context: { cluster: 'c', user: 'u' } });
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'c', cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'u', user: { token: TOKEN } }],
    contexts: [context('test'), context('other')],
    'current-context': current,
  };
  return fileOf(JSON.stringify(config));
}

/** A list as an API server sends it, whose items have neither version nor kind. */
export function list(items: readonly object[], token?: string): Reply {
  return [200, { kind: 'List', apiVersion: 'v1', metadata: { continue: token }, items }];
}

/** A refusal as an API server sends it. */
export function refusal(status: number, message: string): Reply {
  return [status, { kind: 'Status', apiVersion: 'v1', status: 'Failure', message, code: status }];
}
