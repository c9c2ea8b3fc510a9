import { Agent as HttpAgent, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Duplex } from 'node:stream';
import { createProxyServer } from 'httpxy';

/** What forwards requests to a server. */
export interface Proxy {
  /** Forwards a request; resolves when the response or the connection has ended. */
  readonly web: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Forwards a WebSocket; resolves when it is open, or when the connection has ended. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>;
  /** Closes the connections that are kept for later requests. */
  readonly close: () => void;
}

/**
 * Creates what forwards requests to a server.
 *
 * @param target - URL of the server
 * @param onError - receives why a request could not be forwarded
 * @returns the proxy
 */
export function createProxy(target: URL, onError: (message: string) => void): Proxy {
  const Agent = target.protocol === 'https:' ? HttpsAgent : HttpAgent;
  // The priority levels limit the connections.
  const agent = new Agent({ keepAlive: true });
  const proxy = createProxyServer({ target, agent, changeOrigin: true, xfwd: true });
  /** What to call when a WebSocket is open. */
  const opened = new WeakMap<object, () => void>();
  proxy.on('proxyReqWs', (sent, _request, socket) =>
    sent.once('upgrade', () => opened.get(socket)?.()),
  );
  const report = (error: unknown) =>
    onError(`cannot forward to ${target.origin}: ${(error as Error).message}`);
  return {
    web: async (request, response) => {
      addClient(request);
      try {
        await proxy.web(request, response);
      } catch (error) {
        report(error);
        respondBadGateway(response);
      }
    },
    upgrade: (request, socket, head) =>
      new Promise((resolve) => {
        addClient(request);
        opened.set(socket, resolve);
        // The socket of an HTTP server is one of `node:net`, or one of TLS.
        const forwarded = proxy.ws(request, socket as Parameters<typeof proxy.ws>[1], {}, head);
        forwarded.then(resolve, (error) => {
          report(error);
          socket.destroy();
          resolve();
        });
      }),
    close: () => agent.destroy(),
  };
}

/** Adds the client to the header, as each proxy on the way does. */
function addClient({ headers, socket }: IncomingMessage): void {
  const before = headers['x-forwarded-for'];
  const client = socket.remoteAddress;
  headers['x-forwarded-for'] = [before, client].filter((each) => each !== undefined).join(', ');
}

function respondBadGateway(response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy();
  } else {
    response.writeHead(502, { 'Content-Type': 'text/plain; charset=utf-8' });
    response.end('Bad Gateway\n');
  }
}
