import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { bundle } from '../../src/bundle.mjs';
import { root } from '../../src/workspace.js';

test('the class is called Quantity and prints its text, in a minified bundle too', async () => {
  const code = await bundle(
    `export { parseQuantity } from '@kubesem/quantity'`,
    `${root}internal/consumers`,
  );
  expect(code).not.toMatch(/class Quantity/);
  const url = `data:text/javascript,${encodeURIComponent(code)}`;
  const { parseQuantity } = await import(/* @vite-ignore */ url);
  expect(parseQuantity('1.5Gi').constructor.name).toBe('Quantity');
  expect(inspect({ memory: parseQuantity('1.5Gi') })).toBe('{ memory: Quantity(1536Mi) }');
});
