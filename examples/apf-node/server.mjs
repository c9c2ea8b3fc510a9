// node:http: `npm start`, then `curl -H 'x-api-key: 4f5c' http://localhost:3000/reports/7`.
// Reports are slow and share 2 of 10 seats; nobody can keep the other 8 from the checkout.
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiKeyUser, levelObjects, protect } from '@kubesem/apf-http';

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

const handler = protect(
  async (request, response) => {
    const [, route, id] = request.url.split('/');
    if (route === 'healthz') {
      response.end('ok');
    } else if (route === 'cart') {
      response.end(JSON.stringify({ cart: id }));
    } else if (route === 'reports') {
      await sleep(300);
      response.end(JSON.stringify({ report: id }));
    } else {
      response.writeHead(404).end();
    }
  },
  {
    serverConcurrencyLimit: seats,
    ...levelObjects(levels, seats),
    user: apiKeyUser((key) => users.get(key)),
  },
);
const { gate } = handler;

const server = createServer(handler).listen(Number(process.env.PORT ?? 3000), () => {
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
