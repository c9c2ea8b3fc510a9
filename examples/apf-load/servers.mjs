// The same slow backend, with different protections in front of it: `node servers.mjs NAME` prints the URL.
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import underPressure from '@fastify/under-pressure';
import { levelObjects, protect } from '@kubesem/apf-http';
import { apf, hold } from '@kubesem/apf-http/express';
import express from 'express';
import { rateLimit } from 'express-rate-limit';
import fastify from 'fastify';
import pLimit from 'p-limit';

/** Requests that the backend serves at the same time, and how long each takes. */
const SLOTS = 20;
const SERVICE_MS = 25;

/** A backend such as a database with a pool of connections: who comes first is served first. */
const slots = pLimit(SLOTS);
const backend = () => slots(() => sleep(SERVICE_MS, 'done'));

const userOf = (request) => request.headers['x-user'];

/** Each user is a flow. */
const options = {
  serverConcurrencyLimit: SLOTS,
  ...levelObjects([{ name: 'all' }], SLOTS),
  user: (request) => ({ name: userOf(request) }),
};

/** Calls the backend as often as the request asks, one call after the other. */
const answer = async (request, response) => {
  for (let calls = Number(request.headers['x-calls'] ?? 1); calls > 1; calls--) {
    await backend();
  }
  response.end(await backend());
};

/** Answers with a promise that nobody awaits, so a failure ends the connection here. */
const answerAlone = (request, response) => {
  answer(request, response).catch((error) => response.destroy(error));
};

/** The servers by the name of their protection; each returns a server that does not listen yet. */
export const SERVERS = {
  none: () => createServer(answerAlone),
  // Half of what the backend can do, for each user.
  'express-rate-limit': () => {
    const limit = (SLOTS * 1000) / SERVICE_MS / 2;
    const app = express();
    app.use(rateLimit({ windowMs: 1000, limit, keyGenerator: userOf, legacyHeaders: false }));
    app.get('/', answer);
    return createServer(app);
  },
  'under-pressure': async () => {
    const app = fastify();
    await app.register(underPressure, { maxEventLoopDelay: 100, maxEventLoopUtilization: 0.98 });
    app.get('/', backend);
    await app.ready();
    return app.server;
  },
  semaphore: () => {
    const limit = pLimit(SLOTS);
    return createServer((request, response) => {
      limit(() => answer(request, response)).catch((error) => response.destroy(error));
    });
  },
  'apf-http': () => createServer(protect(answer, options)),
  'apf-http/express': () => {
    const app = express();
    app.use(apf(options));
    app.get('/', hold(answer));
    return createServer(app);
  },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await SERVERS[process.argv[2]]();
  server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
}
