// hono: `npm start`, then `curl -H 'x-api-key: 4f5c' http://localhost:3000/reports/7`.
// Reports are slow and share 2 of 10 seats; nobody can keep the other 8 from the checkout.
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { apiKeyUser, levelObjects } from '@kubesem/apf-http';
import { apf } from '@kubesem/apf-http/hono';
import { Hono } from 'hono';

const seats = 10;
const levels = [
  { name: 'health', exempt: true, match: { paths: ['/healthz'] } },
  { name: 'checkout', shares: 60, match: { paths: ['/cart/*'] } },
  { name: 'reports', shares: 20, match: { paths: ['/reports/*'] } },
  { name: 'others', shares: 20 },
];
/** In your application, they are in a database. */
const users = new Map([
  ['4f5c', { name: 'shop' }],
  ['9a1e', { name: 'crawler' }],
]);

const middleware = apf({
  serverConcurrencyLimit: seats,
  ...levelObjects(levels, seats),
  user: apiKeyUser((key) => users.get(key)),
});
const { gate } = middleware;

const app = new Hono();
app.use(middleware);
app.get('/healthz', (context) => context.text('ok'));
app.get('/cart/:id', (context) => context.json({ cart: context.req.param('id') }));
app.get('/reports/:id', async (context) => {
  await sleep(300);
  return context.json({ report: context.req.param('id') });
});

const port = Number(process.env.PORT ?? 3000);
const server = serve({ fetch: app.fetch, port }, (address) => {
  console.log(`listening on http://localhost:${address.port}`);
});

/** Finishes the requests that the server has. */
process.once('SIGTERM', () => {
  server.close();
  gate.drain().then(
    () => process.exit(),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
});
