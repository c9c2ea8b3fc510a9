import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { bundle } from '../../src/bundle.mjs';
import { root } from '../../src/workspace.js';

test('a quantity prints its text in a minified bundle', async () => {
  const code = await bundle(
    `export { parseQuantity } from '@kubesem/quantity'`,
    `${root}internal/consumers`,
  );
  const url = `data:text/javascript,${encodeURIComponent(code)}`;
  const { parseQuantity } = await import(/* @vite-ignore */ url);
  expect(inspect({ memory: parseQuantity('1.5Gi') })).toBe('{ memory: Quantity(1536Mi) }');
});
