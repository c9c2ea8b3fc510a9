// The root of the package does not load on Node 20.
import { totalForResource } from '@kubernetes/client-node/dist/util.js';
import { expect, test } from 'vitest';
import { type Answer, outcome } from '../src/tool.js';
import { JAVASCRIPT_CLIENT } from '../src/tools/javascript-client.js';

const [helper] = JAVASCRIPT_CLIENT.helpers;

function askClient({ args }: Answer): unknown {
  return outcome(() => {
    const { request, limit } = totalForResource(...(args as Parameters<typeof totalForResource>));
    return { request, limit };
  });
}

test.each(helper?.changed ?? [])('the client does not know that $why', (answer) => {
  expect(askClient(answer)).toEqual(answer.tool);
});

test.each(helper?.kept ?? [])('the client agrees on %j', (answer) => {
  expect(askClient(answer)).toEqual(answer.kubesem);
});
