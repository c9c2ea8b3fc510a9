import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Gate, protect } from '@kubesem/apf-http';
import type { Proxy } from './proxy.js';

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
