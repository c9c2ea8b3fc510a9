import { Agent as HttpAgent, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Duplex } from 'node:stream';
import { createProxyServer } from 'httpxy';
import type { Gate } from '../gate/gate.js';
import { protect } from '../node/protect.js';

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

type Response = ServerResponse<IncomingMessage>;

/**
 * Lets requests with the header `Upgrade` enter the gate as all others. One that the target turns into a WebSocket occupies
 * its seats until then, as a watch does until it is initialized. Other protocols are ignored, as HTTP allows.
 *
 * @param server - the server of the requests
 * @param proxy - forwards WebSockets
 * @param gate - the gate of the server
 * @param handler - handles other requests; it enters the same gate
 * @returns closes the WebSockets
 */
export function protectUpgrades(
  server: Server,
  proxy: Proxy,
  gate: Gate<IncomingMessage>,
  handler: (request: IncomingMessage, response: Response) => void,
): () => void {
  const sockets = new Set<Duplex>();
  server.on('upgrade', (request, socket: Duplex, head) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    const response = responseOn(request, socket);
    if (response === undefined) {
      return;
    }
    if (isWebSocket(request)) {
      const open = async (): Promise<void> => {
        response.detachSocket(request.socket);
        await proxy.upgrade(request, socket, head);
        response.destroy();
      };
      protect(open, gate)(request, response);
    } else if (hasBody(request)) {
      // Node no longer parses the body.
      response.writeHead(400, { Connection: 'close' }).end();
    } else {
      delete request.headers.upgrade;
      request.headers.connection = 'close';
      handler(request, response);
    }
  });
  return () => {
    for (const socket of sockets) {
      socket.destroy();
    }
  };
}

/** A response on a connection that Node has given up; undefined if it still sends the one to an earlier request. */
function responseOn(request: IncomingMessage, socket: Duplex): Response | undefined {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  try {
    response.assignSocket(request.socket);
  } catch {
    socket.destroy();
    return undefined;
  }
  response.on('finish', () => socket.end());
  return response;
}

function isWebSocket({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}
