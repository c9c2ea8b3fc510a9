import { Gate } from '@kubesem/apf-http';
import { expect, test } from 'vitest';

const arrival = { request: undefined, method: 'GET', url: '/hello' };

test('a request is admitted, and leaves once', async () => {
  const gate = new Gate({ serverConcurrencyLimit: 1, priorityLevels: [], flowSchemas: [] });
  const entry = await gate.enter(arrival);
  expect(entry).toMatchObject({ ok: true, priorityLevel: 'catch-all', headers: {} });
  if (entry.ok) {
    entry.release();
    entry.release();
  }
  await gate[Symbol.asyncDispose]();
  expect(await gate.enter(arrival)).toMatchObject({ ok: false, status: 503, code: 'CLOSED' });
});
