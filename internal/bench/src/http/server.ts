// A server with an empty handler, in a process of its own: `node http-server.mjs SUBJECT` prints its port.
import { createServer, get, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { RequestHandler } from 'express';
import type { HttpSubject } from './http.js';

/** More seats than the load has connections: what is measured is the way through the gate. */
const SEATS = 600;

async function gateOptions() {
  const { levelObjects } = await import('@kubesem/apf-http');
  return {
    serverConcurrencyLimit: SEATS,
    ...levelObjects([{ name: 'all' }], SEATS),
    user: () => ({ name: 'jane' }),
  };
}

const empty: RequestListener = (_, response) => void response.end();

async function expressWith(...middleware: RequestHandler[]): Promise<RequestListener> {
  const { default: express } = await import('express');
  const app = express();
  for (const each of middleware) {
    app.use(each);
  }
  return app.get('/', empty);
}

/** Each loads only what it needs. */
const HANDLERS: { readonly [Subject in HttpSubject]: () => Promise<RequestListener> } = {
  node: async () => empty,
  'node protected': async () => {
    const { protect } = await import('@kubesem/apf-http');
    return protect(empty, await gateOptions());
  },
  express: () => expressWith(),
  'express protected': async () => {
    const { apf } = await import('@kubesem/apf-http/express');
    return expressWith(apf(await gateOptions()));
  },
};

const handler = HANDLERS[process.argv[2] as HttpSubject];
const server = createServer(await handler());
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  get({ port, host: '127.0.0.1' }, (response) => {
    const startMs = performance.now() - performance.nodeTiming.bootstrapComplete;
    response.resume();
    process.stdout.write(`${JSON.stringify({ port, startMs })}\n`);
  });
});
