// express: `npm start`, then `curl -H 'x-api-key: 4f5c' http://localhost:3000/reports/7`.
// Reports are slow and share 2 of 10 seats; nobody can keep the other 8 from the checkout.
import { setTimeout as sleep } from 'node:timers/promises';
import { apiKeyUser, levelObjects } from '@kubesem/apf-http';
import { apf, hold } from '@kubesem/apf-http/express';
import express from 'express';

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

const app = express();
app.use(middleware);
app.get('/healthz', (_, response) => response.send('ok'));
app.get('/cart/:id', (request, response) => response.json({ cart: request.params.id }));
app.get(
  '/reports/:id',
  // The report keeps its seat even if the client goes away.
  hold(async (request, response) => {
    await sleep(300);
    response.json({ report: request.params.id });
  }),
);

const server = app.listen(Number(process.env.PORT ?? 3000), () => {
  console.log(`listening on http://localhost:${server.address().port}`);
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
