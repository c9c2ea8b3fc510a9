import { createServer } from 'node:http';
import { levelObjects } from '@kubesem/apf-http';
import { apf, hold, holdSeats } from '@kubesem/apf-http/express';
import express5, { type Express, type NextFunction, type Request, type Response } from 'express';
import express4 from 'express-4';
import { expect, test } from 'vitest';
import { describeAdapter } from './suite.js';

const VERSIONS: readonly (readonly [string, () => Express])[] = [
  ['express 5', express5],
  ['express 4', express4],
];

for (const [name, express] of VERSIONS) {
  describeAdapter(name, async (options, { slow, rest, fail }) => {
    const app = express();
    const middleware = apf(options);
    app.use(middleware);
    app.get('/', (_, response) => void response.send('hello'));
    app.get(
      '/slow',
      hold(async (_, response) => response.send(await slow())),
    );
    app.get(
      '/stream',
      hold(async (_, response) => {
        response.write('one');
        await rest();
        response.end('two');
      }),
    );
    app.get('/fail', hold(fail));
    app.use((_error: unknown, _request: Request, response: Response, _next: NextFunction) => {
      response.status(500).send('failed');
    });
    return { server: createServer(app), gate: middleware.gate as never };
  });

  describeAdapter(`${name} with explicit release`, async (options, { slow, rest, fail }) => {
    const app = express();
    const middleware = apf(options);
    app.use(middleware);
    app.get('/', (_, response) => void response.send('hello'));
    app.get('/slow', async (request, response, next) => {
      const release = holdSeats(request);
      try {
        response.send(await slow());
      } catch (error) {
        next(error);
      } finally {
        release();
      }
    });
    app.get('/stream', (_, response) => {
      response.write('one');
      rest()
        .then(() => response.end('two'))
        .catch((error) => response.destroy(error));
    });
    app.get('/fail', async (_, _response, next) => {
      try {
        await fail();
      } catch (error) {
        next(error);
      }
    });
    app.use((_error: unknown, _request: Request, response: Response, _next: NextFunction) => {
      response.status(500).send('failed');
    });
    return { server: createServer(app), gate: middleware.gate as never };
  });
}

test('without the middleware, hold only passes on', async () => {
  const app = express5();
  const calls: string[] = [];
  app.get(
    '/',
    hold((request, response) => {
      holdSeats(request)();
      calls.push('handler');
      response.end();
    }),
  );
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as { port: number };
  await fetch(`http://localhost:${port}/`);
  server.close();
  expect(calls).toEqual(['handler']);
});

test('a handler does not begin after its client has left', async () => {
  const calls: string[] = [];
  let left: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => {
    left = resolve;
  });
  const middleware = apf({
    serverConcurrencyLimit: 1,
    ...levelObjects([{ name: 'others', queues: 0 }], 1),
  });
  const app = express5();
  app.use(middleware);
  app.use((_, response, next) => {
    response.once('close', () => {
      left();
      setTimeout(next, 5);
    });
    calls.push('middleware');
  });
  app.get(
    '/',
    hold(() => calls.push('handler')),
  );
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as { port: number };
  const abort = new AbortController();
  const asked = fetch(`http://localhost:${port}/`, { signal: abort.signal }).catch(() => undefined);
  await expect.poll(() => calls).toEqual(['middleware']);
  abort.abort();
  await gone;
  await asked;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(calls).toEqual(['middleware']);
  expect(middleware.gate.dump().priorityLevels['others']?.executingRequests).toBe(0);
  server.close();
  middleware.gate.close();
});
