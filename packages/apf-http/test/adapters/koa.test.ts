import { createServer } from 'node:http';
import { PassThrough } from 'node:stream';
import { apf } from '@kubesem/apf-http/koa';
import Koa from 'koa';
import { describeAdapter } from './suite.js';

describeAdapter('Koa', async (options, { slow, rest, fail }) => {
  const app = new Koa();
  app.silent = true;
  const middleware = apf(options);
  app.use(middleware);
  app.use(async (context) => {
    switch (context.path) {
      case '/':
        context.body = 'hello';
        break;
      case '/slow':
        context.body = await slow();
        break;
      case '/stream': {
        const body = new PassThrough();
        body.write('one');
        rest()
          .then(() => body.end('two'))
          .catch((error) => body.destroy(error));
        context.body = body;
        break;
      }
      case '/fail':
        await fail();
        break;
      default:
    }
  });
  const answer = app.callback();
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.destroy(error));
  });
  return { server, gate: middleware.gate as never };
});
