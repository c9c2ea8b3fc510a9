import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Gate } from '@kubesem/apf-http';
import { debugEndpoints } from '@kubesem/apf-http/debug';
import { registerMetrics } from '@kubesem/apf-http/prom-client';
import { Registry } from 'prom-client';

const DEBUG_PAGE = '/debug/api_priority_and_fairness';

/**
 * Creates the server with the metrics at `/metrics` and the debug page, which is not the server of the requests: their
 * paths belong to the target.
 *
 * @param gate - the gate
 * @returns the server, which does not listen yet. Only clients on the same machine may read the debug page
 */
export function createAdminServer(gate: Gate<IncomingMessage>): Server {
  const registry = new Registry();
  registerMetrics(gate, registry);
  const debug = debugEndpoints(gate);
  return createServer((request, response) => {
    if (debug(request, response)) {
      return;
    }
    if (request.url === '/metrics') {
      registry.metrics().then(
        (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    } else if (request.url === '/') {
      response.writeHead(302, { Location: DEBUG_PAGE }).end();
    } else {
      response.writeHead(404).end();
    }
  });
}
